/** Reads what each page of a document puts on paper: one walk that inks, fonts and images are all judged by. */
import { PDFArray, type PDFDict, type PDFDocument } from '@cantoo/pdf-lib'
import { concat } from '../geometry/matrix.ts'
import { joinContent } from '../pdf/page-contents.ts'
import { type Appearance, printedAppearances } from '../pdf/read-annotations.ts'
import { readLayers } from '../pdf/read-layers.ts'
import { asDict, dictEntry, entry, numberEntry, resolve } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { declaredSpaces } from '../pdf/space/read-declared-spaces.ts'
import type { PaintSpace } from '../pdf/space/read-paint-space.ts'
import { colorIn } from './read-color.ts'
import { readContentMarks } from './read-content-marks.ts'
import type { Loss, PaintedPicture } from './read-losses.ts'
import { BRACES, type MarkSet, mergeMarks, type Paint, type PlacedImage } from './read-mark-set.ts'
import { createPartReader, type PartReader } from './read-parts.ts'

export interface PageMarks {
  /** Counts from 0. */
  readonly page: number
  /** Length of a unit of user space in 1/72 inch. */
  readonly userUnit: number
  /** In order of first painting. */
  readonly paints: readonly Paint[]
  /** Every placing of an image; matrices lead to default user space. */
  readonly images: readonly PlacedImage[]
  /** Font dictionaries that visible text is shown in. */
  readonly fonts: readonly PDFDict[]
  /** Its text has the braces of a placeholder, visible or not. */
  readonly mayHoldPlaceholder: boolean
}

export interface ArtworkMarks {
  readonly pages: readonly PageMarks[]
  /** Spaces that the pages' resources declare, whether painted or not. */
  readonly declared: readonly PaintSpace[]
  /** Plates that inline images define for themselves, which two presses never read alike. */
  readonly inlineInks: ReadonlySet<string>
  /** Plates whose alternates shape other marks, in soft masks of luminosity. */
  readonly maskInks: ReadonlySet<string>
  /** What is painted and not there, and images whose data is still to be looked at. */
  readonly losses: readonly Loss[]
  readonly pictures: readonly PaintedPicture[]
  /** False where limits were reached or a content stream could not be decoded. */
  readonly complete: boolean
}

/**
 * Walks the content of the pages with their forms, patterns, Type 3 glyphs and printing annotations. Hidden layers
 * and invisible text do not count. Never throws for what a file holds; `complete` says whether all was read.
 */
export function readMarks(doc: PDFDocument, pages: readonly WalkedPage[]): ArtworkMarks {
  const parts = createPartReader(readLayers(doc))
  const read = pages.map((page) => readPage(page, parts))
  const roots = pages.flatMap((page) => [
    resourcesOf(page),
    ...printedAppearances(page, parts.layerOf).map(({ form }) => dictEntry(form.dict, 'Resources')),
  ])
  return {
    pages: read,
    declared: declaredSpaces(roots, parts.spaces),
    inlineInks: parts.spaces.inlineInks,
    maskInks: parts.maskInks,
    losses: parts.losses.all,
    pictures: parts.losses.pictures,
    complete: parts.complete(),
  }
}

function readPage(page: WalkedPage, parts: PartReader): PageMarks {
  const resources = resourcesOf(page)
  parts.losses.onPage(page.index)
  const marks = readContentMarks(contentOf(page.dict, parts), resources, { begins: 'black' }, parts)
  parts.group(page.dict, resources, marks)
  for (const appearance of printedAppearances(page, parts.layerOf)) addAppearance(marks, parts, appearance)
  if (marks.crowded) parts.leaveOut()
  const userUnit = numberEntry(page.dict, 'UserUnit') ?? 1
  return {
    page: page.index,
    userUnit: userUnit > 0 ? userUnit : 1,
    paints: [...marks.paints.values()],
    images: [...marks.images.values()],
    fonts: [...marks.fonts],
    mayHoldPlaceholder: marks.braces >= BRACES,
  }
}

function resourcesOf(page: WalkedPage): PDFDict | null {
  return asDict(resolve(page.dict, page.attributes.get('Resources')))
}

/** It was repaired before; this is for callers that did not repair it. */
const PAGE_CONTENT = 'a part of the page'

function contentOf(page: PDFDict, parts: PartReader): Uint8Array {
  const contents = entry(page, 'Contents')
  if (contents === null) return new Uint8Array()
  if (!(contents instanceof PDFArray)) return parts.content(contents, PAGE_CONTENT) ?? new Uint8Array()
  const pieces = contents.asArray().flatMap((item) => {
    const piece = parts.content(resolve(page, item), PAGE_CONTENT)
    return piece === null ? [] : [piece]
  })
  return joinContent(pieces)
}

/** An appearance begins with a graphics state of its own, in black (12.5.5). */
function addAppearance(marks: MarkSet, parts: PartReader, { form, matrix }: Appearance): void {
  const gray = parts.spaces.named(null, 'DeviceGray')
  if (gray === null) return
  const read = parts.form(form, null)
  const [fill, stroke] = [colorIn(gray, null), colorIn(gray, null)]
  mergeMarks(marks, read.marks, { matrix: concat(read.matrix, matrix), step: false, fill, stroke })
}
