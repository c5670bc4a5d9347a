/** The styles page: buttons and form controls. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { Icon } from '../parts/icon.tsx'
import { Select } from '../parts/select.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'

const KINDS = ['main', 'plain', 'danger', 'quiet'] as const
const NOTHING = () => {}

export function Buttons() {
  const words = useWords('styles').buttons
  const [grid, setGrid] = useState(true)
  return (
    <div class="stack">
      <div class="row">
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind}>
            {words[kind]}
          </Button>
        ))}
      </div>
      <div class="row">
        <Button kind="main" busy>
          {words.busy}
        </Button>
        <Button disabled>{words.disabled}</Button>
        <Button small>{words.small}</Button>
        <Button small kind="quiet">
          {words.quiet}
        </Button>
        <div class="switch">
          <button
            type="button"
            class="icon-button"
            aria-label={words.grid}
            aria-pressed={grid}
            onClick={() => setGrid(true)}
          >
            <Icon name="grid" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={words.list}
            aria-pressed={!grid}
            onClick={() => setGrid(false)}
          >
            <Icon name="list" />
          </button>
        </div>
      </div>
    </div>
  )
}

export function Forms({ scheme }: { readonly scheme: string }) {
  const words = useWords('styles').forms
  const states = useWords('styles').states
  const text = { label: words.label, onInput: NOTHING }
  return (
    <div class="form">
      <TextInput {...text} hint={words.hint} value={words.value} />
      <TextInput {...text} placeholder={words.placeholder} value="" />
      <TextInput {...text} error={words.error} value={words.value} />
      <TextInput {...text} value={words.value} disabled />
      <Select
        label={states.title}
        value="good"
        options={(['good', 'neutral'] as const).map((value) => ({ value, label: states[value] }))}
        onChange={NOTHING}
      />
      <TextArea label={words.comments} value="" onInput={NOTHING} rows={2} />
      <div class="row">
        <Checkbox label={words.choice} checked onChange={NOTHING} />
        <Checkbox label={words.mixed} checked={false} mixed onChange={NOTHING} />
        <Checkbox label={words.choice} checked={false} disabled onChange={NOTHING} />
      </div>
      <DropZone
        label={`${words.label}: ${scheme}`}
        button={words.choice}
        hint={words.hint}
        accept=".pdf"
        onFile={NOTHING}
      />
    </div>
  )
}
