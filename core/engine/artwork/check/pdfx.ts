/** PDF/X: what a file claims to be, and which of the standard's demands it breaks as far as objects can tell. */
import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { arrayEntry, asText, dictEntry, entry, nameEntry, resolve } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'

const MAX_METADATA_BYTES = 16 << 20

export type PdfxPart = 'X-1a' | 'X-3' | 'X-4' | 'X-6' | 'other'

export interface PdfxClaim {
  /** As the file has it, such as `PDF/X-1a:2001` or `PDF/X-4`. */
  readonly label: string
  readonly part: PdfxPart
}

export interface DocumentMetadata {
  readonly claim: PdfxClaim | null
  /** Archive and accessibility standards, which a personalized file does not keep. */
  readonly claimsArchive: boolean
  readonly title: boolean
  readonly created: boolean
  readonly modified: boolean
  /** `True` or `False`; null for anything else. */
  readonly trapped: string | null
}

/** Reads what the info dictionary and the metadata stream say of the whole document. */
export function readMetadata(doc: PDFDocument): DocumentMetadata {
  const { context } = doc
  const found = resolve(doc.catalog, context.trailerInfo.Info)
  const info = found instanceof PDFDict ? found : null
  const text = (key: string) => (info === null ? null : asText(entry(info, key)))
  const bytes = decodeStream(entry(doc.catalog, 'Metadata'), MAX_METADATA_BYTES)
  const xmp = bytes === null ? '' : Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
  const label =
    xmpValue(xmp, 'pdfxid:GTS_PDFXVersion') ??
    text('GTS_PDFXConformance') ??
    text('GTS_PDFXVersion') ??
    xmpValue(xmp, 'pdfx:GTS_PDFXConformance') ??
    xmpValue(xmp, 'pdfx:GTS_PDFXVersion')
  const named =
    info !== null && (info.has(PDFName.of('GTS_PDFXVersion')) || info.has(PDFName.of('GTS_PDFXConformance')))
  const claims = label !== null || named || /pdfxid:|GTS_PDFX/.test(xmp)
  const trapped = (info === null ? null : nameEntry(info, 'Trapped')) ?? xmpValue(xmp, 'pdf:Trapped')
  return {
    claim: claims ? { label: label ?? 'PDF/X', part: partOf(label ?? '') } : null,
    claimsArchive: /pdfaid:|pdfuaid:|pdfvtid:|pdfeid:/.test(xmp),
    title: text('Title') !== null || /<dc:title\b/.test(xmp),
    created: text('CreationDate') !== null || /xmp:CreateDate/.test(xmp),
    modified: text('ModDate') !== null || /xmp:ModifyDate/.test(xmp),
    trapped: trapped === 'True' || trapped === 'False' ? trapped : null,
  }
}

/** An XMP property that is written as an element or as an attribute. */
function xmpValue(xmp: string, name: string): string | null {
  const element = new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xmp)
  return (element ?? new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(xmp))?.[1] ?? null
}

function partOf(label: string): PdfxPart {
  if (/X-1a?\b|X-1:|X-1a/.test(label)) return 'X-1a'
  if (/X-3/.test(label)) return 'X-3'
  if (/X-4/.test(label)) return 'X-4'
  return /X-6/.test(label) ? 'X-6' : 'other'
}

export interface PdfxFacts {
  readonly metadata: DocumentMetadata
  /** Codes of all that was found. */
  readonly codes: ReadonlySet<string>
  readonly transparency: boolean
  readonly layers: boolean
  readonly intents: number
  /** Every intent embeds its profile. */
  readonly profiles: boolean
  readonly fileId: boolean
}

/** Codes that break any part of the standard. */
const FORBIDDEN = [
  'pdf_encryption_removed',
  'pdf_active_content',
  'pdf_xfa',
  'box_trim_missing',
  'box_trim_and_art',
  'box_nesting',
  'font_not_embedded',
  'filter_lzw',
  'transfer_function',
  'halftone_named',
  'opi',
  'postscript_xobject',
  'annotation_prints',
  'outputintent_missing',
  'outputintent_profile_class',
  'outputintent_not_cmyk',
  'spot_name_ambiguous',
] as const
const FORBIDDEN_BEFORE_X4 = ['image_jpx', 'image_jbig2'] as const
/** Colours of a device that is not the press; allow them with a profile. */
const FORBIDDEN_COLORS = ['color_device_rgb'] as const
const FORBIDDEN_IN_X1A = ['color_icc_rgb', 'color_lab', 'color_cal'] as const

/**
 * What breaks the claim, in the list's order; empty where all that can be decided holds. The demands are those of
 * ISO 15930 as far as a program can tell them from objects: see the table of the standard's parts in each list.
 */
export function pdfxFaults({ part }: PdfxClaim, facts: PdfxFacts): string[] {
  const { metadata, codes } = facts
  const early = part === 'X-1a' || part === 'X-3'
  const forbidden = [
    ...FORBIDDEN,
    ...FORBIDDEN_COLORS,
    ...(early ? FORBIDDEN_BEFORE_X4 : []),
    ...(part === 'X-1a' ? FORBIDDEN_IN_X1A : []),
  ]
  const missing: (readonly [boolean, string])[] = [
    [early && facts.transparency, 'transparency'],
    [early && facts.layers, 'layers'],
    [facts.intents > 1, 'several output intents'],
    [part !== 'X-1a' && facts.intents > 0 && !facts.profiles, 'no embedded output profile'],
    [!metadata.title, 'no title'],
    [!metadata.created || !metadata.modified, 'no dates'],
    [part !== 'X-6' && metadata.trapped === null, 'trapped neither true nor false'],
    [!facts.fileId, 'no file identifier'],
  ]
  return [
    ...forbidden.filter((code) => codes.has(code)),
    ...missing.filter(([isSo]) => isSo).map(([, what]) => what),
  ]
}

/** The finding for a PDF/X claim at upload. */
export function claimFindings(claim: PdfxClaim, faults: readonly string[]): Finding[] {
  const claimed: Finding = {
    code: 'pdfx_claim',
    severity: 'info',
    found: claim.label,
  }
  if (faults.length === 0) return [claimed]
  return [
    claimed,
    {
      code: 'pdfx_claim_broken',
      severity: 'warn',
      params: { kinds: faults },
      found: faults.join(', '),
      expected: claim.label,
    },
  ]
}

export function hasLayers({ catalog }: PDFDocument): boolean {
  const properties = dictEntry(catalog, 'OCProperties')
  return properties !== null && (arrayEntry(properties, 'OCGs') ?? []).length > 0
}
