/** Turns an uploaded PDF into an immutable body with empty slots, the plan of how to fill them, and the scene. */
import { createHash } from 'node:crypto'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { ServiceError } from '../../errors.ts'
import { onceFor } from '../../once-for.ts'
import { checkArtwork } from '../artwork/check/check-artwork.ts'
import { readInnerContents } from '../artwork/check/inner-contents.ts'
import { fingerprintPages } from '../artwork/fingerprint-pages.ts'
import { DEFAULT_BORDERS, type FormBorders } from '../artwork/form/form-borders.ts'
import { readForm } from '../artwork/form/read-form.ts'
import { createSymbolFonts } from '../artwork/form/read-symbol-fonts.ts'
import { createToneReader } from '../artwork/form/read-tones.ts'
import { planInks, routedInks } from '../artwork/ink/plan-inks.ts'
import { readFormInks } from '../artwork/ink/read-form-inks.ts'
import { type ArtworkInks, readInks } from '../artwork/ink/read-inks.ts'
import { routeSpaces } from '../artwork/ink/route-spaces.ts'
import { makePalette } from '../artwork/ink/scene-palette.ts'
import { ambiguousNames, readDefinitions, unifyDefinitions } from '../artwork/ink/separation-definitions.ts'
import { withLeftPlaceholders } from '../artwork/placeholders/left-placeholders.ts'
import { readPlaceholders } from '../artwork/placeholders/read-placeholders.ts'
import { readMarks } from '../artwork/read-marks.ts'
import { readPages } from '../artwork/read-pages.ts'
import { takeOutText } from '../artwork/text/take-out-text.ts'
import { boundFindings } from '../finding/bound-findings.ts'
import type { Finding } from '../finding/finding.ts'
import { codeOf, type Fact } from '../finding/measure.ts'
import { packTable, tableColors } from '../ink/rgb-table.ts'
import { packScreenTable, screenTableInks } from '../ink/screen-table.ts'
import { MAX_PAGES, MAX_RESULT_BYTES, tooComplex } from '../limits.ts'
import { mendContents } from '../pdf/mend-contents.ts'
import { openSource } from '../pdf/open-source.ts'
import { refuseContentBombs } from '../pdf/page-contents.ts'
import { dictEntry, numberEntry } from '../pdf/read-object.ts'
import { type WalkedPage, walkPages } from '../pdf/read-page-tree.ts'
import { type WrittenBody, writeBody } from '../pdf/write-body.ts'
import type { ArtworkPick, RefusedPick } from '../scene/artwork-pick.ts'
import { nameFieldInks, strokeInks } from '../scene/field-inks.ts'
import { refuseTooManyFields } from '../scene/most-fields.ts'
import type { Scene } from '../scene/scene.ts'
import type { FontInfo } from '../text/font.ts'
import { type MadeAppearance, makeAppearances, planAppearances, withMarks } from './appearance-forms.ts'
import type { CompileStep } from './compile-step.ts'
import { dropTransfers } from './drop-transfers.ts'
import { applyBorders } from './field-borders.ts'
import { keepClaim } from './kept-claim.ts'
import { type Output, settingOf } from './output.ts'
import { type LabelText, readLabel } from './pdfx-label.ts'
import { makePdfx4, PDFX4_FIXES, PDFX4_VERSION, type Pdfx4Document } from './pdfx4-document.ts'
import { pdfx4Hindrances } from './pdfx4-hindrances.ts'
import { pdfx4Label } from './pdfx4-label.ts'
import type { Plan, PlanLabel } from './plan.ts'
import type { ConvertTools } from './separate/press-colors.ts'
import { separateDocument } from './separate/separate-document.ts'
import { stripDocument } from './strip.ts'
import { type SharedStreams, wrapPage } from './wrap-page.ts'

export interface CompiledPdf {
  /** The body in pieces that follow each other; long ones are the upload's own bytes, so it must not change. */
  readonly body: Uint8Array[]
  readonly plan: Plan
  /** Fields carry empty ids. */
  readonly scene: Scene
  /** Facts of the upload, independent of its fields; `currentFindings` turns them into findings under a profile. */
  readonly findings: Fact[]
  /** Picks that could not become fields; the plan has the others. */
  readonly refused: readonly RefusedPick[]
}

