/** Reads the output intents of a document: the printing condition it was made for, and whether a press can use it. */
import { PDFDict, type PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { arrayEntry, asText, entry, nameEntry } from '../../pdf/read-object.ts'
import { type ProfileHeader, readProfileHeader } from '../../pdf/space/read-profile.ts'

export interface OutputIntent {
  readonly condition: string | null
  /** Of the embedded profile; null without one. */
  readonly profile: Pick<ProfileHeader, 'deviceClass' | 'space'> | null
}

/** Those made for PDF/X; intents of archives say how to look at a file, not how to print it. */
export function readOutputIntents(doc: PDFDocument): OutputIntent[] {
  return (arrayEntry(doc.catalog, 'OutputIntents') ?? []).flatMap((intent): OutputIntent[] => {
    if (!(intent instanceof PDFDict) || nameEntry(intent, 'S') !== 'GTS_PDFX') return []
    const profile = readProfileHeader(entry(intent, 'DestOutputProfile'))
    return [{ condition: asText(entry(intent, 'OutputConditionIdentifier')), profile }]
  })
}

/**
 * Decision: a file that does not claim to be PDF/X may leave its printing condition to the shop, which is worth a word
 * and no warning.
 */
export function checkOutputIntents(intents: readonly OutputIntent[], claimsPdfx: boolean): Finding[] {
  const [first] = intents
  if (first === undefined)
    return [
      {
        code: 'outputintent_missing',
        severity: claimsPdfx ? 'warn' : 'info',
        ref: 'GWG2022 R0035',
      },
    ]
  const { profile } = first
  const findings: Finding[] = []
  if (profile !== null && profile.deviceClass !== 'prtr')
    findings.push({
      code: 'outputintent_profile_class',
      severity: 'fail',
      found: profile.deviceClass,
      expected: 'prtr',
      ref: 'GWG2022 R0035',
    })
  if (profile !== null && profile.space !== 'CMYK')
    findings.push({
      code: 'outputintent_not_cmyk',
      severity: 'fail',
      found: profile.space,
      expected: 'CMYK',
      ref: 'GWG2022 R0035',
    })
  return findings
}
