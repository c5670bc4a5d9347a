/** Turns placed marks and their inks into separations, the marks by plate and page; pure. */

import { cmykOf, type PaletteInk, round } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { hexOfMix, isPaper, type Mix, mixHex, mixOf, platesOfMix } from '../ink/process-mix.ts'
import { separatedMix } from '../ink/rgb-table.ts'
import type { Cmyk } from '../pdf/space/screen-cmyk.ts'
import type { InkChoice } from '../scene/assignment.ts'
import type { Rebinding } from '../scene/binding.ts'
import { SLOT_KINDS, type SlotKind } from '../scene/scene.ts'
import type { Mark, MarkStroke } from './mark.ts'

/** A plate that marks are painted on, or a mix of the four process plates under the name of its ink. */
export interface Plate {
  readonly name: string
  /** The colour space array of the artwork that defines it, reused so that one name has one definition; else null. */
  readonly object: number | null
  /** Is this definition the artwork's own, or that of an ink which a separation of the artwork prints as. */
  readonly ofArtwork: boolean
  /** The colour at full tint on a device without this plate. */
  readonly alternate: Cmyk
  /** What a process mix paints; null for a plate. */
  readonly mix: Mix | null
}

export interface PlatedMark {
  readonly mark: Mark
  /** Null for a picture or an appearance that prints in its own colours. */
  readonly plate: Plate | null
  /** The plate of the outline, if the text has one. */
  readonly strokePlate?: Plate
}

/** The marks of one slot of one page, in the scene's order. */
export interface SlotMarks {
  readonly page: number
  readonly slot: SlotKind
  /** Counts the page's places within the artwork, for the slot `in_place`. */
  readonly inPlace?: number
  readonly marks: readonly PlatedMark[]
}

/** A separation by its name in the artwork, and the plate on which it prints instead. */
export interface ReboundPlate {
  readonly artwork: string
  readonly plate: Plate
  /** Screen colour of its printed ink. */
  readonly hex: string
}

export interface Separation {
  /** The plates that carry at least one mark, in palette order. */
  readonly plates: readonly Plate[]
  readonly slots: readonly SlotMarks[]
  /** By the scene's order. */
  readonly rebound: readonly ReboundPlate[]
}

export function separate(marks: readonly Mark[], inks: InkChoice, artwork: readonly PlanInk[]): Separation {
  const { rebindings } = inks
  const plates = new Map<string, Plate>()
  for (const plate of platesOf(inks.palette, artwork, rebindings)) plates.set(plate.name, plate)
  const rebound = rebindings.map(({ artwork: name, ink }): ReboundPlate => {
    const plate = plates.get(ink.name)
    if (plate === undefined) throw new Error(`The palette has no ink ${ink.name}.`)
    return { artwork: name, plate, hex: artwork.find((own) => own.name === ink.name)?.hex ?? ink.hex }
  })
  /** Fixed words in an ink of the artwork print as that does. */
  const printed = new Map(rebound.map((one) => [one.artwork, one.plate]))
  for (const { ink } of marks)
    if (ink != null && !printed.has(ink))
      printed.set(ink, plates.get(ink) ?? plateOf(ink, artwork, inks.mixes))
  /** Outlines in an ink of the scene print in what was chosen in its place. */
  const outlined = new Map<string, Plate>()
  for (const mark of marks) {
    const ink = mark.kind === 'text' ? mark.stroke?.ink : null
    if (ink == null || outlined.has(ink)) continue
    const chosen = plates.get(inks.chosenFor.get(ink) ?? ink)
    outlined.set(ink, printed.get(ink) ?? chosen ?? plateOf(ink, artwork, inks.mixes))
  }
  for (const plate of outlined.values()) plates.set(plate.name, plate)
  for (const plate of printed.values()) plates.set(plate.name, plate)
  const used = new Set<string>()
  const slots = new Map<string, Omit<SlotMarks, 'marks'> & { marks: PlatedMark[] }>()
  const plateFor = (mark: Mark): Plate | null => {
    if ((mark.kind === 'image' || mark.kind === 'appearance') && !mark.oneColor) return null
    const plate =
      mark.ink != null ? printed.get(mark.ink) : plates.get(inks.inkOf.get(mark.fieldId)?.name ?? '')
    if (plate === undefined) throw new Error(`Field ${mark.fieldId} has no ink.`)
    if (mark.kind !== 'text' || mark.stroke === undefined) used.add(plate.name)
    return plate
  }
  /** An outline of the mark's own ink overprints where small text does. */
  const strokePlated = ({ mark, plate }: PlatedMark, stroke: MarkStroke): PlatedMark => {
    const strokePlate = stroke.ink === null ? plate : (outlined.get(stroke.ink) ?? null)
    if (strokePlate === null) throw new Error(`An outline of ${mark.fieldId} has no ink.`)
    used.add(strokePlate.name)
    if (plate !== null && stroke.filled) used.add(plate.name)
    const paper = strokePlate.mix !== null && isPaper(strokePlate.mix)
    const small = isSmallBlack(
      { ...mark, tint: stroke.tint },
      strokePlate,
      inks.blackOverprint[mark.page] ?? 0,
    )
    const overprint = !paper && (stroke.overprint || (strokePlate === plate && small))
    const stroked = { ...mark, stroke: { ...stroke, overprint } } as Mark
    // Letters that are an outline alone print on its plate and on no other.
    if (!stroke.filled) return { mark: { ...stroked, tint: stroke.tint }, plate: strokePlate, strokePlate }
    return { mark: stroked, plate, strokePlate }
  }
  for (const mark of marks) {
    const plate = plateFor(mark)
    const place = mark.slot === 'in_place' && mark.inPlace != null ? { inPlace: mark.inPlace } : {}
    const key = `${mark.page} ${mark.slot} ${place.inPlace}`
    const slot = slots.get(key) ?? { page: mark.page, slot: mark.slot, ...place, marks: [] }
    // Where no ink overprints, nothing would happen: paper always knocks out.
    const overprint =
      plate?.mix != null && isPaper(plate.mix)
        ? false
        : mark.overprint || isSmallBlack(mark, plate, inks.blackOverprint[mark.page] ?? 0)
    const plated = { mark: overprint === mark.overprint ? mark : { ...mark, overprint }, plate }
    slot.marks.push(
      mark.kind === 'text' && mark.stroke !== undefined ? strokePlated(plated, mark.stroke) : plated,
    )
    slots.set(key, slot)
  }
  return {
    plates: [...plates.values()].filter((plate) => used.has(plate.name)),
    slots: [...slots.values()].sort(
      (a, b) =>
        a.page - b.page ||
        SLOT_KINDS.indexOf(a.slot) - SLOT_KINDS.indexOf(b.slot) ||
        (a.inPlace ?? 0) - (b.inPlace ?? 0),
    ),
    rebound,
  }
}

