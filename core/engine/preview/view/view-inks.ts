/** What a colour puts on a plate, and how a view of the page shows it: the arithmetic of views. */
import type { Cmyk } from '../../pdf/space/screen-cmyk.ts'
import { type ColorSpace, screenHex, tableEntry } from '../../pdf/space/space.ts'

export const PROCESS_PLATES = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const
/** A plate that nothing of the artwork prints on: what a slot's marks would print on. */
export const SLOT_PLATE = ''
/**
 * A plate of what a press cannot print: RGB, calibrated and Lab colours put on it what `inksOf` answers first; inks put
 * nothing there, and cover what lies below them.
 */
export const GAMUT_PLATE = '\u0001gamut'

/**
 * A page drawn with plates in the place of colours: three of them in red, green and blue (the same one three times
 * where only one is wanted), each as 1 - ink; or, with null, the process colours as a screen shows them.
 */
export type ViewPlates = readonly [string, string, string] | null

/** The inks that have plates of their own. */
export interface KnownInks extends Pick<ReadonlySet<string>, 'has'> {
  /** The inks that an output profile makes of sRGB, 0 to 1; missing where none is known. */
  readonly inksOf?: ((rgb: readonly number[]) => Cmyk) | undefined
}

/** A colour that paths, text and stencils are painted in. */
export interface Paint {
  /** Null for a pattern, and for a space that cannot be read. */
  readonly space: ColorSpace | null
  /** Null for the initial colour of the space. */
  readonly components: readonly number[] | null
  /** The components were stated for DeviceCMYK itself: zeros among them may stand for nothing at all (8.6.7). */
  readonly device: boolean
  readonly pattern: boolean
}

export interface Overprint {
  readonly on: boolean
  readonly mode: 0 | 1
}

const unit = (value: number) => Math.min(Math.max(value, 0), 1)

/**
 * Decision: gray is black ink; RGB, calibrated and Lab colours become inks as `cmykOf` has it, with full black
 * generation; CMYK numbers are ink values whatever profile they come with.
 */
export function processInks(
  space: ColorSpace,
  components: readonly number[],
  inksOf: NonNullable<KnownInks['inksOf']> = ([red = 0, green = 0, blue = 0]) => inksOfRgb(red, green, blue),
): Cmyk {
  const [first = 0, second = 0, third = 0, fourth = 0] = components
  switch (space.kind) {
    case 'gray':
      return [0, 0, 0, 1 - unit(first)]
    case 'cmyk':
      return [unit(first), unit(second), unit(third), unit(fourth)]
    case 'rgb':
      return inksOf([unit(first), unit(second), unit(third)])
    default: {
      const hex = screenHex(space, components) ?? '#ffffff'
      return inksOf([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255))
    }
  }
}

function inksOfRgb(red: number, green: number, blue: number): Cmyk {
  const lightest = Math.max(red, green, blue)
  if (lightest === 0) return [0, 0, 0, 1]
  const ink = (value: number) => (lightest - value) / lightest
  return [ink(red), ink(green), ink(blue), 1 - lightest]
}

/** ISO 32000-1 8.6: black, the first entry of a table, or full tints. */
export function initialComponents(space: ColorSpace): readonly number[] {
  if (space.kind === 'inks') return space.names.map(() => 1)
  return space.kind === 'cmyk' ? [0, 0, 0, 1] : [0, 0, 0]
}

/** The ink, 0 to 1, that components of a space put on a plate. */
export function tintOn(
  plate: string,
  space: ColorSpace,
  components: readonly number[],
  inksOf?: KnownInks['inksOf'],
): number {
  if (space.kind === 'indexed')
    return tintOn(plate, space.base, tableEntry(space, components[0] ?? 0), inksOf)
  if (plate === GAMUT_PLATE && space.kind !== 'inks')
    return isProfiled(space) ? (processInks(space, components, inksOf)[0] ?? 0) : 0
  if (space.kind !== 'inks') {
    const at = PROCESS_PLATES.indexOf(plate as (typeof PROCESS_PLATES)[number])
    return at < 0 ? 0 : (processInks(space, components, inksOf)[at] ?? 0)
  }
  let tint = 0
  for (const [at, name] of space.names.entries())
    if ((name === plate && name !== SLOT_PLATE) || name === 'All')
      tint = Math.max(tint, unit(components[at] ?? 0))
  return plate === SLOT_PLATE ? 0 : tint
}

