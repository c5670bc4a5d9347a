/** The state of interpreting one content stream: graphics state, pen, path, open layers, current resources. */
import type { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { type Box, intersection } from '../../geometry/box.ts'
import { asMatrix, concat, IDENTITY, type Matrix, mapBox } from '../../geometry/matrix.ts'
import { createNamedResource, type NamedResource } from '../../pdf/named-resources.ts'
import type { Layer } from '../../pdf/read-layers.ts'
import { dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import { ContentPath } from './content-path.ts'
import type { ContentVisitor } from './content-visitor.ts'

/** ISO 32000-1 table 104. Each state has its own: operators set what is in it. */
export interface TextSetting {
  font: PDFDict | null
  /** As content names it. */
  fontName: string | null
  size: number
  letterSpacing: number
  wordSpacing: number
  /** 1 is unscaled. */
  scale: number
  leading: number
  rise: number
  /** 0 to 7 (table 106). */
  mode: number
}

/** What graphics state dictionaries set. */
export interface ExtSetting {
  readonly fillOverprint: boolean
  readonly strokeOverprint: boolean
  readonly overprintMode: 0 | 1
  readonly fillOpaque: boolean
  readonly strokeOpaque: boolean
  readonly normalBlend: boolean
  readonly fillAlpha: number
  readonly strokeAlpha: number
  /** As PDF names it. */
  readonly blend: string
  readonly softMask: boolean
}

/** How lines turn and are broken, besides their width. */
export interface LineSetting {
  /** 0 to 2 (table 55). */
  readonly join: number
  readonly miterLimit: number
  readonly dashed: boolean
}

const PLAIN_LINE: LineSetting = { join: 0, miterLimit: 10, dashed: false }

export interface GraphicsState<C> {
  ctm: Matrix
  /** Clips count by their bounds; null where nothing is clipped. */
  clip: Box | null
  fill: C
  stroke: C
  lineWidth: number
  line: LineSetting
  ext: ExtSetting
  readonly text: TextSetting
}

export interface ContentRun<C> {
  readonly visitor: ContentVisitor<C>
  readonly resources: PDFDict | null
  readonly named: NamedResource
  state: GraphicsState<C>
  readonly saved: GraphicsState<C>[]
  /** Saved states beyond the limit, which are the present one. */
  unsaved: number
  path: ContentPath
  /** Text matrix and text line matrix. */
  readonly pen: { matrix: Matrix; line: Matrix }
  /** Open marked content; how many layers around what is painted are hidden, and processing steps. */
  readonly marked: Layer[]
  hidden: number
  steps: number
  /** The forms that this content stands in. */
  readonly above: ReadonlySet<PDFStream>
  /** The procedure of a glyph, which may say that it has no colours of its own (9.6.5.2). */
  readonly isGlyph: boolean
  /** Colour operators are passed over (8.7.3.3). */
  uncolored: boolean
}

const PLAIN_TEXT: TextSetting = {
  ...{ font: null, fontName: null, size: 0, letterSpacing: 0, wordSpacing: 0 },
  ...{ scale: 1, leading: 0, rise: 0, mode: 0 },
}
const OPAQUE = {
  ...{ fillOpaque: true, strokeOpaque: true, normalBlend: true, softMask: false },
  ...{ fillAlpha: 1, strokeAlpha: 1, blend: 'Normal' },
}
const PLAIN_EXT: ExtSetting = {
  ...{ fillOverprint: false, strokeOverprint: false, overprintMode: 0 },
  ...OPAQUE,
}
const NOTHING_ABOVE: ReadonlySet<PDFStream> = new Set()

export function initialState<C>(fill: C, stroke: C, clip: Box | null = null): GraphicsState<C> {
  return {
    ...{ ctm: IDENTITY, clip, fill, stroke, lineWidth: 1, line: PLAIN_LINE, ext: PLAIN_EXT },
    text: { ...PLAIN_TEXT },
  }
}

export function copyOfState<C>(state: GraphicsState<C>): GraphicsState<C> {
  return { ...state, text: { ...state.text } }
}

type RunStart<C> = Pick<ContentRun<C>, 'visitor' | 'resources' | 'state'> &
  Partial<Pick<ContentRun<C>, 'hidden' | 'steps' | 'above' | 'isGlyph' | 'uncolored'>>

export function createRun<C>(start: RunStart<C>): ContentRun<C> {
  return {
    ...{ hidden: 0, steps: 0, above: NOTHING_ABOVE, isGlyph: false, uncolored: false },
    ...start,
    named: createNamedResource(start.resources),
    saved: [],
    unsaved: 0,
    path: new ContentPath(),
    pen: { matrix: IDENTITY, line: IDENTITY },
    marked: [],
  }
}

const MAX_NESTING = 24

/** The run of a form's content; null for one that paints itself, and where forms are nested without end. */
export function runOfForm<C>(
  run: ContentRun<C>,
  form: PDFStream,
  visitor: ContentVisitor<C> = run.visitor,
): ContentRun<C> | null {
  if (run.above.has(form) || run.above.size >= MAX_NESTING) return null
  return createRun({
    visitor,
    resources: resourcesOf(form, run.resources),
    state: stateInForm(run.state, form),
    hidden: run.hidden,
    steps: run.steps,
    above: new Set([...run.above, form]),
  })
}

/** A form without resources of its own takes those of what paints it, as old files want it (7.8.3). */
export function resourcesOf(part: PDFStream, outer: PDFDict | null): PDFDict | null {
  return dictEntry(part.dict, 'Resources') ?? outer
}

export function matrixOf(dict: PDFDict): Matrix {
  return asMatrix(asNumbers(dict, entry(dict, 'Matrix'))) ?? IDENTITY
}

/** A form begins with the state of what paints it; a transparency group with full opacity inside (8.10.1, 11.6.6). */
function stateInForm<C>(state: GraphicsState<C>, { dict }: PDFStream): GraphicsState<C> {
  const ctm = concat(matrixOf(dict), state.ctm)
  const bounds = asNumbers(dict, entry(dict, 'BBox'))
  const box = bounds === null || bounds.length < 4 ? null : mapBox(ctm, bounds as unknown as Box)
  const group = dictEntry(dict, 'Group')
  const isGroup = group !== null && nameEntry(group, 'S') === 'Transparency'
  return {
    ...copyOfState(state),
    ctm,
    clip: box === null ? state.clip : clipTo(box, state.clip),
    ext: isGroup ? { ...state.ext, ...OPAQUE } : state.ext,
  }
}

/** An empty clip stays a box, of no size. */
export function clipTo(box: Box, clip: Box | null): Box {
  if (clip === null) return box
  return intersection(box, clip) ?? [box[0], box[1], box[0], box[1]]
}
