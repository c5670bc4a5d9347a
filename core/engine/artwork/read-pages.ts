/** Reads the geometry of a PDF's pages: boxes, rotation and user unit, resolved and normalized. */
import { type PDFDocument, PDFInvalidObject, type PDFObject } from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import type { Fact } from '../finding/measure.ts'
import { type Box, boxHeight, boxWidth, intersection, quarterTurn, rectangle } from '../geometry/box.ts'
import { asArray, asNumber, entry, numberEntry, resolve } from '../pdf/read-object.ts'
import { type InheritedKey, type WalkedPage, walkPages } from '../pdf/read-page-tree.ts'
import type { ScenePage } from '../scene/scene.ts'
import { checkPages, type ReadPage, type StatedBoxes } from './check/check-pages.ts'

/** Decision: 200 inches a side, the most that PDF allowed before user units, is the most that is printed. */
const MAX_SIDE_PT = 200 * 72
const MIN_SIDE_PT = 1

/**
 * The pages' geometry, boxes resolved as ScenePage says, and findings on it. Throws `invalid_pdf` (see walkPages)
 * and `unsupported_page_size` for a page without an area, above 200 inches a side or without a readable MediaBox.
 */
export function readPages(
  doc: PDFDocument,
  walked: readonly WalkedPage[] = walkPages(doc),
): { pages: ScenePage[]; findings: Fact[] } {
  const read = walked.map(readPage)
  return { pages: read.map(({ page }) => page), findings: checkPages(read) }
}

function readPage(walked: WalkedPage): ReadPage {
  refuseMalformed(walked)
  const stated = numberEntry(walked.dict, 'UserUnit') ?? 1
  const userUnit = stated > 0 ? stated : 1
  const mediaBox = readBox(walked, 'MediaBox')
  if (mediaBox === null) throw pageSize(walked.index, 'has no readable size')
  const sides = [boxWidth(mediaBox) * userUnit, boxHeight(mediaBox) * userUnit]
  if (Math.min(...sides) < MIN_SIDE_PT) throw pageSize(walked.index, 'has no area')
  if (Math.max(...sides) > MAX_SIDE_PT) throw pageSize(walked.index, 'is larger than 200 inches on one side')

  const boxes: StatedBoxes = {
    crop: readBox(walked, 'CropBox'),
    bleed: readBox(walked, 'BleedBox'),
    trim: readBox(walked, 'TrimBox'),
    art: readBox(walked, 'ArtBox'),
  }
  // ISO 32000-1 14.11.2.1: a box counts only where it lies in the media box.
  const within = (box: Box | null) => (box === null ? null : intersection(box, mediaBox))
  const cropBox = within(boxes.crop) ?? mediaBox
  const trim = within(boxes.trim) ?? within(boxes.art)

  const rotation = asNumber(resolve(walked.dict, walked.attributes.get('Rotate'))) ?? 0
  const rotate = quarterTurn(rotation)
  const [width, height] = [boxWidth(cropBox) * userUnit, boxHeight(cropBox) * userUnit]
  const onItsSide = rotate === 90 || rotate === 270
  const page: ScenePage = {
    index: walked.index,
    mediaBox,
    cropBox,
    bleedBox: within(boxes.bleed) ?? cropBox,
    trimBox: trim ?? cropBox,
    trimStated: trim !== null,
    rotate,
    userUnit,
    widthPt: onItsSide ? height : width,
    heightPt: onItsSide ? width : height,
  }
  return { page, stated: boxes, rotation }
}

function pageSize(index: number, what: string): ServiceError {
  return new ServiceError('unsupported_page_size', {
    message: `Page ${index + 1} of the PDF ${what}.`,
    extra: { page: index },
  })
}

/** What a page's size and place come from. */
const GEOMETRY: readonly InheritedKey[] = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate']

/**
 * Decision: `1e9` and `595pt` are no numbers of PDF (ISO 32000-1 7.3.3). poppler, pdf.js and MuPDF give such a page
 * the size of a letter, Ghostscript 10.00 takes exponents at their word: whichever is printed, somebody meant another.
 */
function refuseMalformed({ index, dict, attributes }: WalkedPage): void {
  const stated: [string, PDFObject | null][] = GEOMETRY.map((key) => [
    key,
    resolve(dict, attributes.get(key)),
  ])
  for (const [key, value] of [...stated, ['UserUnit', entry(dict, 'UserUnit')] as const]) {
    const odd = (asArray(dict, value) ?? [value]).find((item) => item instanceof PDFInvalidObject)
    if (odd === undefined || odd === null) continue
    const text = Buffer.alloc(odd.sizeInBytes())
    odd.copyBytesInto(text, 0)
    const shown = text
      .toString('latin1')
      .replace(/[^ -~]/g, '?')
      .slice(0, 40)
    throw pageSize(index, `has an invalid ${key}: ${shown} is not a PDF number`)
  }
}

/** A box with its corners in order; null where it is missing, empty or has absurd numbers. */
function readBox(page: WalkedPage, key: InheritedKey): Box | null {
  return rectangle(asArray(page.dict, resolve(page.dict, page.attributes.get(key)))?.map(asNumber))
}
