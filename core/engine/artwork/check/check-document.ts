/** Checks a document as a whole, before anything is taken out of it: layers, annotations, output intent, claims. */
import { PDFBool, type PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { dictEntry, entry } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import type { SceneField, ScenePage } from '../../scene/scene.ts'
import { checkAnnotations } from './check-annotations.ts'
import { checkLayers } from './check-layers.ts'
import type { PaintedChecks } from './check-painted.ts'
import type { InnerContents } from './inner-contents.ts'
import { checkOutputIntents, readOutputIntents } from './output-intents.ts'
import {
  claimFindings,
  type DocumentMetadata,
  hasLayers,
  type PdfxClaim,
  pdfxFaults,
  readMetadata,
} from './pdfx.ts'

export interface DocumentInput {
  readonly doc: PDFDocument
  readonly inner: () => InnerContents
  readonly walked: readonly WalkedPage[]
  readonly pages: readonly ScenePage[]
  readonly fields: readonly SceneField[]
  readonly painted: PaintedChecks
  /** Codes of what was found in the file, its pages, inks, fonts and images. */
  readonly codes: Iterable<string>
  /** The trailer has an identifier of the proper form. */
  readonly fileId: boolean
}

export interface DocumentChecks {
  readonly findings: Finding[]
  /** The claim of PDF/X where nothing that can be decided breaks it; else null. */
  readonly kept: PdfxClaim | null
  readonly metadata: DocumentMetadata
}

export function checkDocument(input: DocumentInput): DocumentChecks {
  const { doc, walked, pages, painted } = input
  const metadata = readMetadata(doc)
  const { claim } = metadata
  const intents = readOutputIntents(doc)
  const findings = [
    ...checkLayers(doc),
    ...checkAnnotations(walked, pages),
    ...checkEmptyPages(input),
    ...checkOutputIntents(intents, claim !== null),
    ...checkForm(doc),
  ]
  if (claim === null) return { findings, kept: null, metadata }
  const inner = input.inner()
  const codes = new Set([...input.codes, ...findings.map(({ code }) => code), ...inner.found.keys()])
  const faults = pdfxFaults(claim, {
    metadata,
    codes,
    transparency: painted.transparent.size > 0 || inner.transparent,
    layers: hasLayers(doc),
    intents: intents.length,
    profiles: intents.every(({ profile }) => profile !== null),
    fileId: input.fileId,
  })
  const kept = faults.length === 0 ? claim : null
  return { findings: [...findings, ...claimFindings(claim, faults)], kept, metadata }
}

/** R0005: nothing is painted, and no field will be. */
function checkEmptyPages({ pages, fields, painted }: DocumentInput): Finding[] {
  const used = new Set(fields.flatMap(({ placements }) => placements.map(({ page }) => page)))
  return pages
    .filter(({ index }) => !painted.painted.has(index) && !used.has(index))
    .map(({ index }) => ({
      code: 'page_empty',
      severity: 'warn',
      page: index,
      ref: 'GWG2022 R0005',
    }))
}

function checkForm({ catalog }: PDFDocument): Finding[] {
  const form = dictEntry(catalog, 'AcroForm')
  const needs = form === null ? null : entry(form, 'NeedAppearances')
  if (!(needs instanceof PDFBool) || !needs.asBoolean()) return []
  return [{ code: 'form_needs_appearances', severity: 'info' }]
}
