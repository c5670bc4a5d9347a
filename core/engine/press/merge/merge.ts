/** The merged PDF of a batch: many records of one template in one file, in which its artwork stands once. */

import { deflateSync } from 'node:zlib'
import { ServiceError } from '../../../errors.ts'
import type { ReboundPlate, Separation } from '../../layout/separation.ts'
import { createPageTree } from '../../pdf/page-tree.ts'
import type { TextOutput } from '../../scene/scene.ts'
import type { Fonts } from '../../text/fonts.ts'
import type { Plan } from '../plan.ts'
import { redefineInks } from '../redefine-inks.ts'
import type { TailPart } from '../tail/tail-part.ts'
import { keepsPdfx, writeLabel } from '../write-label.ts'
import { createMergedObjects } from './merged-objects.ts'
import { createMergedPage, type MergedPage, type PaintedPage } from './merged-page.ts'
import { createMergedPaint } from './merged-paint.ts'
import type { Sheets } from './sheets.ts'

/*
 * How it is used. The caller writes the body's file unchanged, then what `add` answers for each record in order, then
 * the chunks of `finish`; nothing is kept of a record but where its objects stand.
 *
 *   const sheets = await press.describePages(await files.localPath(plan.bodySha256))
 *   const { textOutput } = scene
 *   const merge = createMerge({ plan, sheets, textOutput, watermark: null, subset: fonts.subset, name, madeAt })
 *   for await (const chunk of files.read(plan.bodySha256)) write(chunk)
 *   for (const { separation } of records.map((record) => composeRecord(record, fonts))) {
 *     for (const part of merge.pictures(separation)) write(part)
 *     write(merge.add(separation, copies))
 *     for (let copy = 1; copy < copies; copy += 1) write(merge.repeat())
 *   }
 *   for (const chunk of merge.finish()) write(chunk)
 *   // merge.sizeBytes is the size of the whole file, merge.pageCount the number of its pages
 */

export interface MergeInput {
  readonly plan: Plan
  /** The body's pages as read by the press. */
  readonly sheets: Sheets
  readonly textOutput: TextOutput
  /** A watermark for each page of the template (see watermarkOf), painted last; null for none. */
  readonly watermark: readonly string[] | null
  readonly subset: Fonts['subset']
  /** Files of different names have different bytes, whatever the records are. */
  readonly name: string
  /** The date of a PDF/X label, in milliseconds since 1970; null for a file without a label. */
  readonly madeAt: number | null
}

export interface Merge {
  /**
   * The pictures of a record that no record before it had, to be written before its pages: a picture stands in the
   * file once. Throws as `add` does.
   */
  pictures(separation: Separation): readonly TailPart[]
  /**
   * The pages of one more record, a page for each of the template's: the bytes to be written next. Throws
   * `merged_pdf_too_large` where the file would outgrow what a PDF can address, and `merged_inks_differ` for a record
   * that recolours the artwork otherwise than the first one. A record that throws is not in the file, which can be gone
   * on with. There is room for all of its `copies` then, of which this is the first.
   */
  add(separation: Separation, copies?: number): Uint8Array
  /** One more copy of the record that was added last: the bytes to be written next. */
  repeat(): Uint8Array
  /** Fonts, page tree, cross-references and trailer: the last bytes, asked for once and after one record at least. */
  finish(): Generator<Uint8Array>
  /** Size of the file so far, including the body. */
  readonly sizeBytes: number
  readonly pageCount: number
  /** The identity of the finished file: the last string of its trailer's /ID. */
  readonly fileId: string
  /** The PDF/X label of the finished file, such as `PDF/X-4`; null where a record, a proof or the template keeps it from one. */
  readonly label: string | null
}

/**
 * ISO 32000-1 annex C: no object number above 8,388,607; an offset has ten digits (7.5.4). What is kept free is more
 * than one record and the end of the file can take.
 */
