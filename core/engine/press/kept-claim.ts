/** Whether a file that says it is PDF/X-4 is, by the list that new files are held to; other parts have a list of their own. */

import { PDFDict, type PDFDocument, type PDFStream } from '@cantoo/pdf-lib'
import type { InnerContents } from '../artwork/check/inner-contents.ts'
import type { PdfxClaim } from '../artwork/check/pdfx.ts'
import type { Finding, Sentence } from '../finding/finding.ts'
import type { Fact } from '../finding/measure.ts'
import { arrayEntry, entry, nameEntry } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { MAX_OUTPUT_PROFILE_BYTES } from '../pdf/space/output-profile.ts'
import { pdfx4Hindrances } from './pdfx4-hindrances.ts'

export interface ClaimInput {
  readonly doc: PDFDocument
  readonly inner: () => InnerContents
  readonly ambiguous: () => readonly string[]
  readonly walked: readonly WalkedPage[]
  readonly facts: readonly Fact[]
  /** What the checks of all parts have left of the claim. */
  readonly kept: PdfxClaim | null
  readonly transparent: ReadonlySet<number>
}

export interface KeptClaim {
  readonly kept: PdfxClaim | null
  readonly findings: readonly Finding[]
}

/** What broke the claim, in the words of the report. */
const KINDS: Partial<Record<Sentence, string>> = {
  'pdfx_hindrance.blend': 'transparency_blend_space',
  'pdfx_hindrance.profile': 'colours in the output profile',
  'pdfx_hindrance.external': 'data outside the file',
  'pdfx_hindrance.unread': 'unreadable content',
}

/** To be called before anything is stripped. */
export function keepClaim(input: ClaimInput): KeptClaim {
  const { doc, walked, facts, kept, transparent } = input
  if (kept?.part !== 'X-4') return { kept, findings: [] }
  const inner = input.inner()
  const all = inner.transparent ? new Set(walked.map(({ index }) => index)) : transparent
  const profile = intentProfile(doc) ?? new Uint8Array()
  const broken = pdfx4Hindrances({
    ...{ doc, walked, facts, claim: null, transparent: all, profile, inner },
    ambiguous: input.ambiguous(),
  })
  if (broken.length === 0) return { kept, findings: [] }
  const kinds = [...new Set(broken.map(({ says, found }) => (says && KINDS[says]) ?? String(found)))]
  const found = kinds.join(', ')
  return {
    kept: null,
    findings: [
      { code: 'pdfx_claim_broken', severity: 'warn', params: { kinds }, found, expected: kept.label },
    ],
  }
}

function intentProfile({ catalog }: PDFDocument): Uint8Array | null {
  for (const intent of arrayEntry(catalog, 'OutputIntents') ?? []) {
    if (!(intent instanceof PDFDict) || nameEntry(intent, 'S') !== 'GTS_PDFX') continue
    return decodeStream(entry(intent, 'DestOutputProfile') as PDFStream | null, MAX_OUTPUT_PROFILE_BYTES)
  }
  return null
}
