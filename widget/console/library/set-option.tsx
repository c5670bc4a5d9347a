/** One option of a selection set: printed value, short name, image and position. */
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useResource } from '../resources.ts'
import { phrase, useWords } from '../words.ts'
import type { AssetWire } from './library.ts'
import type { RowDraft, RowFault } from './set-draft.ts'

export interface OptionRowProps {
  readonly row: RowDraft
  readonly fault: RowFault
  readonly readOnly: boolean
  /** The short name that it gets unless one is typed. */
  readonly made: string
  /** Where it is known already. */
  readonly picture: AssetWire | null
  readonly isFirst: boolean
  readonly isLast: boolean
  onChange(changes: Partial<RowDraft>): void
  onMove(by: 1 | -1): void
  onRemove(): void
  onPicture(): void
}

export function OptionRow(props: OptionRowProps) {
  const { row, fault, made, readOnly, isFirst, isLast, onChange, onMove, onRemove } = props
  const words = useWords('library')
  const name = row.label.trim() === '' ? words.set.unnamed : row.label
  return (
    <div class="set-row">
      <div class="option-texts">
        <TextInput
          label={words.set.label}
          maxLength={500}
          dir="auto"
          readOnly={readOnly || row.kept}
          error={fault === 'label' ? words.set.labelMissing : null}
          value={row.label}
          onInput={(label) => onChange({ label })}
        />
        <TextInput
          label={words.set.value}
          placeholder={row.kept ? undefined : made}
          maxLength={500}
          readOnly={readOnly || row.kept}
          error={fault === 'value_twice' ? words.set.valueTwice : null}
          value={row.value}
          onInput={(value) => onChange({ value })}
        />
      </div>
      <OptionPicture {...props} name={name} />
      <Checkbox
        label={words.set.disabled}
        checked={row.disabled}
        disabled={readOnly}
        onChange={(disabled) => onChange({ disabled })}
      />
      {readOnly ? null : (
        <div class="row option-tools">
          <Button
            small
            kind="quiet"
            disabled={isFirst}
            aria-label={phrase(words.set.up, { label: name })}
            onClick={() => onMove(-1)}
          >
            ↑
          </Button>
          <Button
            small
            kind="quiet"
            disabled={isLast}
            aria-label={phrase(words.set.down, { label: name })}
            onClick={() => onMove(1)}
          >
            ↓
          </Button>
          <Button
            small
            kind="quiet"
            aria-label={phrase(words.set.remove, { label: name })}
            onClick={onRemove}
          >
            ×
          </Button>
        </div>
      )}
    </div>
  )
}

function OptionPicture({
  row,
  picture,
  readOnly,
  name,
  onPicture,
  onChange,
}: OptionRowProps & { readonly name: string }) {
  const words = useWords('library')
  const { assetId } = row
  const found = useResource<{ readonly asset: AssetWire }>(
    assetId === null || picture !== null ? null : `/v1/assets/${assetId}`,
  )
  const shown = picture ?? found.value?.asset ?? null
  return (
    <div class="option-picture">
      {assetId === null || shown === null ? null : (
        <img
          src={shown.thumbnail_url}
          alt={shown.label}
          width={shown.width}
          height={shown.height}
          loading="lazy"
        />
      )}
      {assetId === null && readOnly ? <span class="hint">{words.set.noPicture}</span> : null}
      {readOnly ? null : (
        <Button small aria-label={phrase(words.set.choosePicture, { label: name })} onClick={onPicture}>
          {words.set.picture}
        </Button>
      )}
      {readOnly || assetId === null ? null : (
        <Button
          small
          kind="quiet"
          aria-label={phrase(words.set.removePicture, { label: name })}
          onClick={() => onChange({ assetId: null })}
        >
          ×
        </Button>
      )}
    </div>
  )
}
