/** Colours of the graphics state as plates see them: which components of a space leave ink. */
import { IDENTITY, type Matrix } from '../geometry/matrix.ts'
import type { PaintSpace } from '../pdf/space/read-paint-space.ts'
import type { Color, MarkSet } from './read-mark-set.ts'
import { isLabWhite } from './read-plate-look.ts'

const NO_COMPONENTS: readonly number[] = []
const COMPONENTS = new Map<number, readonly number[]>()

/** A colour, or with null the space's initial one (ISO 32000-1 8.6.3 to 8.6.6). */
export function colorIn(space: PaintSpace, components: readonly number[] | null): Color {
  return colorOf(space, components, inkedComponents(space, components))
}

/** As colorIn, or the present colour if it is the same: programs set it anew before each word. */
export function colorAfter(present: Color, space: PaintSpace, components: readonly number[] | null): Color {
  const isSame = present.space === space && present.pattern === null
  return isSame && areSame(present.components, components) ? present : colorIn(space, components)
}

export function areSame(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === null || b === null || a.length !== b.length) return a === b
  return a.every((value, at) => value === b[at])
}

export function inheritedColor(role: 'fill' | 'stroke'): Color {
  return colorOf(`inherited ${role}`, null, NO_COMPONENTS)
}

/** A tiling pattern's marks, coloured by `space` where the pattern has no colours of its own. */
export function patternColor(
  space: PaintSpace,
  components: readonly number[],
  pattern: MarkSet,
  patternMatrix: Matrix,
): Color {
  const under = space.under ?? space
  return { ...colorIn(under, components), pattern, patternMatrix }
}

/** Everything a space can put down, as an image or a shading in it may. */
export function allComponents(space: PaintSpace): readonly number[] {
  const count = Math.max(space.components, 1)
  // Asked for with every colour that is set: the same list serves all spaces of a size.
  let all = COMPONENTS.get(count)
  if (all === undefined) {
    all = Array.from({ length: count }, (_, at) => at)
    COMPONENTS.set(count, all)
  }
  return all
}

function colorOf(space: Color['space'], components: Color['components'], inked: readonly number[]): Color {
  return { space, components, inked, pattern: null, patternMatrix: IDENTITY, recorded: new Set() }
}

/**
 * Decision: a colour that leaves no ink (a tint of 0, white) does not make its plates painted; it only knocks out.
 */
function inkedComponents(space: PaintSpace, components: readonly number[] | null): readonly number[] {
  const all = allComponents(space)
  switch (space.family) {
    case 'Separation':
    case 'DeviceN':
      return components === null ? all : all.filter((at) => (components[at] ?? 0) > 0)
    case 'DeviceCMYK':
      return components === null ? [3] : all.filter((at) => (components[at] ?? 0) > 0)
    case 'Indexed':
    case 'Pattern':
      return space.family === 'Indexed' ? all : NO_COMPONENTS
    default:
      if (space.model === 'lab') return isLabWhite(components) ? NO_COMPONENTS : all
      if (space.model === 'cmyk') return components?.every((value) => value <= 0) ? NO_COMPONENTS : all
      return components?.length && components.every((value) => value >= 1) ? NO_COMPONENTS : all
  }
}
