/** Placed marks and their inks become separations: what is painted on which plate, page by page; pure. */
import type { Mark } from '../layout/mark.ts'
import type { PlanInk } from '../press/plan.ts'
import { SLOT_KINDS, type SlotKind } from '../scene/scene.ts'
import type { InkChoice } from './assignment.ts'
import type { PaletteInk } from './ink.ts'

/** DeviceCMYK components, 0 to 1. */
export type Cmyk = readonly [number, number, number, number]

/** A plate that marks are painted on. */
export interface Plate {
  readonly name: string
  /** The artwork's own colour space array, reused so that one name has one definition; else null. */
  readonly object: number | null
  /** What a device without this plate shows at full tint. */
  readonly alternate: Cmyk
}

export interface PlatedMark {
  readonly mark: Mark
  readonly plate: Plate
}

/** The marks of one slot of one page, in the scene's order. */
export interface SlotMarks {
  readonly page: number
  readonly slot: SlotKind
  readonly marks: readonly PlatedMark[]
}

export interface Separation {
  /** The plates that carry at least one mark, in palette order. */
  readonly plates: readonly Plate[]
  readonly slots: readonly SlotMarks[]
}

export function separate(marks: readonly Mark[], inks: InkChoice, artwork: readonly PlanInk[]): Separation {
  const plates = new Map<string, Plate>()
  for (const plate of platesOf(inks.palette, artwork)) plates.set(plate.name, plate)
  const used = new Set<string>()
  const slots = new Map<string, { page: number; slot: SlotKind; marks: PlatedMark[] }>()
  for (const mark of marks) {
    const plate = plates.get(inks.inkOf.get(mark.fieldId)?.name ?? '')
    if (plate === undefined) throw new Error(`Field ${mark.fieldId} has no ink.`)
    used.add(plate.name)
    const key = `${mark.page} ${mark.slot}`
    const slot = slots.get(key) ?? { page: mark.page, slot: mark.slot, marks: [] }
    slot.marks.push({ mark, plate })
    slots.set(key, slot)
  }
  return {
    plates: [...plates.values()].filter((plate) => used.has(plate.name)),
    slots: [...slots.values()].sort(
      (a, b) => a.page - b.page || SLOT_KINDS.indexOf(a.slot) - SLOT_KINDS.indexOf(b.slot),
    ),
  }
}

/**
 * Decision: inks of one hex are allowed, but no two plates may share an alternate (GWG 2022 R0023), so equal ones
 * are set apart in the fourth decimal, by palette order.
 */
function platesOf(palette: readonly PaletteInk[], artwork: readonly PlanInk[]): Plate[] {
  const taken = new Map<string, number>()
  return palette.map((ink) => {
    const object = artwork.find((plate) => plate.name === ink.name)?.object ?? null
    if (object !== null) return { name: ink.name, object, alternate: cmykOf(ink.hex) }
    const twins = taken.get(ink.hex.toLowerCase()) ?? 0
    taken.set(ink.hex.toLowerCase(), twins + 1)
    return { name: ink.name, object, alternate: setApart(cmykOf(ink.hex), twins) }
  })
}

function setApart([cyan, magenta, yellow, black]: Cmyk, steps: number): Cmyk {
  const shifted = black <= 0.5 ? black + steps / 10_000 : black - steps / 10_000
  return [cyan, magenta, yellow, round(shifted)]
}

/**
 * Screen hex to DeviceCMYK with full black generation and undercolour removal (ISO 32000-1 10.3.5, BG(k) = UCR(k)
 * = k, then scaled by what black leaves). Only a device without the plate ever shows it.
 */
export function cmykOf(hex: string): Cmyk {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const lightest = Math.max(red ?? 0, green ?? 0, blue ?? 0)
  if (lightest === 0) return [0, 0, 0, 1]
  const component = (value: number | undefined) => round((lightest - (value ?? 0)) / lightest)
  return [component(red), component(green), component(blue), round(1 - lightest)]
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
