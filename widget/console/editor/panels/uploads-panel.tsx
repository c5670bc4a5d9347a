/** Properties of an image field that takes customers' own images: where images come from, their resolution, kinds and size. */
import { Checkbox } from '../../parts/checkbox.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import { IMAGE_KINDS, IMAGE_SOURCES, USUAL_UPLOADS } from '../scene-wire.ts'
import type { FieldPart } from './field-panel.tsx'

const MB = 1024 * 1024
/** Of the service. */
const MOST_MB = 40
const MOST_PPI = 1200

export function UploadsPanel({ field, change }: FieldPart) {
  const { words } = useEditor()
  const text = words.field.uploads
  const source = field.source ?? 'catalogue'
  const minPpi = field.min_ppi ?? USUAL_UPLOADS.min_ppi
  const warnPpi = field.warn_ppi ?? USUAL_UPLOADS.warn_ppi
  const kinds = field.kinds ?? USUAL_UPLOADS.kinds
  const maxBytes = field.max_bytes ?? USUAL_UPLOADS.max_bytes
  return (
    <Fold name="uploads" title={text.title} open>
      <Select
        label={text.source}
        value={source}
        options={IMAGE_SOURCES.map((value) => ({ value, label: text.sources[value] }))}
        onChange={(next) =>
          // A field for uploads alone has no image of the catalogue to begin with.
          change(next === 'upload' ? { source: next, default_value: '' } : { source: next })
        }
      />
      {source === 'catalogue' ? null : (
        <>
          <NumberInput
            label={text.minPpi}
            hint={text.minPpiHint}
            unit="ppi"
            min={1}
            max={MOST_PPI}
            value={minPpi}
            onInput={(ppi) => {
              if (ppi === null || ppi < 1 || ppi > MOST_PPI) return
              const least = Math.round(ppi)
              // What is refused is warned of too.
              change({ min_ppi: least, warn_ppi: Math.max(least, warnPpi) })
            }}
          />
          <NumberInput
            label={text.warnPpi}
            hint={text.warnPpiHint}
            unit="ppi"
            min={minPpi}
            max={MOST_PPI}
            value={warnPpi}
            onInput={(ppi) => {
              if (ppi !== null && ppi >= minPpi && ppi <= MOST_PPI) change({ warn_ppi: Math.round(ppi) })
            }}
          />
          <NumberInput
            label={text.maxSize}
            hint={phrase(text.maxSizeHint, { most: MOST_MB })}
            unit="MB"
            min={0.1}
            max={MOST_MB}
            step={0.5}
            value={Math.round((maxBytes / MB) * 100) / 100}
            onInput={(size) => {
              if (size !== null && size > 0 && size <= MOST_MB) change({ max_bytes: Math.round(size * MB) })
            }}
          />
          <fieldset class="kinds">
            <legend>{text.kinds}</legend>
            {IMAGE_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                label={text.kindNames[kind]}
                checked={kinds.includes(kind)}
                // One of them has to stay.
                disabled={kinds.length === 1 && kinds.includes(kind)}
                onChange={(on) =>
                  change({ kinds: IMAGE_KINDS.filter((one) => (one === kind ? on : kinds.includes(one))) })
                }
              />
            ))}
          </fieldset>
        </>
      )}
    </Fold>
  )
}
