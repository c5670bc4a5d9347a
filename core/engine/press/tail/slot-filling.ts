/** The resources of a template's page with a record's forms under the names of its slots. */
import type { MergedObjects } from '../merge/merged-objects.ts'
import { dictText, type Sheet, type SheetForm, type SlotHolder } from '../merge/sheets.ts'

/** Writes the replacement of `replaced` unless it is unchanged, and returns a reference to it. */
export type WriteOnce = (replaced: string, text: string, write: () => number) => string

export interface SlotFilling {
  /** Is there such a slot on the page, in its own content or in a form of its artwork. */
  has(slot: string): boolean
  /** The page's resources with forms, by the references of the slots they fill. */
  fill(filled: ReadonlyMap<string, string>): string
}

interface Prepared {
  /** The resources but the XObjects, short enough to be repeated. */
  readonly resources: string
  /** All that is painted, by itself or by forms that slots stand in. */
  readonly paints: ReadonlySet<string>
}

/** References are short, so a longer entry is written once and referenced. */
const LONGEST_ENTRY = 40

/**
 * Decision: a form of the artwork with slots in it is written again for each record, its data included, since a
 * form cannot be given other resources than its own. Only text that was taken out of a form asks for that.
 */
export function createSlotFilling(
  sheet: Sheet,
  forms: ReadonlyMap<string, SheetForm>,
  objects: MergedObjects,
  once: WriteOnce,
): SlotFilling {
  const prepared = new Map<SlotHolder, Prepared>()
  const prepare = (holder: SlotHolder): Prepared => {
    const known = prepared.get(holder)
    if (known !== undefined) return known
    const resources = holder.resources.map(
      ([key, text]) => `${key} ${text.length <= LONGEST_ENTRY ? text : `${objects.add(text)} 0 R`}`,
    )
    const paints = new Set<string>()
    const made = { resources: resources.join(' '), paints }
    prepared.set(holder, made)
    for (const [, value] of holder.xObjects) {
      paints.add(value)
      const form = forms.get(value)
      if (form !== undefined) for (const painted of prepare(form).paints) paints.add(painted)
    }
    return made
  }

  const fill = (holder: SlotHolder, filled: ReadonlyMap<string, string>): string => {
    const xObjects = holder.xObjects.map(([key, value]): [string, string] => {
      const form = forms.get(value)
      return [key, filled.get(value) ?? (form === undefined ? value : refill(value, form, filled))]
    })
    return `<<${prepare(holder).resources} /XObject ${dictText(xObjects)}>>`
  }
  const refill = (reference: string, form: SheetForm, filled: ReadonlyMap<string, string>): string => {
    const { paints } = prepare(form)
    if (![...filled.keys()].some((slot) => paints.has(slot))) return reference
    const entries = form.entries.map(([key, value]) => `${key} ${value}`).join(' ')
    const text = `${entries} /Resources ${fill(form, filled)}`
    return once(reference, text, () => objects.add(text, form.data))
  }
  return {
    has: (slot) => prepare(sheet).paints.has(slot),
    fill: (filled) => fill(sheet, filled),
  }
}
