/** Outlines that a render paints more than once, as form XObjects: written once, deflated once for all renders. */
import { deflateSync } from 'node:zlib'
import type { Separation } from '../../layout/separation.ts'
import type { Typeface } from '../../text/font.ts'

/** A glyph's outline in font units; `paint` operators scale and place it. */
export interface GlyphForm {
  readonly dictionary: string
  readonly stream: Uint8Array
}

/** Room around the outline, in font units, so that the form's clip never touches a smoothed edge. */
const CLIP_ROOM = 20

const kept = new WeakMap<Typeface, Map<number, GlyphForm>>()

/** The glyph's form, made at its first use and cached with the typeface. */
export function glyphForm(typeface: Typeface, glyphId: number): GlyphForm {
  let forms = kept.get(typeface)
  if (forms === undefined) {
    forms = new Map()
    kept.set(typeface, forms)
  }
  let form = forms.get(glyphId)
  if (form === undefined) {
    form = makeForm(typeface, glyphId)
    forms.set(glyphId, form)
  }
  return form
}

function makeForm(typeface: Typeface, glyphId: number): GlyphForm {
  const [left, bottom, right, top] = typeface.bounds(glyphId) ?? [0, 0, 0, 0]
  const box = [left - CLIP_ROOM, bottom - CLIP_ROOM, right + CLIP_ROOM, top + CLIP_ROOM]
  return {
    dictionary: `/Subtype /Form /BBox [${box.map(Math.round).join(' ')}] /Filter /FlateDecode`,
    stream: deflateSync(`${typeface.outline(glyphId)} f`, { level: 9 }),
  }
}

/** For each typeface the glyphs that stand more than once on the pages. */
export function repeatedGlyphs(separation: Separation): ReadonlyMap<Typeface, ReadonlySet<number>> {
  const seen = new Map<Typeface, Set<number>>()
  const repeated = new Map<Typeface, Set<number>>()
  for (const slot of separation.slots)
    for (const { mark } of slot.marks)
      for (const run of mark.kind === 'text' ? mark.runs : []) {
        const once = seen.get(run.typeface) ?? new Set()
        const again = repeated.get(run.typeface) ?? new Set()
        seen.set(run.typeface, once)
        repeated.set(run.typeface, again)
        for (const { id } of run.glyphs) (once.has(id) ? again : once).add(id)
      }
  return repeated
}
