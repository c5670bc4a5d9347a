/** The form of a selection set: its name, and its options as rows to edit, reorder and illustrate. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import type { AssetWire } from './library.ts'
import { PicturePicker } from './picture-picker.tsx'
import { addLines, faultsOfSet, moved, type RowDraft, type SetDraft, valuesOf } from './set-draft.ts'
import { OptionRow } from './set-option.tsx'

export interface SetFormProps {
  readonly draft: SetDraft
  readonly readOnly: boolean
  /** Faults are shown once somebody has tried to save. */
  readonly tried: boolean
  onChange(draft: SetDraft): void
}

let rowCount = 0
const makeKey = (): string => {
  rowCount += 1
  return `new-${rowCount}`
}

export function SetForm({ draft, readOnly, tried, onChange }: SetFormProps) {
  const words = useWords('library')
  const [pasted, setPasted] = useState<string | null>(null)
  const [picking, setPicking] = useState<string | null>(null)
  /** Pictures that were chosen here, by id: those of saved options are looked up by their rows. */
  const [known, setKnown] = useState<ReadonlyMap<string, AssetWire>>(new Map())
  const faults = tried ? faultsOfSet(draft) : { name: false, rows: [] }
  const { rows } = draft
  const values = valuesOf(rows)
  const setRows = (next: readonly RowDraft[]) => onChange({ ...draft, rows: next })
  const change = (key: string, changes: Partial<RowDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <div class="stack">
      <TextInput
        label={words.set.name}
        required
        maxLength={200}
        dir="auto"
        readOnly={readOnly}
        error={faults.name ? words.set.nameMissing : null}
        value={draft.name}
        onInput={(name) => onChange({ ...draft, name })}
      />
      <fieldset class="set-options">
        <legend>{words.set.options}</legend>
        <p class="hint">
          {rows.length === 0 ? words.set.noOptions : `${words.set.order} ${words.set.valueHint}`}
        </p>
        {rows.some(({ kept }) => kept) && !readOnly ? <p class="hint">{words.set.kept}</p> : null}
        <ol class="option-list">
          {rows.map((row, at) => (
            <li key={row.key}>
              <OptionRow
                row={row}
                fault={faults.rows[at] ?? null}
                made={values[at] ?? ''}
                readOnly={readOnly}
                picture={row.assetId === null ? null : (known.get(row.assetId) ?? null)}
                isFirst={at === 0}
                isLast={at === rows.length - 1}
                onChange={(changes) => change(row.key, changes)}
                onMove={(by) => setRows(moved(rows, at, by))}
                onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
                onPicture={() => setPicking(row.key)}
              />
            </li>
          ))}
        </ol>
        {readOnly ? null : (
          <div class="row">
            <Button
              onClick={() =>
                setRows([
                  ...rows,
                  { key: makeKey(), value: '', label: '', disabled: false, assetId: null, kept: false },
                ])
              }
            >
              {words.set.addOption}
            </Button>
            <Button
              kind="quiet"
              aria-expanded={pasted !== null}
              onClick={() => setPasted(pasted === null ? '' : null)}
            >
              {words.set.paste}
            </Button>
          </div>
        )}
        {pasted === null ? null : (
          <div class="stack paste">
            <TextArea
              label={words.set.paste}
              hint={words.set.pasteHint}
              rows={6}
              value={pasted}
              onInput={setPasted}
            />
            <div class="row">
              <Button
                onClick={() => {
                  setRows(addLines(rows, pasted, makeKey))
                  setPasted(null)
                }}
              >
                {words.set.pasteAdd}
              </Button>
            </div>
          </div>
        )}
      </fieldset>
      {picking === null ? null : (
        <PicturePicker
          tag={null}
          onClose={() => setPicking(null)}
          onChoose={(asset) => {
            setKnown((before) => new Map(before).set(asset.id, asset))
            change(picking, { assetId: asset.id })
            setPicking(null)
          }}
        />
      )}
    </div>
  )
}
