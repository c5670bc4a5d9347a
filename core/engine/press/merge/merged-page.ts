/** One page of a template in a merged PDF, written for record after record. */
import { deflateSync } from 'node:zlib'
import type { Separation, SlotMarks } from '../../layout/separation.ts'
import { real } from '../../pdf/syntax.ts'
import { type PlanPage, slotObject } from '../plan.ts'
import { checkPainting } from '../tail/check-painting.ts'
import { createMarkResources } from '../tail/mark-resources.ts'
import { mixesOf, paintMark } from '../tail/paint-mark.ts'
import { paintWatermark } from '../tail/paint-objects.ts'
import { createSlotFilling, type WriteOnce } from '../tail/slot-filling.ts'
import type { MergedObjects } from './merged-objects.ts'
import type { MergedPaint } from './merged-paint.ts'
import { dictText, type Sheet, type SheetForm } from './sheets.ts'

export interface TemplatePage {
  readonly index: number
  readonly page: PlanPage
  readonly sheet: Sheet
  /** The pages with slots. */
  readonly forms: ReadonlyMap<string, SheetForm>
  /** Operators in the page's user space, or null. */
  readonly watermark: string | null
  /** The object that DeviceRGB of the marks means, of a PDF/X-4 body. */
  readonly rgbSpace: number | null
}

/** A record's operators on this page by the slots' references, before anything of them is written. */
export type PaintedPage = ReadonlyMap<string, string>

export interface MergedPage {
  paint(separation: Separation): PaintedPage
  write(painted: PaintedPage, tree: { add(page: number): number }): void
  /** Writes what all records' marks share. */
  finish(): void
  /** The most objects, and bytes with their cross-references, that a further copy of a record takes. */
  readonly copyObjects: number
  readonly copyBytes: number
}

/** Object, its number twice, a reference to its parent and its place in the page tree and the cross-references. */
const OBJECT_BYTES = 200
/** A reference in place of another entry. */
const REFERENCE_BYTES = 24

/**
 * Some readers look through all resources of every page. Decision: the dictionary of the marks is closed, and a new
 * one begun, once it names this many outlines; scripts with few letters never come near it.
 */
const MOST_OUTLINES = 256

/** What a slot's marks mostly deflate to: each piece of output holds memory of its own. */
const CHUNK_BYTES = 2048

export function createMergedPage(
  { index, page, sheet, forms, watermark, rgbSpace }: TemplatePage,
  objects: MergedObjects,
  paint: MergedPaint,
): MergedPage {
  /** A page that says the same in record after record says it in one object. */
  const last = new Map<string, { readonly text: string; readonly reference: string }>()
  const once: WriteOnce = (replaced, text, write) => {
    const former = last.get(replaced)
    if (former?.text === text) return former.reference
    const reference = `${write()} 0 R`
    last.set(replaced, { text, reference })
    return reference
  }
  const slots = createSlotFilling(sheet, forms, objects, once)
  const entries = sheet.entries.map(([key, text]) => `${key} ${text}`).join(' ')
  const copied = [entries, dictText(sheet.resources), dictText(sheet.xObjects), ...sheet.annotations]
  const references = sheet.resources.length + sheet.xObjects.length + sheet.annotations.length
  // The page, its annotations, and at most one new node of the page tree.
  const copyObjects = sheet.annotations.length + 2
  const copyBytes = copied.join('').length + references * REFERENCE_BYTES + copyObjects * OBJECT_BYTES
  const box = page.box.map((value) => real(value)).join(' ')

  let marks = createMarkResources(rgbSpace)
  let marksObject = objects.allocate()
  let names = paint.names(marks)
  const finish = () => objects.write(marksObject, marks.text())
  const renew = () => {
    finish()
    marks = createMarkResources(rgbSpace)
    marksObject = objects.allocate()
    names = paint.names(marks)
    last.clear()
  }
  const writeSlot = (content: string): number => {
    const dictionary = `/Type /XObject /Subtype /Form /BBox [${box}] /Resources ${marksObject} 0 R`
    const stream = deflateSync(Buffer.from(content, 'latin1'), { chunkSize: CHUNK_BYTES })
    return objects.add(`${dictionary} /Filter /FlateDecode`, stream)
  }
  return {
    paint(separation) {
      if (marks.count('XObject') > MOST_OUTLINES) renew()
      const painted = new Map<string, string>()
      const append = (marked: Pick<SlotMarks, 'slot' | 'inPlace'>, content: string) => {
        const slot = `${slotObject(page, marked)} 0 R`
        if (!slots.has(slot)) throw new Error(`Page ${index} of the body has no slot ${slot}.`)
        painted.set(slot, (painted.get(slot) ?? '') + content)
      }
      for (const slot of separation.slots) {
        if (slot.page !== index) continue
        let content = ''
        const painted = slot.marks.map((mark) => paintMark(mark, names)).join('')
        checkPainting(painted, slot.marks.length, mixesOf(slot))
        content += painted
        append(slot, content)
      }
      if (watermark !== null)
        append({ slot: 'above' }, paintWatermark(watermark, marks.name('ExtGState', paint.watermarkState())))
      return painted
    },
    write(painted, tree) {
      const filled = new Map(
        [...painted].map(([slot, content]) => [slot, once(slot, content, () => writeSlot(content))]),
      )
      const resources = slots.fill(filled)
      // An annotation belongs to one page alone (12.5.2); its appearance is shared.
      const annotations = sheet.annotations.map((annotation) => `${objects.add(annotation)} 0 R`)
      const annots = annotations.length === 0 ? '' : ` /Annots [${annotations.join(' ')}]`
      const object = objects.allocate()
      objects.write(
        object,
        `<</Type /Page /Parent ${tree.add(object)} 0 R ${entries} /Resources ${resources}${annots}>>`,
      )
    },
    finish,
    copyObjects,
    copyBytes,
  }
}
