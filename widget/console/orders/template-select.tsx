/** A select of the team's templates: the newest first, older ones on request, so that the list stays short. */
import { Select } from '../parts/select.tsx'
import { useList, useResource } from '../resources.ts'
import type { TemplateWire } from '../templates/wire.ts'

/** No id looks like it. */
const MORE = '…'

export interface TemplateSelectProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null | undefined
  readonly required?: boolean | undefined
  /** An id; '' for none. */
  readonly value: string
  /** What '' is called. */
  readonly none: string
  readonly more: string
  /** Only those that can be filled. */
  readonly live?: boolean | undefined
  readonly disabled?: boolean | undefined
  onChange(id: string): void
}

export function TemplateSelect(props: TemplateSelectProps) {
  const { label, hint, error, required, value, none, more, live = false, disabled, onChange } = props
  const list = useList<TemplateWire>('/v1/templates', { limit: 50, status: live ? 'live' : null })
  const offered = list.items
  const known = value === '' || offered.some(({ id }) => id === value)
  // An archived one, or an older one than those that are listed.
  const chosen = useResource<{ template: TemplateWire }>(
    known || list.loading ? null : `/v1/templates/${encodeURIComponent(value)}`,
  )
  const extra = known ? [] : [{ value, label: chosen.value?.template.title ?? value }]
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      required={required}
      disabled={disabled}
      value={value}
      options={[
        { value: '', label: none },
        ...extra,
        ...offered.map(({ id, title }) => ({ value: id, label: title })),
        ...(list.hasMore ? [{ value: MORE, label: more }] : []),
      ]}
      onChange={(id) => {
        if (id === MORE) list.more()
        else onChange(id)
      }}
    />
  )
}
