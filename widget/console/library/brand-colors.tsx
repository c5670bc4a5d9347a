/** The shop's brand colours: named process colours that the editor offers for inks. */
import { useState } from 'preact/hooks'
import { mixHex } from '../../../core/engine/ink/process-mix.ts'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Select } from '../parts/select.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { phrase, useWords } from '../words.ts'
import type { BrandColorWire } from './library.ts'

const PATH = '/v1/brand_colors'
const PLATES = ['cyan', 'magenta', 'yellow', 'black'] as const

interface Draft {
  /** Missing for a new one. */
  readonly id?: string
  readonly name: string
  /** Of a process colour; null for a spot colour, which has Lab. */
  readonly cmyk: readonly number[] | null
  readonly lab: readonly number[] | null
}

type Kind = 'process' | 'spot'
const FIRST: Draft = { name: '', cmyk: [0, 0, 0, 100], lab: null }
const FIRST_LAB = [50, 0, 0]
const AXES = [
  { name: 'lightness', min: 0, max: 100 },
  { name: 'a', min: -128, max: 127 },
  { name: 'b', min: -128, max: 127 },
] as const

export function BrandColors({ writes }: { readonly writes: boolean }) {
  const words = useWords('library').brand
  const list = useList<BrandColorWire>(PATH, { limit: 100 })
  const [edited, setEdited] = useState<Draft | null>(null)
  const add = writes ? (
    <Button kind="main" onClick={() => setEdited(FIRST)}>
      {words.add}
    </Button>
  ) : undefined
  return (
    <section class="stack" aria-labelledby="brand-colors">
      <div class="library-top">
        <h2 id="brand-colors">{words.title}</h2>
        {list.items.length > 0 ? add : null}
      </div>
      <p class="hint">{words.text}</p>
      <RecordList
        list={list}
        empty={<EmptyState title={words.emptyTitle} text={words.emptyText} action={add} />}
        caption={words.title}
        rowLabel={({ name }) => name}
        columns={[
          { key: 'name', title: words.name, cell: ({ name, hex }) => <Swatch hex={hex} label={name} /> },
          {
            key: 'cmyk',
            title: words.cmyk,
            cell: ({ cmyk, lab }) => (lab === null ? '' : 'Lab ') + (cmyk ?? lab ?? []).join(' / '),
          },
          {
            key: 'actions',
            title: words.actions,
            align: 'end',
            cell: (color) =>
              writes ? (
                <Button
                  small
                  kind="quiet"
                  aria-label={phrase(words.editOne, { name: color.name })}
                  onClick={() => setEdited(color)}
                >
                  {words.edit}
                </Button>
              ) : null,
          },
        ]}
      />
      {edited === null ? null : (
        <ColorDialog
          kept={edited}
          onClose={() => setEdited(null)}
          onChanged={() => {
            setEdited(null)
            list.reload()
          }}
        />
      )}
    </section>
  )
}

interface ColorDialogProps {
  readonly kept: Draft
  onClose(): void
  onChanged(): void
}

function ColorDialog({ kept, onClose, onChanged }: ColorDialogProps) {
  const words = useWords('library').brand
  const shared = useWords('shared')
  const say = useSaid()
  const action = useAction()
  const [name, setName] = useState(kept.name)
  const [kind, setKind] = useState<Kind>(kept.lab === null ? 'process' : 'spot')
  const [cmyk, setCmyk] = useState<readonly number[]>(kept.cmyk ?? FIRST.cmyk ?? [])
  const [lab, setLab] = useState<readonly number[]>(kept.lab ?? FIRST_LAB)
  const color = kind === 'process' ? { cmyk } : { lab }
  const { id } = kept
  const run = (work: () => Promise<unknown>, said: string) =>
    void action.run(async () => {
      await work()
      toast(said)
      onChanged()
    })
  const save = () => {
    const body = { name: name.trim(), ...color }
    run(
      () => (id === undefined ? api.post(PATH, body) : api.patch(`${PATH}/${id}`, body)),
      phrase(words.saved, { name: body.name }),
    )
  }
  const ofName = action.error?.param === 'name'
  return (
    <Dialog
      title={id === undefined ? words.add : kept.name}
      onClose={action.busy ? undefined : onClose}
      actions={
        <>
          {id === undefined ? (
            <Button onClick={onClose}>{shared.cancel}</Button>
          ) : (
            <Button
              kind="danger"
              onClick={() => run(() => api.del(`${PATH}/${id}`), phrase(words.removed, { name: kept.name }))}
            >
              {words.remove}
            </Button>
          )}
          <Button kind="main" busy={action.busy} disabled={name.trim() === ''} onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <div class="stack">
        <ErrorNotice error={ofName ? null : action.error} />
        <TextInput
          label={words.name}
          error={ofName && action.error !== null ? say(action.error) : null}
          required
          maxLength={64}
          dir="auto"
          value={name}
          onInput={setName}
        />
        <Select<Kind>
          label={words.kind}
          value={kind}
          options={(['process', 'spot'] as const).map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(next) => setKind(next)}
        />
        <div class="brand-parts">
          {(kind === 'spot' ? AXES : []).map((axis, at) => (
            <NumberInput
              key={axis.name}
              label={words.lab[axis.name]}
              min={axis.min}
              max={axis.max}
              value={lab[at] ?? 0}
              onInput={(value) => setLab(lab.map((part, one) => (one === at ? (value ?? 0) : part)))}
            />
          ))}
          {(kind === 'process' ? PLATES : []).map((plate, at) => (
            <NumberInput
              key={plate}
              label={words.plates[plate]}
              unit="%"
              min={0}
              max={100}
              value={cmyk[at] ?? 0}
              onInput={(value) => setCmyk(cmyk.map((part, axis) => (axis === at ? (value ?? 0) : part)))}
            />
          ))}
        </div>
        <Swatch hex={mixHex(color) ?? '#ffffff'} label={words.screen} />
      </div>
    </Dialog>
  )
}
