/** Gives a page its two slots: its content stands between them, balanced, in resources of the page's own. */

import {
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { Finding } from '../finding/finding.ts'
import type { Box } from '../geometry/box.ts'
import { balanceContent } from '../pdf/balance.ts'
import { contentsOf, contentTooLarge, MAX_CONTENT_BYTES } from '../pdf/page-contents.ts'
import type { Appearance } from '../pdf/read-annotations.ts'
import { entry, resolve } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { knownSurvey, surveyContent } from '../pdf/survey-content.ts'
import { real } from '../pdf/syntax.ts'

export interface WrappedPage {
  readonly below: PDFRef
  readonly above: PDFRef
  readonly findings: readonly Finding[]
}

/** Streams that pages share because they say the same; keyed by their text. */
export type SharedStreams = Map<string, PDFRef>

/**
 * `borders` are painted right above the content. Content that is balanced stays as it is, in streams of its own
 * between an opening and a closing one; content that would take our `q` away is rewritten in one stream. To be called
 * after mendContents. Throws `pdf_too_complex` for content above 128 MB in all.
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
  const { parts } = contentsOf(page)
  const streams = parts.map(({ stream }) => stream)
  const survey = knownSurvey(streams) ?? surveyContent(contentOf(page, streams))
  const balance = balanceContent(survey, () => contentOf(page, streams))
  if (balance.surplus > 0) {
    findings.push({
      code: 'page_content_unbalanced',
      severity: 'warn',
      page: page.index,
      found: balance.surplus,
    })
  }
  const { rewritten } = balance
  const refs = parts.map(({ stream, ref }) => ref ?? context.register(stream))
  const content = rewritten === null ? refs : [context.register(context.flateStream(rewritten))]
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

/** ISO 32000-1 7.8.2: the streams of an array are read as one, with white space between them. */
function contentOf(page: WalkedPage, streams: readonly PDFRawStream[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (const stream of streams) {
    const decoded = decodeStream(stream, MAX_CONTENT_BYTES)
    if (decoded === null) throw new Error('Content that cannot be decoded was left on a page.')
    pieces.push(decoded, NEW_LINE)
    bytes += decoded.length
    if (bytes > MAX_CONTENT_BYTES) throw contentTooLarge(page)
  }
  return Buffer.concat(pieces)
}

const NEW_LINE = Uint8Array.of(0x0a)
