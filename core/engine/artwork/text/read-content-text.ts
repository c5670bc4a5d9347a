/** The text of content: every visible character with its place, and what is painted around. */

import type { Box } from '../../geometry/box.ts'
import { mapBox } from '../../geometry/matrix.ts'
import type { Operand } from '../../pdf/content.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import { boundsOf } from '../content/content-path.ts'
import {
  type ContentRun,
  createRun,
  initialState,
  resourcesOf,
  runOfForm,
  type TextSetting,
} from '../content/content-run.ts'
import type { ContentVisitor } from '../content/content-visitor.ts'
import { walkContent } from '../content/walk-content.ts'
import { readTextFont, type ShownGlyph, type TextFont } from '../read-text-font.ts'
import type { PageText, TextParts } from './page-text.ts'
import { statedText } from './read-actual-text.ts'
import { advanceOf } from './shown-text.ts'
import type { ContentNode, PlacedColor, TextObject } from './text-char.ts'
import { paintOf } from './text-paint.ts'

const MAX_BOXES = 50_000
const UNIT: Box = [0, 0, 1, 1]

type Run = ContentRun<PlacedColor>

/** Adds to `into` what a page shows and paints; places are in default user space. */
export function readPageText(node: ContentNode, parts: TextParts, into: PageText): void {
  const nothing: PlacedColor = { color: null, resources: null }
  const visitor = createVisitor(node, parts, into)
  const state = initialState(nothing, nothing)
  walkContent(node.content, createRun({ visitor, resources: node.resources, state }))
}

interface OpenMarked {
  /** The name of optional content that was begun inside a text object. */
  readonly layer: string | null
  readonly actualText: string | null
  /** How many characters had been read before it. */
  readonly from: number
}

/** Looks at one content stream in one of its paintings. */
function createVisitor(node: ContentNode, parts: TextParts, into: PageText): ContentVisitor<PlacedColor> {
  const marked: OpenMarked[] = []
  let object: TextObject | null = null

  const addBox = ({ hidden, state: { clip } }: Run, box: Box, kind: 'path' | 'image') => {
    if (hidden > 0 || into.boxes.length >= MAX_BOXES) return
    const [left, bottom, right, top] = clip ?? box
    const shown: Box = [
      Math.max(box[0], left),
      Math.max(box[1], bottom),
      Math.min(box[2], right),
      Math.min(box[3], top),
    ]
    if (shown[2] >= shown[0] && shown[3] >= shown[1]) into.boxes.push({ box: shown, kind })
  }
  const addImage = (run: Run) => addBox(run, mapBox(run.state.ctm, UNIT), 'image')

  return {
    spend: parts.spend,
    layerOf: parts.layerOf,
    color({ state, resources }, role, { space, components }) {
      const present = state[role].color
      const color = { space: space ?? present?.space ?? 'DeviceGray', components: components ?? [] }
      return space === null && present !== null ? { ...state[role], color } : { color, resources }
    },
    paintPath(run, { polygons }, roles) {
      const { ctm, lineWidth } = run.state
      const [a, b, c, d] = ctm
      const room = roles.includes('stroke') ? (lineWidth * Math.sqrt(Math.abs(a * d - b * c))) / 2 : 0
      for (const polygon of roles.length === 0 ? [] : polygons) {
        const [left, bottom, right, top] = boundsOf(polygon) ?? UNIT
        addBox(run, [left - room, bottom - room, right + room, top + room], 'path')
      }
    },
    paintImage: addImage,
    paintInlineImage: addImage,
    paintShading(run) {
      if (run.state.clip !== null) addBox(run, run.state.clip, 'image')
    },
    paintForm(run, form, _name, { start, end }) {
      const content = run.hidden > 0 ? null : parts.content(form)
      if (content === null) return
      const resources = resourcesOf(form, run.resources)
      const inner: ContentNode = { stream: form, content, resources, painted: { by: node, start, end } }
      const within = runOfForm(run, form, createVisitor(inner, parts, into))
      if (within !== null) walkContent(content, within)
    },
    beginText({ state }) {
      object ??= { node, end: node.content.length, closed: false, ctm: state.ctm, clips: false }
    },
    endText({ state }, { end }) {
      if (object === null) return
      Object.assign(object, { end, closed: true, ctm: state.ctm })
      object = null
    },
    showText(run, operands, { operator, start, end }) {
      const { ctm, clip, ext, text, fill, stroke } = run.state
      if (text.font === null) return 0
      const font = readTextFont(text.font)
      const { items, advance } = shownItems(operands, font, text)
      if (object === null) return advance
      if (text.mode >= 4) object.clips = true
      // Modes 3 and 7 paint nothing.
      if (run.hidden > 0 || text.mode % 4 === 3) return advance
      const isStroked = text.mode % 4 === 1
      into.chars.add({
        // Not the operation: what outlives a scavenge makes V8 allocate the like of it among the old.
        ...{ operator, start, end },
        object,
        items,
        font,
        text: { ...text },
        fill: isStroked ? stroke : fill,
        overprint: isStroked ? ext.strokeOverprint : ext.fillOverprint,
        paint: paintOf(run.state),
        layers: marked.flatMap(({ layer }) => (layer === null ? [] : [layer])),
        clip,
        pen: run.pen.matrix,
        ctm,
      })
      return advance
    },
    beginMarked(run, { tag, list }) {
      marked.push({
        layer: tag === 'OC' && object !== null ? nameOf(list) : null,
        actualText: statedText(run, list),
        from: into.chars.count(),
      })
    },
    endMarked() {
      const ended = marked.pop()
      if (ended !== undefined && ended.actualText !== null)
        into.chars.replaceText(ended.from, ended.actualText)
    },
    end({ state }) {
      if (object !== null) object.ctm = state.ctm
    },
  }
}

/** Numbers and glyphs in order, and how far they move the pen, unscaled. */
export function shownItems(operands: readonly Operand[], font: TextFont, setting: TextSetting) {
  const items: (number | ShownGlyph)[] = []
  let advance = 0
  for (const operand of operands) {
    if (typeof operand === 'number') {
      items.push(operand)
      advance -= (operand / 1000) * setting.size
    } else if (typeof operand === 'object' && operand?.kind === 'string')
      for (const glyph of font.glyphs(operand.bytes)) {
        items.push(glyph)
        advance += advanceOf(setting, glyph)
      }
  }
  return { items, advance }
}
