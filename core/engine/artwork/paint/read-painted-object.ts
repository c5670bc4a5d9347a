/** Hands one painted object to the visitor, with what the graphics state says of it. */
import { type Box, intersection } from '../../geometry/box.ts'
import { plateLook, unknownLook } from '../read-plate-look.ts'
import type { Outline, PaintedKind, PlateLook } from './painted-object.ts'
import type { PaintedRun, Role, StateColor } from './read-painted-run.ts'

interface ObjectParts {
  readonly kind: PaintedKind
  readonly role: Role
  readonly box: Box
  readonly sizePt: number
  readonly outline: Outline | null
  /** Of an image or a shading with colours of its own; else the state's colour counts. */
  readonly look?: PlateLook
}

export function paintObject(run: PaintedRun, { kind, role, box, sizePt, outline, look }: ObjectParts): void {
  const { state, parts } = run
  const visible = overlap(box, state.clip)
  if (visible === null) return
  if (run.hidden > 0) {
    parts.visitor.feature('hidden_layer', '', visible)
    return
  }
  parts.visitor.object({
    kind,
    box: visible,
    look: look ?? lookOf(state[role]),
    overprint: role === 'fill' ? state.fillOverprint : state.strokeOverprint,
    overprintMode: state.overprintMode,
    sizePt,
    step: run.steps > 0,
    opaque: (role === 'fill' ? state.fillOpaque : state.strokeOpaque) && state.normalBlend && !state.softMask,
    outline,
    groups: run.groups,
  })
}

export function lookOf(color: StateColor) {
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

/** An empty clip stays a box, of no size. */
export function clipTo(box: Box, clip: Box): Box {
  return intersection(box, clip) ?? [box[0], box[1], box[0], box[1]]
}
