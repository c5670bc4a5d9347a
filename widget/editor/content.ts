/** The customer's choices: values, inks, assignments and paper, and the changes between two states. */
import { ownText, type PlacedWire, sentOwn } from './own/own-value.ts'
import type { Fault } from './requests.ts'
import type { ColorWire, FieldWire, FillWire, OfferWire, TemplateWire } from './wire.ts'

export interface Content extends ColorGroup {
  /** By field id; that of an own image with its crop as one text, see own-value.ts. */
  readonly values: Readonly<Record<string, string>>
}

/** Inks, which field prints in which, and the paper. */
export interface ColorGroup {
  readonly colors: readonly ColorWire[] | null
  readonly assignments: Readonly<Record<string, number>>
  readonly substrate: OfferWire | null
}

/** What changes; values are sparse, the other parts stand for the whole of theirs. */
export type ContentPatch = Partial<Content>

/** A patch as the service takes it. */
export type SentPatch = Omit<ContentPatch, 'values'> & {
  readonly values?: Readonly<Record<string, string | PlacedWire>>
}

export const NOTHING: Content = { values: {}, colors: null, assignments: {}, substrate: null }

/** The later patch wins, value by value. */
export function mergePatches(earlier: SentPatch | null, later: SentPatch): SentPatch {
  if (earlier === null) return later
  const values =
    earlier.values === undefined && later.values === undefined
      ? {}
      : { values: { ...earlier.values, ...later.values } }
  return { ...earlier, ...later, ...values }
}

export function applyPatch(content: Content, patch: ContentPatch): Content {
  return { ...content, ...patch, values: { ...content.values, ...patch.values } }
}

/** What turns `from` into `to`; null where they are the same. */
export function difference(from: Content, to: Content): ContentPatch | null {
  const values = Object.fromEntries(
    Object.entries(to.values).filter(([id, value]) => (from.values[id] ?? null) !== value),
  )
  const patch: ContentPatch = {
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(areSame(from.colors, to.colors) ? {} : { colors: to.colors }),
    ...(areSame(from.assignments, to.assignments) ? {} : { assignments: to.assignments }),
    ...(areSame(from.substrate, to.substrate) ? {} : { substrate: to.substrate }),
  }
  return Object.keys(patch).length === 0 ? null : patch
}

export function contentOf({ values, colors, assignments, substrate }: FillWire): Content {
  return { values: valueTexts(values), colors, assignments, substrate }
}

/** What another tab has sent, as it is kept here. */
export function patchOf({ values, ...rest }: SentPatch): ContentPatch {
  return values === undefined ? rest : { ...rest, values: valueTexts(values) }
}

export function sentPatch({ values, ...rest }: ContentPatch, fields: readonly FieldWire[]): SentPatch {
  if (values === undefined) return rest
  const images = new Set(fields.filter(({ type }) => type === 'image').map(({ id }) => id))
  // What is typed into a text stays a text, whatever it looks like.
  const sent = Object.entries(values).map(([id, value]) => [id, images.has(id) ? sentOwn(value) : value])
  return { ...rest, values: Object.fromEntries(sent) }
}

export function valueText(value: string | PlacedWire): string {
  return typeof value === 'string' ? value : ownText(value)
}

function valueTexts(values: Readonly<Record<string, string | PlacedWire>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, valueText(value)]))
}

/** The parts come from one place each, so that their members stand in one order. */
function areSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Of what was kept, that which the template still has: a field may be gone since. */
export function usable(patch: ContentPatch | null, { fields }: TemplateWire): ContentPatch | null {
  if (patch?.values === undefined) return patch
  const { values, ...rest } = patch
  const known = Object.entries(values).filter(([id]) => fields.some((field) => field.id === id))
  const left: ContentPatch = known.length === 0 ? rest : { ...rest, values: Object.fromEntries(known) }
  return Object.keys(left).length === 0 ? null : left
}

export function withDefaults(content: Content, { fields }: TemplateWire): Content {
  const defaults = Object.fromEntries(fields.map(({ id, default_value }) => [id, default_value]))
  return { ...content, values: { ...defaults, ...content.values } }
}

/** What of a change may be sent after a refusal: null where the refusal names nothing of it. */
export function withoutRefused(fault: Fault, patch: SentPatch): SentPatch | null {
  const params = [fault.param, ...fault.details.map(({ param }) => param ?? null)]
  const ids = new Set(fault.details.map(({ field_id }) => field_id))
  const named = (group: string) => params.some((param) => param?.split(/[.[]/)[0] === group)
  const values = Object.entries(patch.values ?? {}).filter(
    ([id]) => !ids.has(id) && !params.includes(`values.${id}`),
  )
  const { values: before, ...rest } = patch
  const groups = Object.entries(rest).filter(([group]) => !named(group) && fault.code !== `invalid_${group}`)
  const left = Object.keys(before ?? {}).length - values.length + Object.keys(rest).length - groups.length
  if (left === 0) return null
  return {
    ...Object.fromEntries(groups),
    ...(values.length === 0 ? {} : { values: Object.fromEntries(values) }),
  }
}
