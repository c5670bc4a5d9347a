/** Every letter that a page's content shows anywhere, visible or not, in the order of painting. */

import { type PDFDict, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { Box } from '../../geometry/box.ts'
import { asMatrix, concat, type Matrix, mapBox } from '../../geometry/matrix.ts'
import { type Appearance, printedAppearances } from '../../pdf/read-annotations.ts'
import { asDict, dictEntry, entry, resolve } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import {
  type ContentRun,
  createRun,
  initialState,
  matrixOf,
  resourcesOf,
  runOfForm,
} from '../content/content-run.ts'
import type { ContentVisitor, Role } from '../content/content-visitor.ts'
import { walkContent } from '../content/walk-content.ts'
import { readTextFont } from '../read-text-font.ts'
import type { TextParts } from './page-text.ts'
import { statedText } from './read-actual-text.ts'
import { shownItems } from './read-content-text.ts'
import { pageContent } from './read-page-text.ts'
import { placeGlyphs } from './shown-text.ts'
import type { ContentNode, TextChar, TextObject } from './text-char.ts'
import { PLAIN_PAINT } from './text-paint.ts'

/** Where a letter stands, if it is not plainly on the page. */
export type LetterPlace = 'page' | 'pattern' | 'annotation' | 'mask' | 'letter' | 'clip' | 'hidden'

export interface Letter {
  readonly text: string | null
  readonly char: TextChar
  readonly place: LetterPlace
  /** The area that its pattern fills. */
  readonly filled: Box | null
}

/** The tiling pattern that is the colour; null for others. */
type Run = ContentRun<PDFStream | null>

interface Within {
  readonly place: LetterPlace
  readonly filled: Box | null
  /** Leads from where patterns begin to default user space. */
  readonly base: Matrix
}

const MAX_LETTERS = 500_000
const UNIT: Box = [0, 0, 1, 1]

export function readEveryLetter(page: WalkedPage, parts: TextParts): readonly Letter[] {
  const content = pageContent(page, parts)
  if (content === null) return []
  const letters: Letter[] = []
  const node: ContentNode = { stream: null, content, resources: null, painted: null }
  const object: TextObject = { node, end: 0, closed: true, ctm: initialState(null, null).ctm, clips: false }
  /** Patterns, masks and drawn fonts, which are looked into once. */
  const seen = new Set<PDFObject>()

  const visitorWithin = (within: Within): ContentVisitor<PDFStream | null> => {
    const actual: { readonly text: string | null; readonly from: number }[] = []
    const lookInto = (run: Run, part: PDFStream, ctm: Matrix, inner: Partial<Within>) => {
      const bytes = seen.has(part) || run.above.has(part) ? null : parts.content(part)
      seen.add(part)
      if (bytes === null) return
      const visitor = visitorWithin({ ...within, base: ctm, ...inner })
      const state = { ...initialState<PDFStream | null>(null, null), ctm }
      const above = new Set([...run.above, part])
      const resources = resourcesOf(part, run.resources)
      walkContent(bytes, createRun({ visitor, resources, state, above, hidden: run.hidden }))
    }
    const paint = (run: Run, roles: readonly Role[], filled: Box | null) => {
      for (const role of roles) {
        const pattern = run.state[role]
        if (pattern === null) continue
        lookInto(run, pattern, concat(matrixOf(pattern.dict), within.base), { place: 'pattern', filled })
      }
    }
    const lookIntoFont = (run: Run, font: PDFDict) => {
      const drawn = dictEntry(font, 'CharProcs')
      if (drawn === null || seen.has(font)) return
      seen.add(font)
      const { ctm, text } = run.state
      const glyphSpace = asMatrix(asNumbers(font, entry(font, 'FontMatrix'))) ?? [0.001, 0, 0, 0.001, 0, 0]
      const setting: Matrix = [text.size * text.scale, 0, 0, text.size, 0, text.rise]
      const matrix = concat(concat(concat(glyphSpace, setting), run.pen.matrix), ctm)
      for (const key of drawn.keys()) {
        const glyph = resolve(drawn, drawn.get(key))
        if (glyph instanceof PDFStream) lookInto(run, glyph, matrix, { place: 'letter' })
      }
    }
    return {
      spend: (operations) => letters.length < MAX_LETTERS && parts.spend(operations),
      layerOf: parts.layerOf,
      color(run, _role, { pattern }) {
        const named = pattern === null ? null : run.named('Pattern', pattern)
        return named instanceof PDFStream ? named : null
      },
      setExtState(run, dict) {
        const mask = dict === null ? null : dictEntry(dict, 'SMask')
        const group = mask === null ? null : entry(mask, 'G')
        if (!(group instanceof PDFStream)) return
        lookInto(run, group, concat(matrixOf(group.dict), run.state.ctm), { place: 'mask' })
      },
      paintPath(run, { bounds }, roles) {
        paint(run, roles, bounds)
      },
      paintImage(run) {
        paint(run, ['fill'], mapBox(run.state.ctm, UNIT))
      },
      paintInlineImage(run) {
        paint(run, ['fill'], mapBox(run.state.ctm, UNIT))
      },
      paintShading() {},
      paintForm(run, form) {
        const bytes = parts.content(form)
        const base = concat(matrixOf(form.dict), run.state.ctm)
        const inner = bytes === null ? null : runOfForm(run, form, visitorWithin({ ...within, base }))
        if (bytes !== null && inner !== null) walkContent(bytes, inner)
      },
      showText(run, operands, operation) {
        const { ctm, text } = run.state
        if (text.font === null) return 0
        const font = readTextFont(text.font)
        const { items, advance } = shownItems(operands, font, text)
        const chars: TextChar[] = []
        placeGlyphs(
          {
            ...{
              operator: operation.operator,
              start: operation.start,
              end: operation.end,
              object,
              items,
              font,
            },
            ...{ text: { ...text }, fill: NO_COLOR, overprint: false, paint: PLAIN_PAINT },
            ...{ layers: [], clip: null },
            ...{ pen: run.pen.matrix, ctm },
          },
          chars,
        )
        const clips = text.mode >= 4 ? 'clip' : within.place
        const place = run.hidden > 0 || text.mode === 3 ? 'hidden' : clips
        for (const char of chars) letters.push({ text: char.text, char, place, filled: within.filled })
        if (font.type3) lookIntoFont(run, text.font)
        paint(run, ['fill', 'stroke'], null)
        return advance
      },
      beginMarked(run, { list }) {
        actual.push({ text: statedText(run, list), from: letters.length })
      },
      endMarked() {
        const { text = null, from = 0 } = actual.pop() ?? {}
        const said = letters.slice(from)
        const [first] = said
        if (text === null || first === undefined) return
        // What was taken out of it stays in the words that stand for it: they count where its letters say nothing.
        if (said.filter((letter) => letter.text === null).length * 2 <= said.length) return
        letters.splice(from, said.length, { ...first, text })
      },
    }
  }

  const look = (bytes: Uint8Array, resources: PDFDict | null, place: LetterPlace, ctm: Matrix) => {
    const visitor = visitorWithin({ place, filled: null, base: ctm })
    const state = { ...initialState<PDFStream | null>(null, null), ctm }
    walkContent(bytes, createRun({ visitor, resources, state }))
  }
  look(content, asDict(resolve(page.dict, page.attributes.get('Resources'))), 'page', object.ctm)
  for (const { form, matrix } of appearancesOf(page, parts)) {
    const bytes = parts.content(form)
    if (bytes !== null)
      look(bytes, resourcesOf(form, null), 'annotation', concat(matrixOf(form.dict), matrix))
  }
  return letters
}

const NO_COLOR = { color: null, resources: null }

const appearancesOf = (page: WalkedPage, { layerOf }: TextParts): readonly Appearance[] =>
  printedAppearances({ dict: page.dict }, layerOf)