const LAST_NUMBER = 8_388_607 - 200_000
const LAST_OFFSET = 9_999_999_999 - 1_000_000_000

/**
 * The file begins with the body's bytes, and of the body's objects only the root of its page tree is redefined (and
 * the catalog where it speaks of single pages), and the slots of inks where the records recolour the artwork: it stands
 * in the file once, so all of them recolour it alike. A record's page has the template page's entries and content streams;
 * under the names of the two slots it has forms of its own with its marks, so that it paints what a single render of
 * the record paints, in the same order and with the same resources. The same records give the same bytes, under one name.
 */
export function createMerge(input: MergeInput): Merge {
  const { plan, sheets } = input
  if (sheets.pages.length !== plan.pages.length) throw new Error('The sheets are those of another body.')
  const objects = createMergedObjects(plan, input.name)
  const tree = createPageTree(objects)
  const paint = createMergedPaint(input, objects)
  const pages = plan.pages.map((page, index) => {
    const sheet = sheets.pages[index]
    if (sheet === undefined) throw new Error(`There is no sheet ${index}.`)
    const watermark = input.watermark?.[index] ?? null
    const rgbSpace = plan.rgbSpace ?? null
    return createMergedPage({ index, page, sheet, forms: sheets.forms, watermark, rgbSpace }, objects, paint)
  })
  let recolored: { readonly rebound: readonly ReboundPlate[]; readonly key: string } | null = null
  let keepsLabel = input.madeAt !== null && input.watermark === null && plan.label != null
  let last: readonly { readonly page: MergedPage; readonly content: PaintedPage }[] = []
  const refuseFull = (copies = 1) => {
    // Copies share all but their pages.
    const number = objects.nextNumber + (copies - 1) * sum(pages.map((page) => page.copyObjects))
    const offset = objects.offset + (copies - 1) * sum(pages.map((page) => page.copyBytes))
    if (number > LAST_NUMBER || offset > LAST_OFFSET) throw new ServiceError('merged_pdf_too_large')
  }
  const repeat = () => {
    for (const { page, content } of last) page.write(content, tree)
    return objects.takeBytes()
  }
  return {
    pictures(separation) {
      if (!separation.slots.some(({ marks }) => marks.some(({ mark }) => mark.kind === 'image'))) return []
      refuseFull()
      paint.prepare(separation)
      paint.pictures(separation)
      return objects.takeParts()
    },
    add(separation, copies) {
      refuseFull(copies)
      for (const { page } of separation.slots)
        if (page >= pages.length) throw new Error(`The plan has no page ${page}.`)
      const { rebound } = separation
      const key = JSON.stringify(rebound)
      if (recolored !== null && recolored.key !== key) throw new ServiceError('merged_inks_differ')
      paint.prepare(separation)
      // First all is painted, then all is written: a record is in the file whole or not at all.
      last = pages.map((page) => ({ page, content: page.paint(separation) }))
      recolored ??= { rebound, key }
      keepsLabel &&= keepsPdfx(separation, plan)
      return repeat()
    },
    repeat,
    *finish() {
      if (tree.pageCount === 0) throw new Error('A merged PDF has at least one record.')
      for (const page of pages) page.finish()
      paint.finish()
      const { add, write: redefine } = objects
      redefineInks(plan, recolored?.rebound ?? [], { add, redefine }, (bytes) => deflateSync(bytes))
      for (const _ of tree.finish(sheets.pagesRoot)) yield objects.takeBytes()
      if (sheets.catalog !== null) objects.write(plan.rootObject, sheets.catalog)
      if (keepsLabel && input.madeAt !== null) writeLabel(plan, input.madeAt, { redefine })
      yield objects.takeBytes()
      yield* objects.finish()
    },
    get sizeBytes() {
      return objects.offset
    },
    get pageCount() {
      return tree.pageCount
    },
    get fileId() {
      return objects.fileId
    },
    get label() {
      return keepsLabel ? (plan.label?.label ?? null) : null
    },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
