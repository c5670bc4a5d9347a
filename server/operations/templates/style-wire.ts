/** The style of text as it goes over the wire, in snake_case, and back. */

import type { Static } from '@sinclair/typebox'
import { MITER_LIMIT, type TextStroke, type TextStyle } from '../../../core/engine/text/text-style.ts'
import type { STROKE, STYLE } from './placement-schema.ts'

type StyleWire = Static<typeof STYLE>
type StrokeWire = Static<typeof STROKE>

export function styleWire(style: TextStyle): StyleWire {
  return {
    font: { ...style.font },
    size_pt: style.sizePt,
    auto_size: style.autoSize,
    min_size_pt: style.minSizePt,
    leading: style.leading,
    tracking: style.tracking,
    min_tracking: style.minTracking,
    align: style.align,
    vertical_align: style.verticalAlign,
    wrap: style.wrap,
    max_lines: style.maxLines,
    comb: style.comb,
    features: [...style.features],
    fallbacks: (style.fallbacks ?? []).map((font) => ({ ...font })),
    stroke: style.stroke == null ? null : strokeWire(style.stroke),
    opacity: style.opacity ?? 1,
    blend: style.blend ?? 'normal',
  }
}

export function strokeWire(stroke: TextStroke): StrokeWire {
  return {
    width_pt: stroke.widthPt,
    ink: stroke.ink,
    tint: stroke.tint,
    join: stroke.join,
    miter_limit: stroke.miterLimit ?? MITER_LIMIT,
    overprint: stroke.overprint,
    opacity: stroke.opacity ?? null,
    filled: stroke.filled,
  }
}

export function styleOf(style: StyleWire): TextStyle {
  return {
    font: style.font,
    sizePt: style.size_pt,
    autoSize: style.auto_size,
    minSizePt: style.min_size_pt,
    leading: style.leading,
    tracking: style.tracking,
    minTracking: style.min_tracking,
    align: style.align,
    verticalAlign: style.vertical_align,
    wrap: style.wrap,
    maxLines: style.max_lines,
    comb: style.comb,
    features: style.features,
    ...(style.fallbacks === undefined || style.fallbacks.length === 0 ? {} : { fallbacks: style.fallbacks }),
    // What is plain is left out, so that a scene which is sent back is the one that was read.
    ...(style.stroke == null ? {} : { stroke: strokeOf(style.stroke) }),
    ...((style.opacity ?? 1) === 1 ? {} : { opacity: style.opacity }),
    ...((style.blend ?? 'normal') === 'normal' ? {} : { blend: style.blend }),
  }
}

function strokeOf(stroke: StrokeWire): TextStroke {
  return {
    widthPt: stroke.width_pt,
    ink: stroke.ink ?? null,
    tint: stroke.tint ?? null,
    join: stroke.join ?? 'miter',
    ...((stroke.miter_limit ?? MITER_LIMIT) === MITER_LIMIT ? {} : { miterLimit: stroke.miter_limit }),
    overprint: stroke.overprint ?? false,
    ...(stroke.opacity == null ? {} : { opacity: stroke.opacity }),
    filled: stroke.filled ?? true,
  }
}
