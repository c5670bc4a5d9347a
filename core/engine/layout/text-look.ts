/** How the letters of a placement are painted beyond their ink: outline, opacity and blend mode, in units of the page. */

import type { Box } from '../geometry/box.ts'
import type { Matrix } from '../geometry/matrix.ts'
import type { Placement, SceneField } from '../scene/scene.ts'
import type { GlyphRun } from '../text/glyph-run.ts'
import type { Place } from '../text/place.ts'
import { strokeReach } from '../text/stroke-reach.ts'
import { MITER_LIMIT } from '../text/text-style.ts'
import type { MarkStroke, TextLook } from './mark.ts'
import { fieldMatrix } from './matrix.ts'

/** Its outline grows and shrinks with text of this size. */
export function lookOf(placement: Placement, field: SceneField, sizePt: number): TextLook {
  const { stroke, opacity = 1, blend = 'normal' } = placement.style
  return {
    ...(stroke == null ? {} : { stroke: strokeOf(placement, field, sizePt) }),
    ...(opacity === 1 ? {} : { opacity }),
    ...(blend === 'normal' ? {} : { blend }),
  }
}

function strokeOf(placement: Placement, field: SceneField, sizePt: number): MarkStroke {
  const { stroke, sizePt: designed, opacity = 1 } = placement.style
  if (stroke == null) throw new Error('The text has no outline.')
  const [, scale] = scalesOf(fieldMatrix(placement))
  return {
    width: (stroke.widthPt * scale * sizePt) / designed,
    ink: stroke.ink,
    tint: stroke.tint ?? field.tint,
    join: stroke.join,
    miterLimit: stroke.miterLimit ?? MITER_LIMIT,
    overprint: stroke.overprint,
    opacity: stroke.opacity ?? opacity,
    filled: stroke.filled,
  }
}

/**
 * Sets text with room for its outline, and says how far that reaches beyond the letters, in units of field space. Its corners are known once it is set: where they reach further than half the
 * line's width, it is set once more.
 */
export function fitOutlined<Result extends { readonly kind: string }>(
  placement: Placement,
  place: Place,
  setIn: (place: Place) => Result,
  setOf: (result: Result) => { readonly sizePt: number; readonly runs: readonly GlyphRun[] } | null,
): { readonly result: Result; readonly reach: number } {
  const { style } = placement
  const { stroke } = style
  if (stroke == null) return { result: setIn(place), reach: 0 }
  const [along, up] = scalesOf(fieldMatrix(placement))
  // A line is as wide in every direction, whatever the letters are stretched to.
  const stretch = Math.max(1, up / along)
  const halfEm = stroke.widthPt / style.sizePt / 2
  const reachOf = (result: Result): number => {
    const set = setOf(result)
    return stretch * (set === null ? halfEm : strokeReach(set.runs, set.sizePt, halfEm, stroke))
  }
  const first = setIn({ ...place, outsetEm: stretch * halfEm })
  const needed = reachOf(first)
  const result = needed > stretch * halfEm ? setIn({ ...place, outsetEm: needed }) : first
  return { result, reach: reachOf(result) * (setOf(result)?.sizePt ?? 0) }
}

export function outset([left, bottom, right, top]: Box, by: number): Box {
  return by === 0 ? [left, bottom, right, top] : [left - by, bottom - by, right + by, top + by]
}

/** Distances in field space: along the baseline, and away from it. */
function scalesOf([a, b, c, d]: Matrix): readonly [along: number, up: number] {
  const along = Math.hypot(a, b)
  return [along, Math.abs(a * d - b * c) / along]
}
