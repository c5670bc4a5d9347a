/** Artworks of low-level objects for tests: pages of content with resources, saved and read back as any upload. */
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { walkPages } from '../../../core/engine/pdf/read-page-tree.ts'

/** What PDFContext.obj takes; strings become names. */
type Literal = string | number | boolean | null | PDFObject | readonly Literal[] | Entries
export type Entries = { readonly [key: string]: Literal }

export interface ArtworkPage {
  readonly content: string
  readonly resources?: Entries
  /** Further entries of the page dictionary. */
  readonly page?: Entries
}

/** Builds pages of 200 by 200 in a new document and opens them again. */
export async function openArtwork(build: (context: PDFContext, doc: PDFDocument) => readonly ArtworkPage[]) {
  const bytes = await artworkPdf(build)
  const doc = await PDFDocument.load(bytes, { updateMetadata: false })
  return { doc, pages: walkPages(doc), bytes }
}

export async function artworkPdf(
  build: (context: PDFContext, doc: PDFDocument) => readonly ArtworkPage[],
): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false })
  const { context } = doc
  for (const { content, resources = {}, page = {} } of build(context, doc)) {
    const { node } = doc.addPage([200, 200])
    node.set(PDFName.of('Resources'), context.obj(resources as never))
    node.set(PDFName.of('Contents'), context.register(context.stream(content)))
    for (const [key, value] of Object.entries(page)) node.set(PDFName.of(key), context.obj(value as never))
  }
  return doc.save({ useObjectStreams: false, addDefaultPage: false })
}

const CMYK: Literal = [0, 1, 1, 0]

/** A Separation with DeviceCMYK as its alternate; `name` is PDF name syntax without the slash. */
export function separation(context: PDFContext, name: string, solid: Literal = CMYK): PDFArray {
  const tint = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: solid, N: 1 }
  return context.obj(
    ['Separation', name, 'DeviceCMYK', context.obj(tint)].map(named) as never,
  ) as unknown as PDFArray
}

/** A DeviceN whose transform gives each colorant its own DeviceCMYK component (at most four colorants). */
export function deviceN(context: PDFContext, names: readonly string[], attributes?: Entries): PDFArray {
  const zeros = ['0', '0', '0', '0'].slice(names.length).join(' ')
  const program = context.stream(`{ ${zeros} }`, {
    FunctionType: 4,
    Domain: names.flatMap(() => [0, 1]),
    Range: [0, 1, 0, 1, 0, 1, 0, 1],
  })
  const parts = [PDFName.of('DeviceN'), names.map((name) => PDFName.of(name)), PDFName.of('DeviceCMYK')]
  const rest = attributes === undefined ? [] : [context.obj(attributes as never)]
  return context.obj([...parts, context.register(program), ...rest] as never) as unknown as PDFArray
}

export function form(context: PDFContext, content: string, entries: Entries = {}): PDFRef {
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 200], ...entries }
  return context.register(context.stream(content, dict as never))
}

/** An image of blank data; entries say what it is. */
export function image(context: PDFContext, width: number, height: number, entries: Entries = {}): PDFRef {
  const dict = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ...entries,
  }
  return context.register(context.stream(new Uint8Array(16), dict as never))
}

/** The object at the end of a path of keys and indexes, references followed. */
export function objectAt(
  doc: PDFDocument,
  start: PDFObject | undefined,
  ...path: readonly (string | number)[]
) {
  let found = doc.context.lookup(start)
  for (const key of path) {
    if (found instanceof PDFArray) found = found.lookup(key as number)
    else if (found instanceof PDFStream) found = found.dict.lookup(PDFName.of(`${key}`))
    else found = (found as PDFDict).lookup(PDFName.of(`${key}`))
  }
  return found
}

function named(part: string | PDFObject): PDFObject {
  return typeof part === 'string' ? PDFName.of(part) : part
}
