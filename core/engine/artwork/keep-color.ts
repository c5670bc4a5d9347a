/** Colours of text as a field can keep them: a plate with its tint, black, or a mix of process colours. */

import { round } from '../ink/palette.ts'
import { nameOfMix, type ProcessMix } from '../ink/process-mix.ts'
import { type ColorSpace, componentCount, screenRgb, tableEntry } from '../pdf/space/space.ts'

/** What the text of a field is painted in. */
export interface KeptColor {
  /** A plate's name, or that of `mix`; null for solid black, and for a colour that no ink comes near. */
  readonly ink: string | null
  readonly tint: number
  /** What the ink is mixed of; null for a plate. */
  readonly mix: ProcessMix | null
  /** The colour in the words of the file where it cannot be kept; else null. */
  readonly lost: string | null
}

export const SOLID_BLACK: KeptColor = { ink: null, tint: 1, mix: null, lost: null }

/** Compares colours of text as they were painted. */
export const isSameColor = (one: KeptColor, other: KeptColor) =>
  one.ink === other.ink && one.tint === other.tint && one.lost === other.lost

const BLACK = 'Black'
const PROCESS = ['Cyan', 'Magenta', 'Yellow', BLACK]
/** Components this close are one: less than a step of 8 bits. */
const TOLERANCE = 0.002

/** A colour that nothing keeps; it prints in what `nearest` says, else in the primary ink. */
export function lostColor(said: string, nearest: KeptColor = SOLID_BLACK): KeptColor {
  return { ...nearest, lost: said }
}

/**
 * The colour of these components; without any, the initial one of the space. Decision: black and the grays of every
 * space are tints of the black plate, since nobody prints gray text of four inks on purpose; CMYK stays the numbers it
 * is, also under a profile, for those are what the designer has put on the plates; white knocks out to the paper.
 */
export function keepColor(space: ColorSpace, stated: readonly number[]): KeptColor {
  const components = stated.length < componentCount(space) ? initialOf(space) : stated
  const [first = 0, second = 0, third = 0, fourth = 0] = components
  switch (space.kind) {
    case 'gray':
    case 'calGray':
      return black(1 - first)
    case 'cmyk':
      return ofPlates([first, second, third, fourth])
    case 'rgb':
    case 'calRgb':
    case 'lab':
      return ofLight(space, components)
    case 'indexed':
      return keepColor(space.base, tableEntry(space, first))
    case 'inks':
      return ofInks(space, components)
  }
}

function initialOf(space: ColorSpace): readonly number[] {
  if (space.kind === 'inks') return space.names.map(() => 1)
  return space.kind === 'cmyk' ? [0, 0, 0, 1] : new Array<number>(componentCount(space)).fill(0)
}

const unit = (value: number) => Math.min(Math.max(value, 0), 1)

function black(stated: number): KeptColor {
  const tint = round(unit(stated))
  if (tint >= 1 - TOLERANCE) return SOLID_BLACK
  return tint <= TOLERANCE ? mixed({ cmyk: [0, 0, 0, 0] }) : { ...SOLID_BLACK, ink: BLACK, tint }
}

function mixed(mix: ProcessMix): KeptColor {
  return { ink: nameOfMix(mix), tint: 1, mix, lost: null }
}

/** To a hundredth of a per cent or of a step of 8 bits. */
const hundredths = (value: number) => Math.round(value * 100) / 100

function ofPlates(plates: readonly number[]): KeptColor {
  const [cyan = 0, magenta = 0, yellow = 0, key = 0] = plates.map(unit)
  if (Math.max(cyan, magenta, yellow) <= TOLERANCE) return black(key)
  return mixed({ cmyk: [cyan, magenta, yellow, key].map((part) => hundredths(part * 100)) })
}

function ofLight(space: ColorSpace, components: readonly number[]): KeptColor {
  const rgb = screenRgb(space, components) ?? [0, 0, 0]
  const isDevice = space.kind === 'rgb' && space.colors === undefined
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)]
  if (most - least <= (isDevice ? TOLERANCE : 0.01)) return black(1 - most)
  const kept = mixed({ rgb: rgb.map((part) => hundredths(unit(part) * 255)) })
  // What lies beyond sRGB was cut off at its bounds.
  const isCut = space.kind !== 'rgb' && (least <= 0 || most >= 1)
  const profile = space.kind === 'rgb' ? (space.profile ?? null) : null
  if (profile !== null) return lostColor(`${profile} ${components.join(' ')}`, kept)
  return isCut ? lostColor(`${space.kind === 'lab' ? 'Lab' : 'CalRGB'} ${components.join(' ')}`, kept) : kept
}

/** Of the inks that leave something: one is a plate, process inks alone are a mix, and a spot ink with others is lost. */
function ofInks(
  { names, alternate }: Extract<ColorSpace, { kind: 'inks' }>,
  components: readonly number[],
): KeptColor {
  const inked = names
    .map((name, at) => ({ name, tint: round(unit(components[at] ?? 0)) }))
    .filter(({ name, tint }) => name !== 'None' && name !== '' && tint > 0)
  const [first] = inked
  // `All` is every plate and `None` is none (ISO 32000-1 8.6.6.4).
  if (first === undefined)
    return names.every((name) => name === 'None' || name === '')
      ? lostColor(names.join(' '))
      : mixed({ cmyk: [0, 0, 0, 0] })
  if (inked.some(({ name }) => name === 'All')) return lostColor('All')
  if (inked.length === 1) return { ...SOLID_BLACK, ink: first.name, tint: first.tint }
  const spots = inked.filter(({ name }) => !PROCESS.includes(name))
  if (spots.length === 0 && alternate.kind !== 'inks')
    return ofPlates(PROCESS.map((plate) => inked.find(({ name }) => name === plate)?.tint ?? 0))
  const strongest = spots.reduce((most, one) => (one.tint > most.tint ? one : most), spots[0] ?? first)
  const said = inked.map(({ name, tint }) => `${name} ${tint}`).join(', ')
  return lostColor(said, { ...SOLID_BLACK, ink: strongest.name, tint: strongest.tint })
}