export interface CompileOptions {
  /** Hears of each step as it begins. */
  readonly onStep?: (step: CompileStep) => void
  /** Runs of text that become fields. */
  readonly picks?: readonly ArtworkPick[]
  /** The font of symbols that forms use without having it, as a bare CFF font. */
  readonly symbols?: Uint8Array | null
  /** Handling of borders and backgrounds of the form; the default if absent. */
  readonly borders?: FormBorders | undefined
  /** What print files are to be beside PDF; nothing if absent. */
  readonly output?: Output | null | undefined
  /** The colours of the output profile; needed where `output` asks to convert. */
  readonly tools?: ConvertTools | null
}

/**
 * `fonts` are available to fields. The same bytes and fonts give the same result. Throws a ServiceError (`invalid_pdf`,
 * `encrypted_pdf`, `too_many_pages`, `too_many_fields`, `unsupported_page_size`, `pdf_too_complex`) for a file that
 * cannot become a template.
 */
export async function compilePdf(
  bytes: Uint8Array,
  fonts: readonly FontInfo[],
  options: CompileOptions = {},
): Promise<CompiledPdf> {
  try {
    return await compile(bytes, fonts, options)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    if (!(cause instanceof RangeError)) throw cause
    // The stack or an allocation ran out, which no ordinary file causes.
    throw new ServiceError('pdf_too_complex', { cause })
  }
}

