/** All checks of an upload's artwork, in one place: inks, fonts, images, every painted object, the document as a whole. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { codeOf, createMeasures, type Fact } from '../../finding/measure.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import type { SceneField, ScenePage } from '../../scene/scene.ts'
import type { ArtworkInks } from '../ink/read-inks.ts'
import type { ArtworkMarks } from '../read-marks.ts'
import { checkDocument, type DocumentChecks } from './check-document.ts'
import { checkFonts } from './check-fonts.ts'
import { checkImages } from './check-images.ts'
import { checkLosses } from './check-losses.ts'
import { checkPainted } from './check-painted.ts'
import type { InnerContents } from './inner-contents.ts'

export interface ArtworkInput {
  readonly doc: PDFDocument
  /** Read where a claim has to be checked. */
  readonly inner: () => InnerContents
  readonly walked: readonly WalkedPage[]
  readonly pages: readonly ScenePage[]
  readonly fields: readonly SceneField[]
  readonly marks: ArtworkMarks
  readonly artwork: ArtworkInks
  /** What opening the file and reading its pages found. */
  readonly known: readonly Fact[]
  /** The trailer has an identifier of the proper form. */
  readonly fileId: boolean
}

export interface ArtworkChecks extends Pick<DocumentChecks, 'kept' | 'metadata'> {
  /** Pages that paint with transparency, from 0. */
  readonly transparent: ReadonlySet<number>
  readonly facts: readonly Fact[]
}

/** To be called before anything is taken out of the document, and after placeholders are. */
export async function checkArtwork(input: ArtworkInput): Promise<ArtworkChecks> {
  const { doc, walked, pages, fields, marks, artwork } = input
  const painted = checkPainted(doc, walked, pages)
  const lost = await checkLosses(marks)
  const facts = [
    ...artwork.findings,
    ...countInks(artwork),
    ...checkFonts(marks),
    ...checkImages(marks),
    ...lost.findings,
    ...(lost.complete || !marks.complete ? [] : [PICTURES_UNCHECKED]),
    // Both walks end at a limit where one does: once said is enough.
    ...painted.facts.filter(
      (fact) => codeOf(fact) !== 'check_incomplete' || (marks.complete && lost.complete),
    ),
  ]
  const { findings, kept, metadata } = checkDocument({
    doc,
    inner: input.inner,
    walked,
    pages,
    fields,
    painted,
    codes: [...input.known, ...facts].map(codeOf),
    fileId: input.fileId,
  })
  return { facts: [...facts, ...findings], kept, metadata, transparent: painted.transparent }
}

const PICTURES_UNCHECKED: Finding = {
  code: 'check_incomplete',
  severity: 'warn',
  says: 'check_incomplete.images',
}

/** Processing steps and other technical plates are no inks (GWG 2022 D0003). */
function countInks({ inks }: ArtworkInks): Fact[] {
  const measures = createMeasures()
  const printing = inks.filter(({ painted, technical }) => painted && !technical)
  measures.add('spot_count', printing.length, {})
  return measures.facts()
}
