/** The label of PDF/X that a print file carries on from its template: read when that is compiled, dated by each tail. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { DocumentMetadata, PdfxClaim } from '../artwork/check/pdfx.ts'
import { entry, resolve } from '../pdf/read-object.ts'
import { decodeStream } from '../pdf/read-stream.ts'

/** The parts that a tail writes again with the date of the render. */
export interface LabelText {
  /** As the file has it, such as `PDF/X-4`. */
  readonly label: string
  /**
   * Entries of the info dictionary but /ModDate, in PDF syntax; null where the body has them for good, which a date that
   * changes would make untrue.
   */
  readonly info: string | null
  /** The metadata stream's text, cut wherever a date stands that changes with the file; null without a stream. */
  readonly metadata: readonly string[] | null
}

const INFO_KEYS = [
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'Trapped',
  'GTS_PDFXVersion',
  'GTS_PDFXConformance',
]
/** Both stand in every tail. */
const MAX_INFO_CHARS = 4096
const MAX_METADATA_BYTES = 64 << 10

/** An element's or an attribute's value; the text before it is kept. */
const DATES =
  /((?:<xmp:(?:ModifyDate|MetadataDate)>\s*)|(?:\bxmp:(?:ModifyDate|MetadataDate)\s*=\s*["']))[^<"']*/g

/**
 * Decision: a label is carried on for the parts whose files a body can be: X-1a and X-3 of 2003 (PDF 1.4) and X-4 (1.6
 * and later). Those of 2001 and 2002 ask for PDF 1.3, which the slots are not, and X-6 is too new to be promised. `null`
 * too where the metadata is no UTF-8, has no dates to renew or claims an archive standard besides.
 */
export function readLabel(
  doc: PDFDocument,
  claim: PdfxClaim,
  { claimsArchive }: Pick<DocumentMetadata, 'claimsArchive'>,
  version: string,
): LabelText | null {
  const { label, part } = claim
  const early = (part === 'X-1a' || part === 'X-3') && label.includes('2003') && version === '1.4'
  if (claimsArchive || !(early || (part === 'X-4' && version >= '1.6'))) return null
  const metadata = readMetadataText(doc)
  // X-4 names itself there alone, and its dates are part of the promise.
  if (metadata === 'unusable' || (part === 'X-4' && (metadata === null || metadata.length < 3))) return null
  const info = infoText(doc)
  return info.length > MAX_INFO_CHARS ? null : { label, info, metadata }
}

function readMetadataText(doc: PDFDocument): readonly string[] | null | 'unusable' {
  const stream = entry(doc.catalog, 'Metadata')
  if (stream === null) return null
  const bytes = decodeStream(stream, MAX_METADATA_BYTES)
  if (bytes === null) return 'unusable'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'unusable'
  }
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(DATES)) {
    const lead = match[1] ?? ''
    parts.push(text.slice(end, match.index + lead.length))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

function infoText(doc: PDFDocument): string {
  const info = resolve(doc.catalog, doc.context.trailerInfo.Info)
  if (!(info instanceof PDFDict)) return ''
  return INFO_KEYS.flatMap((key) => {
    const value = entry(info, key)
    const isText = value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName
    return isText ? [`/${key} ${value.toString()}`] : []
  }).join(' ')
}