async function compile(
  bytes: Uint8Array,
  fonts: readonly FontInfo[],
  {
    onStep = () => {},
    picks = [],
    symbols = null,
    borders = DEFAULT_BORDERS,
    output = null,
    tools = null,
  }: CompileOptions,
): Promise<CompiledPdf> {
  onStep('opening')
  const source = openSource(bytes)
  const { doc } = source
  const walked = walkPages(doc)
  if (walked.length > MAX_PAGES) {
    throw new ServiceError('too_many_pages', {
      message: `The PDF has ${walked.length} pages; the limit is ${MAX_PAGES}.`,
    })
  }
  refuseContentBombs(walked)
  onStep('reading')
  const fingerprints = fingerprintPages(doc, walked)
  const contentFindings = [...checkPageCount(doc, walked.length), ...mendContents(walked)]
  const { pages, findings: pageFindings } = readPages(doc, walked)
  const symbolFonts = createSymbolFonts(doc.context, symbols)
  const tones = createToneReader(symbolFonts)
  const form = readForm(doc, walked, pages, fonts, tones)
  const appearances = makeAppearances(doc.context, form.appearances, symbolFonts)
  const placeholders = readPlaceholders(doc, walked, pages, fonts, picks)
  const boxes = pages.map(({ mediaBox }) => mediaBox)
  const bordered = applyBorders(doc, walked, { fonts: symbolFonts, tones }, borders)
  const printed = withMarks(bordered.pages, form.fields, appearances)
  const places = takeOutText(doc, printed, boxes, placeholders.taken)
  const separated =
    output?.convert === undefined
      ? null
      : await separateArtwork(doc, places.pages, appearances, output, tools)
  const marks = readMarks(doc, places.pages)
  const placeholderFindings = withLeftPlaceholders(
    doc,
    places.pages.filter((_, at) => marks.pages[at]?.mayHoldPlaceholder === true),
    placeholders.findings,
  )
  const read = [...form.fields, ...placeholders.fields]
  refuseTooManyFields(read.length)
  const mixes = new Map([...form.mixes, ...placeholders.mixes])
  const named = read.flatMap((field) => [...(field.ink === null ? [] : [field.ink]), ...strokeInks(field)])
  const fieldInks = named.filter((ink) => !mixes.has(ink))
  const artwork = readInks(doc, places.pages, { marks, fieldInks })
  const { fields, findings: inkFindings } = nameFieldInks(read, [
    ...artwork.inks,
    ...[...mixes.keys()].map((name) => ({ name })),
  ])
  const ofFormAlone = fieldInks.filter((name) => !artwork.inks.some((ink) => ink.name === name))
  const inks = [...artwork.inks, ...readFormInks(doc, ofFormAlone)]
  onStep('checking')
  // Once, and only where a label is claimed or asked for.
  const readInner = onceFor(readInnerContents)
  const inner = () => readInner(doc)
  const checked = await checkArtwork({
    doc,
    inner,
    walked: places.pages,
    pages,
    fields,
    marks,
    artwork,
    known: [...source.findings, ...pageFindings, ...contentFindings],
    fileId: source.fileId !== null,
  })

  onStep('writing')
  const fileId = source.fileId ?? createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const found = [...source.findings, ...pageFindings, ...contentFindings, ...checked.facts]
  const { transparent: painted } = checked
  const drawn = appearances.map(({ ref }) => ref)
  const separations = onceFor(({ context }: PDFDocument) => readDefinitions(context, places.pages, drawn))
  const ambiguous = () => ambiguousNames(doc.context, separations(doc))
  const claim = keepClaim({
    ...{
      doc,
      inner,
      ambiguous,
      walked: places.pages,
      facts: found,
      kept: checked.kept,
      transparent: painted,
    },
  })
  const kept = claim.kept === null ? null : readLabel(doc, claim.kept, checked.metadata, source.version)
  // A file that is PDF/X-4 stays what it is, for the condition that it names.
  // Decision: a pattern or letter that is transparent may be on any page.
  const transparent = output !== null && inner().transparent ? new Set(pages.keys()) : painted
  const hindrances =
    output === null || kept?.label === 'PDF/X-4'
      ? []
      : pdfx4Hindrances({
          ...{ doc, walked: places.pages, profile: output.bytes, transparent, inner: inner(), facts: found },
          claim: checked.metadata.claim,
          ambiguous: ambiguous(),
        })
  const made =
    output === null || kept?.label === 'PDF/X-4' || hindrances.length > 0
      ? null
      : makePdfx4({
          ...{ doc, walked: places.pages, pages, output, transparent },
          separations: separations(doc),
        })
  if (kept?.label === 'PDF/X-4') {
    dropTransfers(doc)
    unifyDefinitions(doc.context, separations(doc))
  }
  const labelled = made === null ? null : pdfx4Label(doc, fileId)
  const label = labelled?.label ?? kept
  const stripped = stripDocument(doc, places.pages, label, labelled?.info ?? null)
  const shared: SharedStreams = new Map()
  const slots = places.pages.map((page, index) =>
    wrapPage(doc, page, pages[index]!.mediaBox, shared, bordered.pages[index]?.appearances),
  )
  const roots = stripped.info === null ? [stripped.root] : [stripped.root, stripped.info]
  const routed = routeSpaces(
    doc.context,
    [...roots, ...appearances.flatMap(({ ref, used }) => (used.oneColor ? [] : [ref]))],
    inks.map(({ object }) => object),
  )
  const written = writeBody({
    context: doc.context,
    root: stripped.root,
    info: stripped.info,
    kept: [
      ...routedInks(inks, routed),
      ...appearances.map(({ ref }) => ref),
      ...(made === null ? [] : [made.rgbSpace]),
    ],
    version: made === null ? source.version : PDFX4_VERSION,
    fileId,
  })
  const planned = planInks(doc.catalog, { inks, routed, marks }, written)

  const plan: Plan = {
    version: 2,
    bodyBytes: written.bytes,
    bodySha256: written.sha256,
    startXref: written.startXref,
    size: written.size,
    rootObject: written.numberOf(stripped.root),
    infoObject: stripped.info === null ? null : written.numberOf(stripped.info),
    fileId,
    pages: slots.map(({ below, above }, index) => ({
      box: pages[index]!.mediaBox,
      below: written.numberOf(below),
      above: written.numberOf(above),
      inPlace: (places.slots.get(index) ?? []).map(({ ref, within }) => ({
        object: written.numberOf(ref),
        within: within.map((form) => written.numberOf(form)),
      })),
    })),
    inks: planned.inks,
    spaces: planned.spaces,
    label: label === null ? null : planLabel(label, stripped.metadata && written.numberOf(stripped.metadata)),
    ...(isSpotOnly(artwork) ? { spotOnly: true as const } : {}),
    ...(borders === DEFAULT_BORDERS ? {} : { borders }),
    ...(output === null ? {} : { output: settingOf(output) }),
    ...(separated === null ? {} : { rgbTable: separated.rgbTable }),
    ...(output === null || tools === null
      ? {}
      : { screenTable: packScreenTable(tools.colors.lab(screenTableInks())) }),
    ...(made === null ? {} : { rgbSpace: written.numberOf(made.rgbSpace) }),
    ...(appearances.length === 0 ? {} : { appearances: planAppearances(appearances, written) }),
    ...(placeholders.picked.length === 0 ? {} : { taken: placeholders.picked }),
    fingerprints,
  }
  const blackFields = new Set([...form.blackFields, ...placeholders.blackFields])
  // Black text that became a field was process colour too.
  const paintsProcess = artwork.paintsProcess || placeholders.blackFields.size > 0
  const palette = makePalette({ paintsProcess, fields, blackFields, mixes, inks })
  const compiled: CompiledPdf = {
    body: written.chunks,
    plan,
    scene: { version: 1, pages, ...palette, textOutput: 'live' },
    findings: boundFindings<Fact>([
      ...source.findings,
      ...pageFindings,
      ...contentFindings,
      ...stripped.findings,
      ...slots.flatMap(({ findings }) => findings),
      ...damage(written),
      ...form.findings,
      ...bordered.findings,
      ...placeholderFindings,
      ...inkFindings,
      ...(made === null ? checked.facts : checked.facts.filter((fact) => !isMended(fact, transparent))),
      ...planned.findings,
      ...claim.findings,
      ...hindrances,
      ...(separated?.findings ?? []),
      ...(made === null ? [] : [madeFinding(made)]),
    ]),
    refused: placeholders.refused,
  }
  refuseBulk(compiled)
  return compiled
}

