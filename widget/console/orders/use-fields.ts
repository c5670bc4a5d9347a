/** The fields of a template's revision in order, with what a form needs for each. */
import { useMemo } from 'preact/hooks'
import type { InkWire, OfferWire } from '../../editor/wire.ts'
import type { ApiError } from '../api-error.ts'
import { useResource } from '../resources.ts'
import type { OfferedInks } from './inks/color-group.ts'
import type { FieldWire } from './wire.ts'

interface RevisionWire {
  readonly scene: {
    readonly inks: readonly (Omit<InkWire, 'offers'> & { readonly offers?: InkWire['offers'] })[]
    readonly papers?: readonly OfferWire[]
    readonly fields: readonly {
      readonly id: string
      readonly label: string
      readonly type: string
      readonly default_value: string
      readonly max_length: number | null
      readonly required: boolean
      readonly ink: string | null
      readonly ink_choice: boolean
      readonly options: readonly { readonly value: string; readonly label: string }[] | null
    }[]
  }
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/**
 * Those of the revision, for a job keeps the one that it began with; choices, which the shop may have changed since,
 * are those of today. Null while they are on their way.
 */
export function useFields(
  templateId: string | null,
  revision: number | null,
): {
  readonly fields: readonly FieldWire[] | null
  /** The inks and papers of the revision. */
  readonly offered: OfferedInks | null
  readonly error: ApiError | null
} {
  const base = templateId === null ? null : `/v1/templates/${encodeURIComponent(templateId)}`
  const now = useResource<{ data: readonly FieldWire[] }>(base === null ? null : `${base}/fields`)
  const then = useResource<RevisionWire>(
    base === null || revision === null ? null : `${base}/revisions/${revision}`,
  )
  const fields = useMemo(() => {
    if (then.value === null || (now.value === null && now.error === null)) return null
    const today = new Map(now.value?.data.map((field) => [field.id, field]))
    return then.value.scene.fields.map((field): FieldWire => {
      const found = today.get(field.id)
      return { ...field, multiline: found?.multiline ?? false, options: found?.options ?? field.options }
    })
  }, [then.value, now.value, now.error])
  const offered = useMemo(() => (then.value === null ? null : offeredBy(then.value)), [then.value])
  return { fields, offered, error: then.error }
}

function offeredBy({ scene: { inks, papers = [], fields } }: RevisionWire): OfferedInks {
  const indexOf = (name: string | null) => inks.find((ink) => ink.name === name)?.index ?? 1
  return {
    scene_summary: { inks: inks.map((ink) => ({ ...ink, offers: ink.offers ?? [] })), papers },
    fields: fields.map(({ id, label, ink, ink_choice }) => ({ id, label, ink: indexOf(ink), ink_choice })),
  }
}

/** Null for a field that is typed. A picture's value is its id. */
export function choicesOf(field: FieldWire): readonly Choice[] | null {
  if (field.options === null) return null
  return field.options.map((one) => ({ value: 'value' in one ? one.value : one.id, label: one.label }))
}