/** RGB, calibrated and Lab colours, of which a profile makes ink. */
export function isProfiled(space: ColorSpace): boolean {
  return ['rgb', 'calRgb', 'lab'].includes(space.kind)
}

/** The plates that a space addresses by name; null for one of process colours. */
export function namesOf(space: ColorSpace): readonly string[] | null {
  if (space.kind === 'indexed') return namesOf(space.base)
  return space.kind === 'inks' ? space.names : null
}

/** Does an object that is painted with overprint leave this plate as it is (8.6.7)? */
export function leavesPlate(plate: string, { space, components, device }: Paint, mode: 0 | 1): boolean {
  if (plate === SLOT_PLATE) return true
  if (space === null) return false
  const names = namesOf(space)
  if (names !== null) return !names.includes(plate) && !names.includes('All')
  if (!PROCESS_PLATES.includes(plate as (typeof PROCESS_PLATES)[number])) return true
  if (!device || mode === 0 || space.kind !== 'cmyk') return false
  return tintOn(plate, space, components ?? initialComponents(space)) === 0
}

/** No mark at all comes of painting in these (8.6.6.4). */
export function paintsNothing(space: ColorSpace | null): boolean {
  const names = space === null ? null : namesOf(space)
  return names?.every((name) => name === 'None') ?? false
}

/**
 * The colour of a view for components of a space: three numbers of DeviceRGB, four of DeviceCMYK, or null where the
 * artwork's own colour stays. `known` are the inks that have plates of their own.
 */
export function viewColor(
  plates: ViewPlates,
  known: KnownInks,
  space: ColorSpace | null,
  components: readonly number[],
): readonly number[] | null {
  if (plates !== null)
    return space === null
      ? [1, 1, 1]
      : plates.map((plate) => 1 - tintOn(plate, space, components, known.inksOf))
  if (space === null || !isStatedInInks(space, known)) return null
  return PROCESS_PLATES.map((plate) => tintOn(plate, space, components))
}

/**
 * Does a view of the process colours state this space in process inks? Gray is the black plate's, and so are process
 * inks by name, so that the same ink has one colour on the screen whatever space names it.
 */
function isStatedInInks(space: ColorSpace, known: KnownInks): boolean {
  if (space.kind === 'indexed') return isStatedInInks(space.base, known)
  const names = namesOf(space)
  return names === null ? space.kind === 'gray' : isReplaced(names, known)
}

/** Registration marks are shown as black is: with all process inks at once a screen shows the same. */
export function isReplaced(names: readonly string[], known: KnownInks): boolean {
  return (
    names.some((name) => known.has(name) || name === 'All' || name === 'None') ||
    names.every((name) => PROCESS_PLATES.some((plate) => plate === name))
  )
}

/** How the process view paints what overprints: not at all, over what is there, or with what is there kept below. */
export function screenOverprint(
  { space, components, device }: Paint,
  mode: 0 | 1,
  known: KnownInks,
): 'nothing' | 'over' | 'darken' {
  if (space === null) return 'over'
  const names = namesOf(space)
  if (names !== null) {
    if (names.includes('All')) return 'over'
    return names.every((name) => known.has(name) || name === 'None') ? 'nothing' : 'darken'
  }
  if (!device || mode === 0 || space.kind !== 'cmyk') return 'over'
  const inks = processInks(space, components ?? initialComponents(space))
  if (inks.every((ink) => ink === 0)) return 'nothing'
  return inks.every((ink) => ink > 0) ? 'over' : 'darken'
}
