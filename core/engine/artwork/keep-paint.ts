/** The look of text as a field can keep it: outline, opacity and blend mode; and what is lost of it. */

import type { ProcessMix } from '../ink/process-mix.ts'
import {
  BLEND_MODES,
  type BlendMode,
  LINE_JOINS,
  MITER_LIMIT,
  type TextStroke,
  type TextStyle,
} from '../text/text-style.ts'
import { isSameColor, type KeptColor } from './keep-color.ts'
import { PLAIN_PAINT, type TextPaint } from './text/text-paint.ts'

/** Looks that no field keeps. */
export const LOST_LOOKS = ['soft_mask', 'dashed_outline', 'outline_color', 'blend_mode'] as const
export type LostLook = (typeof LOST_LOOKS)[number]

export interface KeptPaint {
  readonly stroke: TextStroke | null
  /** The process mix of the outline; null if the outline prints on a plate or in the fill's ink. */
  readonly strokeMix: ProcessMix | null
  readonly opacity: number
  readonly blend: BlendMode
  /** Lost looks, each with the value that the file states. */
  readonly lost: readonly { readonly look: LostLook; readonly found: string }[]
}

export const PLAIN_KEPT: KeptPaint = { stroke: null, strokeMix: null, opacity: 1, blend: 'normal', lost: [] }

/**
 * `color` is that of the fill, or of the outline of letters that are nothing else. Decision: an outline in the ink of
 * its fill (bold by outline, mostly) has no ink of its own, so that it follows a customer's choice of ink.
 */
export function keepPaint<C>(
  paint: TextPaint<C>,
  color: KeptColor,
  colorOf: (color: C) => KeptColor,
): KeptPaint {
  if (paint === PLAIN_PAINT) return PLAIN_KEPT
  const { stroke, filled, masked } = paint
  const own = stroke === null ? color : colorOf(stroke.color)
  const blend = blendOf(paint.blend)
  const kept = stroke === null ? null : strokeOf(stroke, filled, paint.opacity, own, color)
  return {
    stroke: kept,
    strokeMix: kept === null || kept.ink === null ? null : own.mix,
    opacity: rounded(paint.opacity),
    blend: blend ?? 'normal',
    lost: [
      ...(masked ? [{ look: 'soft_mask' as const, found: 'SMask' }] : []),
      ...(stroke?.dashed === true ? [{ look: 'dashed_outline' as const, found: 'd' }] : []),
      // The colour of an outline alone is that of the field, which says so by itself.
      ...(own.lost !== null && filled && stroke !== null
        ? [{ look: 'outline_color' as const, found: own.lost }]
        : []),
      ...(blend === null ? [{ look: 'blend_mode' as const, found: paint.blend }] : []),
    ],
  }
}

function strokeOf<C>(
  { width, join, miterLimit, overprint, opacity }: NonNullable<TextPaint<C>['stroke']>,
  filled: boolean,
  fillOpacity: number,
  own: KeptColor,
  color: KeptColor,
): TextStroke {
  const follows = !filled || own.ink === color.ink
  return {
    widthPt: rounded(width),
    ink: follows ? null : (own.ink ?? 'Black'),
    tint: !filled || isSameColor(own, color) ? null : own.tint,
    join: LINE_JOINS[join] ?? 'miter',
    ...(miterLimit === MITER_LIMIT || !(miterLimit >= 1) ? {} : { miterLimit: rounded(miterLimit) }),
    overprint,
    ...(opacity === fillOpacity ? {} : { opacity: rounded(opacity) }),
    filled,
  }
}

/** Null for one of the modes that are not separable, or unknown. */
function blendOf(name: string): BlendMode | null {
  const told = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return BLEND_MODES.find((mode) => mode === told) ?? null
}

/** The part of a style beyond plain letters. Plain looks are left out, so that earlier scenes stay as they are. */
export function styleOfPaint({
  stroke,
  opacity,
  blend,
}: KeptPaint): Pick<TextStyle, 'stroke' | 'opacity' | 'blend'> {
  return {
    ...(stroke === null ? {} : { stroke }),
    ...(opacity === 1 ? {} : { opacity }),
    ...(blend === 'normal' ? {} : { blend }),
  }
}

export function isSamePaint(one: KeptPaint, other: KeptPaint): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
