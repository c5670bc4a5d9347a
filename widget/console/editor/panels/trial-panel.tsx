/** Test values, and the preview beside the press PDF of the same values. */
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Select } from '../../parts/select.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { drawnState, type TrialKind, triedValue, useEditor } from '../context.ts'
import { useDrawnPage } from '../drawn-page.ts'
import type { EditField } from '../scene-edit.ts'
import { TRIALS } from '../trial-values.ts'

export function TrialPanel() {
  const { state, look, setLook, words } = useEditor()
  const [compared, compare] = useState(false)
  const kinds: readonly TrialKind[] = [...TRIALS, 'own']
  const fields = state.scene.fields.filter(({ type }) => type !== 'image').slice(0, MOST_SHOWN)
  return (
    <section class="panel" aria-labelledby="trial-title">
      <h3 id="trial-title">{words.trial.title}</h3>
      <p class="hint">{words.trial.lead}</p>
      <Select
        label={words.trial.kind}
        value={look.trial}
        options={kinds.map((value) => ({ value, label: words.trial.kinds[value] }))}
        onChange={(trial) => setLook({ trial, own: {} })}
      />
      <Button onClick={() => compare(true)}>{words.trial.compare}</Button>
      {fields.map((field) => (
        <TrialValue
          key={field.uid}
          field={field}
          value={triedValue(look, field) ?? field.default_value}
          onInput={(value) => setLook({ own: { ...look.own, [field.uid]: value } })}
        />
      ))}
      {compared ? <CompareDialog onClose={() => compare(false)} /> : null}
    </section>
  )
}

/** Longer lists are tried out by their kinds of values. */
const MOST_SHOWN = 40

function TrialValue({
  field,
  value,
  onInput,
}: {
  readonly field: EditField
  readonly value: string
  onInput(value: string): void
}) {
  const { words } = useEditor()
  if (field.type === 'selection') {
    if (field.selection_set_id != null) return null
    const options = (field.options ?? []).map((option) => ({ value: option.value, label: option.label }))
    return (
      <Select
        label={field.label}
        value={value}
        options={[
          { value: '', label: words.field.noDefault },
          ...options.filter((option) => option.value !== ''),
        ]}
        onChange={onInput}
      />
    )
  }
  const lines = field.placements.some(({ style }) => style.wrap)
  const common = { label: field.label, value, dir: 'auto' as const, onInput }
  return lines ? <TextArea {...common} rows={2} /> : <TextInput {...common} />
}

/** Both are drawn by the service: the preview from plates and marks, the other by opening the press PDF. */
function CompareDialog({ onClose }: { onClose(): void }) {
  const { state, look, words } = useEditor()
  const body = { ...drawnState(state, look), dpi: COMPARED_DPI }
  const preview = useDrawnPage(body)
  const press = useDrawnPage(body, 'press')
  const page = state.scene.pages[state.page]
  const style = page === undefined ? {} : { aspectRatio: `${page.width_pt} / ${page.height_pt}` }
  return (
    <Dialog title={words.trial.compareTitle} wide onClose={onClose}>
      <p class="hint">{words.trial.compareLead}</p>
      {preview.fits ? null : (
        <Notice kind="warn">
          <p>{words.trial.problems}</p>
        </Notice>
      )}
      <div class="compared">
        {(
          [
            [words.trial.preview, preview],
            [words.trial.press, press],
          ] as const
        ).map(([name, drawn]) => (
          <figure key={name}>
            <figcaption>{name}</figcaption>
            {drawn.url === null || drawn.error !== null ? null : (
              <img src={drawn.url} alt={name} style={style} data-waiting={drawn.waiting || undefined} />
            )}
            {drawn.url === null && drawn.error === null ? <Loading /> : null}
            {drawn.error === null ? null : drawn.error.code === 'values_not_printable' ? (
              <p class="hint">{words.trial.refused}</p>
            ) : (
              <ErrorNotice error={drawn.error} onRetry={drawn.again} />
            )}
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

const COMPARED_DPI = 144
