/** Checks the fonts that the artwork sets visible text in: embedded, properly tagged, no stand-in. */
import type { PDFDict } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { arrayEntry, asDict, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import type { ArtworkMarks } from '../read-marks.ts'

const SUBSET_TAG = /^[A-Z]{6}\+/

/** One finding for each name and fault, with the first page that shows it. */
export function checkFonts(marks: ArtworkMarks): Finding[] {
  const found = new Map<string, Finding>()
  const seen = new Set<PDFDict>()
  for (const { page, fonts } of marks.pages)
    for (const font of fonts) {
      if (seen.has(font)) continue
      seen.add(font)
      for (const finding of checkFont(font)) {
        const key = `${finding.code} ${finding.found}`
        if (!found.has(key)) found.set(key, { ...finding, page })
      }
    }
  return [...found.values()]
}

const statedName = (font: PDFDict) =>
  nameEntry(font, 'BaseFont') ?? nameEntry(font, 'Name') ?? 'without a name'

/** Without the tag of a subset. */
export function nameOfFont(font: PDFDict): string {
  return statedName(font).replace(SUBSET_TAG, '')
}

function checkFont(font: PDFDict): Finding[] {
  const stated = statedName(font)
  const name = nameOfFont(font)
  if (nameEntry(font, 'Subtype') === 'Type3')
    return [
      {
        code: 'font_type3',
        severity: 'info',
        found: name,
      },
    ]
  const findings: Finding[] = []
  const descriptor = descriptorOf(font)
  if (descriptor === null || !isEmbedded(descriptor))
    findings.push({
      code: 'font_not_embedded',
      severity: 'fail',
      found: name,
      expected: 'embedded',
    })
  // Decision: only a subset lists its glyphs in the descriptor (table 122); without a tag it may be taken for whole.
  else if (!SUBSET_TAG.test(stated) && (entry(descriptor, 'CharSet') ?? entry(descriptor, 'CIDSet')) !== null)
    findings.push({
      code: 'font_no_subset_prefix',
      severity: 'info',
      found: name,
    })
  if (name === 'Courier')
    findings.push({
      code: 'font_courier',
      severity: 'warn',
      found: name,
      ref: 'GWG2022 R0014',
    })
  return findings
}

/** A composite font's descriptor stands in its descendant (ISO 32000-1 9.7.4). */
export function descriptorOf(font: PDFDict): PDFDict | null {
  const composite = nameEntry(font, 'Subtype') === 'Type0'
  const owner = composite ? asDict(arrayEntry(font, 'DescendantFonts')?.[0] ?? null) : font
  return owner === null ? null : dictEntry(owner, 'FontDescriptor')
}

/** Entries of a descriptor that an embedded font's program stands in. */
export const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const

function isEmbedded(descriptor: PDFDict): boolean {
  return PROGRAMS.some((key) => dictEntry(descriptor, key) !== null)
}
