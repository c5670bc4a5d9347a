/** What a stretch of content puts on paper: inks, images and fonts, each distinct thing once. */
import type { PDFDict } from '@cantoo/pdf-lib'
import { concat, type Matrix } from '../geometry/matrix.ts'
import type { PaintSpace } from '../pdf/space/read-paint-space.ts'

export type PaintSource = 'path' | 'text' | 'image' | 'shading' | 'group'

/** One kind of painting in one colour space. */
export interface Paint {
  readonly space: PaintSpace
  readonly source: PaintSource
  /** Painted in a layer that is a processing step. */
  readonly step: boolean
  /** Components that leave ink, in order of first use; none for a transparency group's blending space. */
  readonly inked: Set<number>
}

/** An image as a resource or in line. */
export interface PaintedImage {
  readonly id: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly oneBit: boolean
}

export interface PlacedImage {
  readonly image: PaintedImage
  /** Maps the unit square to the space of the content that holds it. */
  readonly matrix: Matrix
}

/** A colour of the graphics state: a space, and the components that are not blank in it. */
export interface Color {
  readonly space: PaintSpace | 'inherited fill' | 'inherited stroke'
  /** As they were stated; null for a space's initial colour, and for an inherited one. */
  readonly components: readonly number[] | null
  readonly inked: readonly number[]
  /** Marks that come with the colour: a tiling pattern's. */
  readonly pattern: MarkSet | null
  readonly patternMatrix: Matrix
  /** What it painted already in this content, so that the next time costs nothing. */
  readonly recorded: Set<string>
}

/** Marks of one content stream, forms and patterns included; matrices lead to that stream's own space. */
export interface MarkSet {
  readonly paints: Map<string, Paint>
  /** Painting in whatever colour the content was begun with, by role, source and layer. */
  readonly inherited: Map<string, Inherited>
  readonly images: Map<string, PlacedImage>
  readonly fonts: Set<PDFDict>
  /** Opening braces of its text, visible or not; no more are counted than a placeholder has. */
  braces: number
  /** Images were left out, there being too many. */
  crowded: boolean
}

/** Placings of images kept for one page or part; forms in forms can multiply them without end. */
const MAX_IMAGES = 20_000

interface Inherited {
  readonly role: 'fill' | 'stroke'
  readonly source: PaintSource
  readonly step: boolean
}

export function createMarkSet(): MarkSet {
  return {
    paints: new Map(),
    inherited: new Map(),
    images: new Map(),
    fonts: new Set(),
    braces: 0,
    crowded: false,
  }
}

export function recordColor(marks: MarkSet, color: Color, source: PaintSource, step: boolean): void {
  const kind = `${source}${step ? ' step' : ''}`
  if (color.recorded.has(kind)) return
  color.recorded.add(kind)
  if (color.pattern !== null) {
    const under: Color = { ...color, pattern: null, recorded: new Set() }
    mergeMarks(marks, color.pattern, { matrix: color.patternMatrix, step, fill: under, stroke: under })
  } else if (typeof color.space === 'string') {
    const role = color.space === 'inherited fill' ? 'fill' : 'stroke'
    marks.inherited.set(`${role} ${kind}`, { role, source, step })
  } else recordPaint(marks, { space: color.space, source, step }, color.inked)
}

export function recordPaint(marks: MarkSet, paint: Omit<Paint, 'inked'>, inked: Iterable<number>): void {
  const key = `${paint.space.id} ${paint.source}${paint.step ? ' step' : ''}`
  let known = marks.paints.get(key)
  if (known === undefined) {
    known = { ...paint, inked: new Set() }
    // Blank colours leave nothing on any plate: they are no painting.
    if (paint.source !== 'group' && isEmpty(inked)) return
    marks.paints.set(key, known)
  }
  for (const component of inked) known.inked.add(component)
}

function isEmpty(items: Iterable<number>): boolean {
  return items[Symbol.iterator]().next().done === true
}

export function recordImage(marks: MarkSet, image: PaintedImage, matrix: Matrix): void {
  if (marks.images.size >= MAX_IMAGES) {
    marks.crowded = true
    return
  }
  const key = `${image.id} ${matrix.map((value) => value.toPrecision(7)).join(' ')}`
  if (!marks.images.has(key)) marks.images.set(key, { image, matrix })
}

/** How content that is painted inside other content stands in it. */
export interface Setting {
  readonly matrix: Matrix
  readonly step: boolean
  readonly fill: Color
  readonly stroke: Color
}

/** Adds what a form, pattern or glyph paints to the content that paints it. */
export function mergeMarks(into: MarkSet, part: MarkSet, setting: Setting): void {
  for (const { space, source, step, inked } of part.paints.values())
    recordPaint(into, { space, source, step: step || setting.step }, inked)
  for (const { role, source, step } of part.inherited.values())
    recordColor(into, setting[role], source, step || setting.step)
  for (const { image, matrix } of part.images.values())
    if (!into.crowded) recordImage(into, image, concat(matrix, setting.matrix))
  if (part.crowded) into.crowded = true
  for (const font of part.fonts) into.fonts.add(font)
  addBraces(into, part.braces)
}

/** As many as a placeholder opens with. */
export const BRACES = 2

export function addBraces(marks: MarkSet, count: number): void {
  marks.braces = Math.min(BRACES, marks.braces + count)
}
