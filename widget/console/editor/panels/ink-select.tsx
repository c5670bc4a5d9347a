/** The ink that fields print in, with its colour. */
import { Select } from '../../parts/select.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import type { EditField } from '../scene-edit.ts'
import { shared } from './shared-value.ts'

export interface InkSelectProps {
  readonly fields: readonly EditField[]
  readonly hideLabel?: boolean | undefined
  change(changes: Partial<EditField>): void
}

const PRIMARY = ''
const SEVERAL = '?'

export function InkSelect({ fields, hideLabel, change }: InkSelectProps) {
  const { state, words } = useEditor()
  const { inks } = state.scene
  const ink = shared(fields, (field) => field.ink ?? PRIMARY)
  const shown = ink === PRIMARY ? inks[0] : inks.find(({ name }) => name === ink)
  return (
    <div class="ink-select">
      <span class="swatch" style={{ background: shown?.hex ?? 'transparent' }} aria-hidden="true" />
      <Select
        label={words.print.ink}
        hideLabel={hideLabel}
        value={ink ?? SEVERAL}
        options={[
          ...(ink === null ? [{ value: SEVERAL, label: words.several, disabled: true }] : []),
          { value: PRIMARY, label: phrase(words.print.primary, { name: inks[0]?.name ?? '' }) },
          ...inks.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(next) => change({ ink: next === PRIMARY ? null : next })}
      />
    </div>
  )
}