/** Converts what print files have of the artwork, and makes the table for what they have of fields. */
async function separateArtwork(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  appearances: readonly MadeAppearance[],
  { profile }: Output,
  tools: ConvertTools | null,
) {
  if (tools === null) throw new Error('Nothing converts colours here.')
  const inks = tools.colors.inks('srgb', tableColors())
  const refs = appearances.map(({ ref }) => ref)
  const { findings } = await separateDocument(doc, pages, refs, tools, profile.info)
  return { findings, rgbTable: packTable(inks) }
}

/** Decision: cutting lines and varnish beside an empty sheet are no spot job. */
function isSpotOnly({ paintsProcess, inks }: ArtworkInks): boolean {
  return !paintsProcess && inks.some(({ painted, technical }) => painted && !technical)
}

/** What is read of a file is written, read and sent whole ever after, by a process that has others to serve. */
function refuseBulk({ plan, scene, findings }: CompiledPdf): void {
  const bytes = JSON.stringify([plan, scene, findings]).length
  if (bytes <= MAX_RESULT_BYTES) return
  throw tooComplex(
    `The fields, inks and placeholders of the PDF take ${Math.round(bytes / 1e5) / 10} MB; ` +
      `the limit is ${MAX_RESULT_BYTES >> 20} MB. Split the PDF into several files.`,
  )
}

/** Reading the tree does not need its own counts, but they reveal a missing part. */
function checkPageCount({ catalog }: PDFDocument, found: number): Finding[] {
  const root = dictEntry(catalog, 'Pages')
  const stated = root === null ? null : numberEntry(root, 'Count')
  if (stated === null || stated <= found) return []
  return [{ code: 'pages_missing', severity: 'fail', found, expected: stated }]
}

function planLabel({ label, info, metadata }: LabelText, object: number | null): PlanLabel {
  return { label, info, metadata: metadata === null || object === null ? null : { object, text: metadata } }
}

/** What was said of the upload's output intent, which another one has taken the place of. */
const isOfIntent = (code: string) => code.startsWith('outputintent_')

/** Features that are gone from a file made PDF/X-4; its opaque pages are no groups. */
function isMended(fact: Fact, transparent: ReadonlySet<number>): boolean {
  const { page, bbox } = 'code' in fact ? fact : {}
  const isGroup = codeOf(fact) === 'field_process_in_rgb_group' && bbox === undefined
  return isOfIntent(codeOf(fact)) || (isGroup && page !== undefined && !transparent.has(page))
}

function madeFinding({ fixes }: Pdfx4Document): Finding {
  const kinds = PDFX4_FIXES.filter((fix) => fixes.has(fix))
  return {
    code: 'pdfx_made',
    severity: 'info',
    found: 'PDF/X-4',
    ...(kinds.length === 0 ? {} : { says: 'pdfx_made.fixed', params: { kinds } }),
  }
}

function damage({ unreadable }: WrittenBody): Finding[] {
  return unreadable === 0 ? [] : [{ code: 'pdf_object_unreadable', severity: 'warn', found: unreadable }]
}
