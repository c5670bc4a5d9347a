/** The structure of a PDF, for comparing two of them: pages, sizes, plates, fields, fonts, images and painted content. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox']

/**
 * Without what may differ between two writers of the same file: numbers of objects, compression, the last digits of a
 * coordinate, and which number a glyph has in its subset.
 */
export async function pdfStructure(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context, catalog } = document
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const dicts = objects.flatMap((one) =>
    one instanceof PDFDict ? [one] : one instanceof PDFStream ? [one.dict] : [],
  )
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  const widgets = form?.lookup(PDFName.of('Fields'), PDFArray).asArray() ?? []
  const pages = document.getPages().map(({ node }) => ({
    boxes: Object.fromEntries(BOXES.map((name) => [name, numbersOf(node.get(PDFName.of(name)), document)])),
    painted: paintedBy(node.get(PDFName.of('Contents')), document),
  }))
  return {
    pages,
    plates: sorted(objects.flatMap((one) => separationOf(one))),
    layers: sorted(typed(dicts, 'OCG').map((layer) => textOf(layer, 'Name'))),
    fields: widgets.map((reference) => fieldOf(context.lookup(reference, PDFDict), document)),
    fonts: sorted(typed(dicts, 'Font').map((font) => nameOf(font, 'BaseFont').replace(/^\/[A-Z]{6}\+/, '/'))),
    pictures: sorted(
      dicts
        .filter((dict) => nameOf(dict, 'Subtype') === '/Image')
        .map((dict) => `${dict.get(PDFName.of('Width'))} x ${dict.get(PDFName.of('Height'))}`),
    ),
  }
}

function fieldOf(field: PDFDict, document: PDFDocument) {
  return {
    type: nameOf(field, 'FT'),
    ...Object.fromEntries(['T', 'TU', 'DA', 'V'].map((key) => [key, textOf(field, key)])),
    flags: String(field.get(PDFName.of('Ff')) ?? 0),
    box: numbersOf(field.get(PDFName.of('Rect')), document),
  }
}

/** Of a form field within a page, or of a page: its operators, numbers to a hundredth, without the codes of glyphs. */
function paintedBy(contents: PDFObject | undefined, { context }: PDFDocument): readonly string[] {
  const found = context.lookup(contents)
  const streams = found instanceof PDFArray ? found.asArray().map((one) => context.lookup(one)) : [found]
  const text = streams
    .map((one) =>
      one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : '',
    )
    .join('\n')
  return text
    .replace(/<[0-9a-f]+>/gi, '<>')
    .replace(/-?\d*\.\d+/g, (number) => String(Number(Number(number).toFixed(2))))
    .split(/\s*\n\s*/)
}

function separationOf(object: PDFObject): readonly string[] {
  if (object instanceof PDFArray) {
    const [kind, name] = object.asArray()
    return String(kind) === '/Separation' ? [String(name)] : []
  }
  if (!(object instanceof PDFDict)) return []
  return object.values().flatMap((value) => separationOf(value))
}

function numbersOf(object: PDFObject | undefined, { context }: PDFDocument): readonly number[] {
  const list = context.lookup(object)
  if (!(list instanceof PDFArray)) return []
  return list.asArray().map((one) => {
    const number = context.lookup(one, PDFNumber).asNumber()
    return Math.round(number * 100) / 100
  })
}

function typed(dicts: readonly PDFDict[], type: string): readonly PDFDict[] {
  return dicts.filter((dict) => nameOf(dict, 'Type') === `/${type}`)
}

function nameOf(dict: PDFDict, key: string): string {
  return String(dict.get(PDFName.of(key)) ?? '')
}

function textOf(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText()
    : String(value ?? '')
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort()
}
