/** Which field prints in which ink. */

import { type ErrorDetail, ServiceError } from '../../errors.ts'
import { checkPalette, type PaletteInk } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { mixOf } from '../ink/process-mix.ts'
import { keptPlates, mergedPlates, type Rebinding, rebind } from './binding.ts'
import { fieldByLabel } from './field-by-label.ts'
import { allowsRgb, type Scene } from './scene.ts'

/** Field ids to ink indexes, as a request gives them. */
export type Assignments = Readonly<Record<string, number>>

/** The palette in force and the ink of every field, by field id. */
export interface InkChoice {
  readonly palette: readonly PaletteInk[]
  readonly inkOf: ReadonlyMap<string, PaletteInk>
  /** The separations of the artwork that print as inks of the palette. */
  readonly rebindings: readonly Rebinding[]
  /** The scene's own process mixes, which fixed words print in whatever the palette. */
  readonly mixes: readonly PaletteInk[]
  /**
   * By the name of an ink of the scene what prints in its place. Decision: an outline in an ink of its own follows the
   * palette's ink of the same index, as an outline in the field's ink follows that; a process mix stays what it is.
   */
  readonly chosenFor: ReadonlyMap<string, string>
  /** Of each page the size, in its units, up to which text in solid black overprints; 0 for none. */
  readonly blackOverprint: readonly number[]
}

/**
 * Resolves colors and assignments against a scene. With colors given, a field without an assignment prints in
 * index 1. Without them the scene's own inks serve, and then a field prints in the ink its artwork gives it.
 * Throws `invalid_colors` or `invalid_assignments`.
 */
export function chooseInks(
  scene: Scene,
  colors: readonly PaletteInk[] | null,
  assignments: Assignments,
  artwork: readonly PlanInk[],
): InkChoice {
  const palette = colors ?? scene.inks
  const rebindings = rebind(scene, palette, artwork)
  if (colors !== null) checkPalette(colors, keptPlates(artwork, rebindings), allowsRgb(scene))
  refuseMixedPlates(palette, rebindings)
  refuseMerged(palette, artwork, rebindings)
  const byIndex = new Map(palette.map((ink) => [ink.index, ink]))
  const assigned = readAssignments(scene, assignments, byIndex)
  const primary = byIndex.get(1)
  if (primary === undefined)
    throw new ServiceError('invalid_colors', { message: 'The primary ink, index 1, is missing.' })
  const inkOf = new Map<string, PaletteInk>()
  for (const field of scene.fields) {
    const own =
      colors === null && field.ink !== null ? palette.find((ink) => ink.name === field.ink) : undefined
    inkOf.set(field.id, assigned.get(field.id) ?? own ?? primary)
  }
  const mixes = scene.inks.filter((ink) => mixOf(ink) !== null)
  const blackOverprint = scene.pages.map(({ userUnit }) => (scene.blackOverprintPt ?? 0) / userUnit)
  const chosenFor = new Map<string, string>()
  for (const ink of colors === null ? [] : scene.inks)
    if (mixOf(ink) === null) chosenFor.set(ink.name, byIndex.get(ink.index)?.name ?? ink.name)
  return { palette, inkOf, rebindings, mixes, chosenFor, blackOverprint }
}

/** Tints of a separation are one value each; what paints them in the artwork has none for the plates of a mix. */
function refuseMixedPlates(palette: readonly PaletteInk[], rebindings: readonly Rebinding[]): void {
  const mixed = rebindings.find(({ ink }) => mixOf(ink) !== null)
  if (mixed === undefined) return
  const param = `colors[${palette.findIndex(({ index }) => index === mixed.ink.index)}]`
  const message =
    `The artwork's plate ${mixed.artwork} prints as the ink ${mixed.ink.index}, so that ink must be a separation. ` +
    `Give ${mixed.ink.name} another index, or leave out cmyk, gray and rgb.`
  throw new ServiceError('invalid_colors', {
    message,
    param,
    details: [{ code: 'invalid_colors', param, message }],
  })
}

function refuseMerged(
  palette: readonly PaletteInk[],
  artwork: readonly PlanInk[],
  rebindings: readonly Rebinding[],
): void {
  const merged = mergedPlates(artwork, rebindings)
  if (merged === null) return
  const target = rebindings.find((rebinding) => rebinding.artwork === merged[0])?.ink
  const param = `colors[${palette.findIndex(({ index }) => index === target?.index)}].name`
  const message =
    `The artwork mixes ${merged[0]} and ${merged[1]} in one colour, so they cannot both print as ` +
    `${target?.name ?? 'one ink'}. Choose another name.`
  throw new ServiceError('invalid_colors', {
    message,
    param,
    details: [{ code: 'invalid_colors', param, message }],
  })
}

function readAssignments(
  scene: Scene,
  assignments: Assignments,
  byIndex: ReadonlyMap<number, PaletteInk>,
): Map<string, PaletteInk> {
  const details: ErrorDetail[] = []
  const assigned = new Map<string, PaletteInk>()
  const ids = new Set(scene.fields.map((field) => field.id))
  for (const [key, index] of Object.entries(assignments)) {
    const param = `assignments.${key}`
    const report = (message: string) => details.push({ code: 'invalid_assignments', param, message })
    const byLabel = ids.has(key) ? null : fieldByLabel(scene, key)
    const id = ids.has(key) ? key : byLabel !== null && byLabel !== 'ambiguous' ? byLabel.id : null
    const ink = byIndex.get(index)
    if (byLabel === 'ambiguous') report(`Several fields have the label ${key}. Use the field id.`)
    else if (id === null) report(`The template has no field ${key}.`)
    else if (ink === undefined) report(`The colors have no index ${index}.`)
    else if (id === key) assigned.set(id, ink)
    else if (Object.hasOwn(assignments, id)) continue
    else if (assigned.has(id)) report(`Two keys are the same field. Use the field id ${id}.`)
    else assigned.set(id, ink)
  }
  const first = details[0]
  if (first === undefined) return assigned
  throw new ServiceError('invalid_assignments', {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    details,
  })
}
