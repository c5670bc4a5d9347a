/** Finds the borders and backgrounds that a form draws around its fields, apart from their values. */

import { PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { boxHeight, boxWidth, rectangle } from '../../geometry/box.ts'
import type { Matrix } from '../../geometry/matrix.ts'
import { type Operation, readContent, type StringOperand } from '../../pdf/content.ts'
import type { LayerOf } from '../../pdf/read-layers.ts'
import {
  arrayEntry,
  asNumber,
  dictEntry,
  entry,
  flagsEntry,
  nameEntry,
  numberEntry,
} from '../../pdf/read-object.ts'
import { nameOf } from '../../pdf/read-operands.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { asNumbers } from '../../pdf/space/read-function.ts'
import { fitAppearance, stateStream } from './read-button-appearance.ts'
import type { FieldTree } from './read-field-tree.ts'
import { isPictureButton } from './read-icon.ts'
import { onState } from './read-options.ts'
import type { AppearancePart } from './read-tone-walk.ts'
import type { ReadTones, ToneReader } from './read-tones.ts'
import { type FormField, fieldAttribute, readFormFields, type Widget } from './read-widgets.ts'

export interface FieldBorder {
  /** Counts from 0. */
  readonly page: number
  /** Null for one that cannot be printed apart from what its field holds. */
  readonly part: AppearancePart | null
  /** Maps the form, after its own /Matrix, to the page. */
  readonly matrix: Matrix
  /** The layer that it stands in, as the widget names it. */
  readonly layer: PDFDict | null
}

/** Annotation flags, ISO 32000-1 table 165. */
const HIDDEN = 1 << 1
const PRINT = 1 << 2
const NO_VIEW = 1 << 5
const MAX_BYTES = 1 << 18

/**
 * Of fields that print, in the order in which they stand on the pages. Decision: a widget without the flag that lets it
 * print has no border that prints.
 */
export function readFieldBorders(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  tree: FieldTree,
  layerOf: LayerOf,
  tones: ToneReader,
): FieldBorder[] {
  const found: FieldBorder[] = []
  for (const field of readFormFields(pages, tree))
    for (const widget of field.widgets) {
      const flags = flagsEntry(widget.dict, 'F')
      const prints = (flags & PRINT) !== 0 && (flags & (HIDDEN | NO_VIEW)) === 0
      if (!prints || layerOf(entry(widget.dict, 'OC')).hidden) continue
      const border = borderOf(doc, field, widget, tones)
      if (border !== null) found.push(border)
    }
  return found
}

/** Null where nothing is drawn. */
function borderOf(doc: PDFDocument, field: FormField, widget: Widget, tones: ToneReader): FieldBorder | null {
  if (field.kind === 'signature' && fieldAttribute(field, 'V') !== null) return null
  const stream = streamOf(doc, field, widget)
  const fitted = stream === null ? null : fitAppearance(stream, widget.dict)
  if (stream === null || fitted === null) return null
  const holdsText = field.kind === 'text' || field.kind === 'choice'
  const own = readEdited(stream, holdsText ? 'value' : 'nothing', tones)
  if (own === 'nothing') return null
  // A caption in a font that the file lacks goes; what is drawn around it stays.
  const read = own === 'unusable' ? readEdited(stream, 'text', tones) : own
  const isClean =
    typeof read === 'object' && !(holdsText && showsText(read.part)) && isUnderMark(field, widget, tones)
  return {
    page: widget.page,
    part: typeof read === 'object' && isClean ? read.part : null,
    matrix: fitted.toRect,
    layer: dictEntry(widget.dict, 'OC'),
  }
}

function streamOf(doc: PDFDocument, field: FormField, widget: Widget): PDFStream | null {
  const appearances = dictEntry(widget.dict, 'AP')
  const normal = appearances === null ? null : entry(appearances, 'N')
  const isButton = field.kind === 'check' || field.kind === 'radio'
  // A place for a picture holds a sample of one.
  const isPlace = field.kind === 'push' && isPictureButton(field)
  if (normal === null || isPlace) return statedBorder(doc, widget.dict)
  if (isButton) return stateStream(widget.dict, 'Off')
  if (normal instanceof PDFStream) return normal
  return stateStream(widget.dict, nameEntry(widget.dict, 'AS') ?? 'Off')
}

type Edit = 'nothing' | 'value' | 'text'

/** ISO 32000-1 12.7.3.3: the value of a field stands between `/Tx BMC` and `EMC`; text beside it counts as the value too. */
function readEdited(stream: PDFStream, edit: Edit, tones: ToneReader): ReadTones {
  if (edit === 'nothing') return tones.read(stream)
  const content = decodeStream(stream, MAX_BYTES)
  const left = content === null ? null : without(content, edit === 'value', tones.spend)
  if (left === null) return 'unusable'
  const dict = PDFDict.withContext(stream.dict.context)
  for (const [key, value] of stream.dict.entries())
    if (!['Filter', 'DecodeParms', 'Length'].some((name) => key === PDFName.of(name))) dict.set(key, value)
  return tones.read(PDFRawStream.of(dict, left))
}

/** Null where a form has more operations than forms have. */
function without(content: Uint8Array, value: boolean, spend: () => boolean): Uint8Array | null {
  const kept: Uint8Array[] = []
  let from = 0
  let textStart = -1
  /** Of the marked content that holds the value, how deep it lies; 0 outside of it. */
  let depth = 0
  let valueStart = -1
  const cut = (start: number, end: number) => {
    kept.push(content.subarray(from, Math.max(from, start)), SPACE)
    from = Math.max(from, end)
  }
  for (const { operator, operands, start, end } of readContent(content)) {
    if (!spend()) return null
    const begins = operator === 'BMC' || operator === 'BDC'
    if (begins && depth > 0) depth += 1
    else if (begins && value && nameOf(operands[0]) === 'Tx') {
      depth = 1
      valueStart = start
    } else if (operator === 'EMC' && depth > 0) {
      depth -= 1
      if (depth === 0) cut(valueStart, end)
    } else if (operator === 'BT' && depth === 0) textStart = start
    else if (operator === 'ET' && depth === 0 && textStart >= 0) {
      cut(textStart, end)
      textStart = -1
    }
  }
  if (depth > 0) cut(valueStart, content.length)
  kept.push(content.subarray(from))
  return Buffer.concat(kept)
}

const SPACE = Uint8Array.of(0x20)

function showsText({ fonts, forms }: AppearancePart): boolean {
  return fonts.size > 0 || [...forms.values()].some(showsText)
}

/**
 * Decision: what a button shows while it is off stays where all of it is drawn again when it is on, for then the mark
 * covers it; where it is something else, such as a cross beside a tick, it would print below the mark.
 */
function isUnderMark(field: FormField, widget: Widget, { spend }: ToneReader): boolean {
  if (field.kind !== 'check' && field.kind !== 'radio') return true
  const [off, on] = [stateStream(widget.dict, 'Off'), stateStream(widget.dict, onState(widget) ?? 'Yes')]
  if (off === null || on === null) return true
  const [shown, marked] = [off, on].map((stream) => operationsOf(decodeStream(stream, MAX_BYTES), spend))
  return (
    shown !== undefined &&
    marked !== undefined &&
    shown.every((text, at) => text !== UNREAD && marked[at] === text)
  )
}

const BRACKETS = new Set(['q', 'Q', 'BMC', 'BDC', 'EMC'])

/** Cut off where there are more than a form can have: those are not compared. */
function operationsOf(content: Uint8Array | null, spend: () => boolean): string[] {
  const texts: string[] = []
  for (const operation of content === null ? [] : readContent(content)) {
    if (!spend()) return [...texts, UNREAD]
    if (!BRACKETS.has(operation.operator)) texts.push(textOf(operation))
  }
  return texts
}

const UNREAD = 'unread'

/** A string counts by its bytes, wherever it stands. */
function textOf({ operator, operands }: Operation): string {
  const plain = (_: string, value: unknown) =>
    isString(value) ? Buffer.from(value.bytes).toString('hex') : value
  return `${JSON.stringify(operands, plain)} ${operator}`
}

function isString(value: unknown): value is StringOperand {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'string'
}

/** As /MK and /BS say it, where the form draws nothing itself. Decision: raised and sunken borders are plain ones. */
function statedBorder({ context }: PDFDocument, widget: PDFDict): PDFStream | null {
  const looks = dictEntry(widget, 'MK')
  const rect = rectangle(asNumbers(widget, entry(widget, 'Rect')) ?? undefined)
  if (looks === null || rect === null) return null
  const style = dictEntry(widget, 'BS')
  const stated =
    style === null ? asNumber(arrayEntry(widget, 'Border')?.[2] ?? null) : numberEntry(style, 'W')
  const line = Math.max(0, stated ?? 1)
  const [width, height] = [boxWidth(rect), boxHeight(rect)]
  const [ground, border] = [colorOf(looks, 'BG', 'g rg k'), colorOf(looks, 'BC', 'G RG K')]
  const dashes =
    style !== null && nameEntry(style, 'S') === 'D' ? (asNumbers(style, entry(style, 'D')) ?? [3]) : null
  const dash = dashes === null ? '' : `[${dashes.join(' ')}] 0 d `
  const path =
    style !== null && nameEntry(style, 'S') === 'U'
      ? `0 ${line / 2} m ${width} ${line / 2} l S`
      : `${line / 2} ${line / 2} ${width - line} ${height - line} re S`
  const filled = ground === null ? '' : `${ground} 0 0 ${width} ${height} re f `
  const drawn = border === null || line === 0 ? '' : `${border} ${dash}${line} w ${path}`
  if (filled === '' && drawn === '') return null
  return context.stream(filled + drawn, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] })
}

function colorOf(looks: PDFDict, key: string, operators: string): string | null {
  const numbers = asNumbers(looks, entry(looks, key)) ?? []
  const operator = operators.split(' ')[{ 1: 0, 3: 1, 4: 2 }[numbers.length] ?? -1]
  return operator === undefined ? null : `${numbers.join(' ')} ${operator}`
}