/** RGB of marks becomes process inks by the table of a body that was converted; else all stays. */
export function convertedSeparation(separation: Separation, table: string | undefined): Separation {
  if (table === undefined) return separation
  const plates = new Map<Plate, Plate>()
  const converted = (plate: Plate): Plate => {
    const { mix } = plate
    if (mix?.space !== 'DeviceRGB') return plate
    const made = plates.get(plate) ?? mixPlate(plate.name, separatedMix(mix, table))
    plates.set(plate, made)
    return made
  }
  const { plates: all, slots, rebound } = separation
  return {
    plates: all.map(converted),
    slots: slots.map(({ marks, ...slot }) => ({
      ...slot,
      marks: marks.map(({ mark, plate, strokePlate }) => ({
        mark,
        plate: plate === null ? null : converted(plate),
        ...(strokePlate === undefined ? {} : { strokePlate: converted(strokePlate) }),
      })),
    })),
    rebound: rebound.map((one) => ({ ...one, plate: converted(one.plate) })),
  }
}

/** Text in solid black, small enough for the shop's rule: a hairline of paper around it would show any misregister. */
function isSmallBlack(mark: Mark, plate: Plate | null, limit: number): boolean {
  if (mark.kind !== 'text' || mark.tint < 1 || plate === null || limit === 0) return false
  if (mark.opacity !== undefined || mark.blend !== undefined) return false
  const black = plate.mix === null ? plate.name === 'Black' : `${platesOfMix(plate.mix)}` === '0,0,0,1'
  const [a, b, c, d] = mark.matrix
  const scale = Math.sqrt(Math.abs(a * d - b * c))
  return black && mark.runs.every(({ sizePt }) => sizePt * scale <= limit + 1e-6)
}

function mixPlate(name: string, mix: Mix): Plate {
  const alternate = platesOfMix(mix) ?? cmykOf(hexOfMix(mix))
  return { name, object: null, ofArtwork: false, alternate, mix }
}

/** An ink that only fixed words of the artwork have; without a definition it is black. */
function plateOf(name: string, artwork: readonly PlanInk[], mixes: readonly PaletteInk[]): Plate {
  const own = mixes.find((ink) => ink.name === name)
  const mix = own === undefined ? null : mixOf(own)
  if (mix !== null) return mixPlate(name, mix)
  const ink = artwork.find((plate) => plate.name === name)
  const ofArtwork = ink !== undefined
  return { name, object: ink?.object ?? null, ofArtwork, alternate: cmykOf(ink?.hex ?? '#000000'), mix: null }
}

/**
 * Decision: inks of one hex are allowed, but no two plates may share an alternate (GWG 2022 R0023), so equal ones
 * are set apart in the fourth decimal, by palette order.
 */
function platesOf(
  palette: readonly PaletteInk[],
  artwork: readonly PlanInk[],
  rebindings: readonly Rebinding[],
): Plate[] {
  const taken = new Map<string, number>()
  return palette.map((ink) => {
    const { name } = ink
    const mix = mixOf(ink)
    if (mix !== null) return mixPlate(name, mix)
    const object = definitionOf(name, artwork, rebindings)
    const own = artwork.find((plate) => plate.name === name)
    if (own !== undefined) return { name, object, ofArtwork: true, alternate: cmykOf(own.hex), mix: null }
    const hex = (mixHex(ink) ?? ink.hex).toLowerCase()
    const twins = taken.get(hex) ?? 0
    taken.set(hex, twins + 1)
    return { name, object, ofArtwork: false, alternate: setApart(cmykOf(hex), twins), mix: null }
  })
}

/**
 * The object that defines a plate in the finished file: of a separation of that name that stays what it is, else of
 * one that prints on it. Null where none does.
 */
function definitionOf(
  name: string,
  artwork: readonly PlanInk[],
  rebindings: readonly Rebinding[],
): number | null {
  const rebound = new Map(rebindings.map((rebinding) => [rebinding.artwork, rebinding.ink.name]))
  const printsOn = (separation: PlanInk) => rebound.get(separation.name) ?? separation.name
  const own = artwork.find((separation) => separation.name === name && printsOn(separation) === name)
  return (own ?? artwork.find((separation) => printsOn(separation) === name))?.object ?? null
}

function setApart([cyan, magenta, yellow, black]: Cmyk, steps: number): Cmyk {
  const shifted = black <= 0.5 ? black + steps / 10_000 : black - steps / 10_000
  return [cyan, magenta, yellow, round(shifted)]
}
