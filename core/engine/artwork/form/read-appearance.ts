/** Reads the text state of a default appearance string or of a widget's appearance stream. */
import type { PDFDict } from '@cantoo/pdf-lib'
import { PLAIN_LAYER } from '../../pdf/read-layers.ts'
import { createRun, initialState } from '../content/content-run.ts'
import { type ContentVisitor, NOTHING_PAINTED } from '../content/content-visitor.ts'
import { walkContent } from '../content/walk-content.ts'
import { PLAIN_PAINT, paintOf, type TextPaint } from '../text/text-paint.ts'

/** Colour in a colour space; `space` is a device space's name or the name of a resource, its bytes as characters. */
export interface FillColor {
  readonly space: string
  readonly components: readonly number[]
}

export interface TextState {
  /** The font's resource name, its bytes as characters; null where none is set. */
  readonly font: string | null
  /** The operand of Tf, 0 where there is none (which asks for an automatic size). */
  readonly size: number
  readonly fill: FillColor | null
  /** Operands of Tc and TL, 0 where they are not set. */
  readonly letterSpacing: number
  readonly leading: number
  /** Fills overprint (/op, else /OP; ISO 32000-1 table 58). */
  readonly overprint: boolean
  readonly paint: TextPaint<FillColor | null>
  /** True where the stream shows text; the state is then that of the first text. */
  readonly showsText: boolean
}

export const INITIAL_TEXT_STATE: TextState = {
  font: null,
  size: 0,
  fill: null,
  letterSpacing: 0,
  leading: 0,
  overprint: false,
  paint: PLAIN_PAINT,
  showsText: false,
}

/**
 * The state in which `content` shows its first text, or the one it ends in where it shows none, as a default
 * appearance does. The text matrix is passed over: layout decides where text stands.
 */
export function readTextState(content: Uint8Array, resources: PDFDict | null = null): TextState {
  let showsText = false
  const visitor: ContentVisitor<FillColor | null> = {
    ...NOTHING_PAINTED,
    spend: () => !showsText,
    layerOf: () => PLAIN_LAYER,
    color({ state }, role, stated) {
      const space = stated.space ?? state[role]?.space
      return space === undefined ? null : { space, components: stated.components ?? [] }
    },
    showText() {
      showsText = true
      return 0
    },
  }
  const run = createRun({ visitor, resources, state: initialState<FillColor | null>(null, null) })
  walkContent(content, run)
  const { ext, text } = run.state
  const paint = paintOf(run.state)
  // Letters that are an outline alone have its colour.
  const isStroked = !paint.filled
  const fill = isStroked ? run.state.stroke : run.state.fill
  const overprint = isStroked ? ext.strokeOverprint : ext.fillOverprint
  const { fontName: font, size, letterSpacing, leading } = text
  return { font, size, fill, letterSpacing, leading, overprint, paint, showsText }
}
