/** Hands one painted object to the observer, with what the graphics state says of it. */
import { type Box, intersection } from '../../geometry/box.ts'
import type { PaintSpace } from '../../pdf/space/read-paint-space.ts'
import type { ContentRun } from '../content/content-run.ts'
import type { Role } from '../content/content-visitor.ts'
import { plateLook, unknownLook } from '../read-plate-look.ts'
import type { ObjectVisitor, Outline, PaintedKind, PlateLook } from './painted-object.ts'

/** A colour; its look is worked out when something is painted in it. */
export interface PaintedColor {
  readonly space: PaintSpace | null
  readonly components: readonly number[] | null
  look: PlateLook | null
}

interface ObjectParts {
  readonly kind: PaintedKind
  readonly role: Role
  readonly box: Box
  readonly sizePt: number
  readonly outline: Outline | null
  /** Of an image or a shading with colours of its own; else the state's colour counts. */
  readonly look?: PlateLook
}

export function paintObject(
  { state, hidden, steps }: ContentRun<PaintedColor>,
  into: ObjectVisitor,
  groups: readonly string[],
  { kind, role, box, sizePt, outline, look }: ObjectParts,
): void {
  const { clip, ext } = state
  const visible = clip === null ? box : overlap(box, clip)
  if (visible === null) return
  if (hidden > 0) {
    into.feature('hidden_layer', '', visible)
    return
  }
  const isFill = role === 'fill'
  into.object({
    kind,
    box: visible,
    look: look ?? lookOf(state[role]),
    overprint: isFill ? ext.fillOverprint : ext.strokeOverprint,
    overprintMode: ext.overprintMode,
    sizePt,
    step: steps > 0,
    opaque: (isFill ? ext.fillOpaque : ext.strokeOpaque) && ext.normalBlend && !ext.softMask,
    outline,
    groups,
  })
}

function lookOf(color: PaintedColor): PlateLook {
  color.look ??= color.space === null ? unknownLook('Pattern') : plateLook(color.space, color.components)
  return color.look
}

/** What two boxes share, lines without area included. */
function overlap(box: Box, clip: Box): Box | null {
  const shared = intersection(box, clip)
  if (shared !== null) return shared
  const flat: Box = [
    Math.max(box[0], clip[0]),
    Math.max(box[1], clip[1]),
    Math.min(box[2], clip[2]),
    Math.min(box[3], clip[3]),
  ]
  const isFlat = box[0] === box[2] || box[1] === box[3]
  return isFlat && flat[0] <= flat[2] && flat[1] <= flat[3] ? flat : null
}
