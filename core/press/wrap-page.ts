/** Gives a page its two slots: its content stands between them, balanced, in resources of the page's own. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import type { Appearance } from '../scene/read-annotations.ts'
import { entry, resolve } from '../scene/read-object.ts'
import type { WalkedPage } from '../scene/read-page-tree.ts'
import { decodeStream } from '../scene/read-stream.ts'
import type { Box } from '../scene/scene.ts'
import { type Balance, balanceContent } from './balance.ts'
import type { Finding } from './finding.ts'
import { tooComplex } from './limits.ts'
import { refuseBomb } from './refuse-bomb.ts'
import { real } from './syntax.ts'

/** No page of a press PDF comes near it; it bounds the memory that reading one takes. */
const MAX_CONTENT_BYTES = 128 << 20

export interface WrappedPage {
  readonly below: PDFRef
  readonly above: PDFRef
  readonly findings: readonly Finding[]
}

/** Streams that pages share because they say the same; keyed by their text. */
export type SharedStreams = Map<string, PDFRef>

/**
 * `borders` are painted right above the content. Content that is balanced stays as it is, in streams of its own between an opening and a closing one; content
 * that would take our `q` away is rewritten in one stream. Throws `pdf_too_complex` for content above 128 MB in all.
 */
export function wrapPage(
  doc: PDFDocument,
  page: WalkedPage,
  box: Box,
  shared: SharedStreams,
  borders: readonly Appearance[] = [],
): WrappedPage {
  const { context } = doc
  const resources = copyOf(page.dict, resolve(page.dict, page.attributes.get('Resources')))
  const xObjects = copyOf(resources, entry(resources, 'XObject'))
  const names = unusedNames(xObjects)
  const [below, above] = names.map((name) => {
    const slot = context.stream(new Uint8Array(), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [...box],
      Resources: {},
    })
    const ref = context.register(slot)
    xObjects.set(name, ref)
    return ref
  }) as [PDFRef, PDFRef]
  const drawn = borders.map(({ form, matrix }) => {
    const name = unusedName(xObjects, 'PlatenBorder')
    xObjects.set(name, context.register(form))
    return `q ${matrix.map((value) => real(value, 6)).join(' ')} cm ${name.asString()} Do Q\n`
  })
  resources.set(PDFName.of('XObject'), xObjects)
  page.dict.set(PDFName.of('Resources'), resources)

  const findings: Finding[] = []
  const read = readContents(page)
  const balance = read.content === null ? NOTHING_KNOWN : balanceContent(read.content)
  if (read.content === null) {
    findings.push({
      code: 'page_content_unreadable',
      severity: 'warn',
      page: page.index,
      message: 'The page has content that cannot be decoded; it is printed as it stands.',
    })
  }
  if (read.missing > 0) {
    findings.push({
      code: 'page_content_missing',
      severity: 'fail',
      page: page.index,
      found: read.missing,
      message:
        'The page names content that is not in the file, as when an upload was cut off; it prints without it.',
    })
  }
  if (balance.surplus > 0) {
    findings.push({
      code: 'page_content_unbalanced',
      severity: 'warn',
      page: page.index,
      found: balance.surplus,
      message: 'The page restores graphics states that it never saved; it is printed as viewers show it.',
    })
  }
  const { rewritten } = balance
  const content = rewritten === null ? read.refs : [context.register(context.flateStream(rewritten))]
  const share = (text: string) => {
    const ref = shared.get(text) ?? context.register(context.stream(text))
    shared.set(text, ref)
    return ref
  }
  const [belowName, aboveName] = names.map((name) => name.asString()) as [string, string]
  const opening = share(`q ${belowName} Do Q q\n`)
  const closing = share(`\n${balance.closing}Q ${drawn.join('')}q ${aboveName} Do Q\n`)
  page.dict.set(PDFName.of('Contents'), context.obj([opening, ...content, closing]))
  return { below, above, findings }
}

const NOTHING_KNOWN: Balance = { closing: '', rewritten: null, surplus: 0 }

/** A dictionary of the page's own with the same entries: the source's may be shared with other pages. */
function copyOf(owner: PDFDict, found: PDFObject | null): PDFDict {
  const copy = PDFDict.withContext(owner.context)
  if (found instanceof PDFDict) for (const [key, value] of found.entries()) copy.set(key, value)
  return copy
}

function unusedNames(xObjects: PDFDict): [PDFName, PDFName] {
  return [unusedName(xObjects, 'PlatenBelow'), unusedName(xObjects, 'PlatenAbove')]
}

function unusedName(xObjects: PDFDict, stem: string): PDFName {
  let name = PDFName.of(stem)
  for (let count = 2; xObjects.has(name); count++) name = PDFName.of(`${stem}${count}`)
  return name
}

interface Contents {
  readonly refs: readonly PDFRef[]
  /** The decoded streams as one, or null where one cannot be decoded. */
  readonly content: Uint8Array | null
  /** Parts that are no streams, such as references to objects that the file lacks. */
  readonly missing: number
}

/** To be called before anything reads the pages' content. Throws `pdf_too_complex`. */
export function refuseContentBombs(pages: readonly WalkedPage[]): void {
  for (const page of pages)
    for (const part of contentParts(page)) {
      const stream = resolve(page.dict, part)
      if (stream instanceof PDFRawStream)
        refuseBomb(stream, MAX_CONTENT_BYTES, `The content of page ${page.index + 1}`)
    }
}

function contentParts({ dict }: WalkedPage): readonly PDFObject[] {
  const stated = dict.get(PDFName.of('Contents'))
  const found = resolve(dict, stated)
  return found instanceof PDFArray ? found.asArray() : stated === undefined ? [] : [stated]
}

/** ISO 32000-1 7.8.2: the streams of an array are read as one, with white space between them. */
function readContents(page: WalkedPage): Contents {
  const { context } = page.dict
  const parts = contentParts(page)
  const refs: PDFRef[] = []
  const pieces: Uint8Array[] = []
  let bytes = 0
  let missing = 0
  let readable = true
  for (const part of parts) {
    const stream = resolve(page.dict, part)
    if (!(stream instanceof PDFRawStream)) {
      missing += 1
      continue
    }
    refs.push(part instanceof PDFRef ? part : context.register(stream))
    const decoded = decodeStream(stream, MAX_CONTENT_BYTES)
    if (decoded === null) readable = false
    else pieces.push(decoded, NEW_LINE)
    bytes += decoded?.length ?? 0
    if (bytes > MAX_CONTENT_BYTES) {
      throw tooComplex(`The content of page ${page.index + 1} of the PDF is larger than 128 MB.`)
    }
  }
  return { refs, content: readable ? Buffer.concat(pieces) : null, missing }
}

const NEW_LINE = Uint8Array.of(0x0a)
