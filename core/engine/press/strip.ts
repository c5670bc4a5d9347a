/** Removes from a document everything that a press does not print: forms, actions, scripts, attachments and private data. */
import {
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { Finding } from '../finding/finding.ts'
import { dictEntry, entry, nameEntry, resolve } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { hasActions } from './active-content.ts'
import type { LabelText } from './pdfx-label.ts'
import { stripAnnotations } from './strip-annotations.ts'

/**
 * Decision: what stays is listed, everything else goes, so that nothing active slips through under a new name.
 * The structure tree goes because it refers to the form's widgets; /PieceInfo because an editor would open its
 * private copy of the artwork, without the personalized marks; /Thumb because it shows the blank page.
 */
const CATALOG_KEYS = ['OCProperties', 'OutputIntents', 'Metadata', 'PageLabels', 'ViewerPreferences', 'Lang']
const PAGE_KEYS = ['Contents', 'UserUnit', 'Group', 'Metadata', 'OutputIntents', 'BoxColorInfo']
const INFO_KEYS = ['Title', 'Author', 'Creator', 'Trapped']
/** Private data, and ways to content outside the file (/F and its company are an external stream's). */
const STREAM_KEYS = ['PieceInfo', 'LastModified', 'AF', 'StructParent', 'StructParents', 'Ref']
const EXTERNAL_KEYS = ['F', 'FFilter', 'FDecodeParms']

const MAX_METADATA_BYTES = 16 << 20

export interface Stripped {
  readonly root: PDFRef
  readonly info: PDFRef | null
  /** The slot for the metadata of a kept label; null without one. */
  readonly metadata: PDFRef | null
  readonly findings: readonly Finding[]
}

/**
 * Builds a new catalog with a flat page tree in the document's context and strips the pages in place; the scene
 * must have been read by then. `madeInfo` takes the place of the upload's info dictionary.
 */
export function stripDocument(
  doc: PDFDocument,
  walked: readonly WalkedPage[],
  label: LabelText | null = null,
  madeInfo: PDFDict | null = null,
): Stripped {
  const { context } = doc
  const findings: Finding[] = []
  const source = context.lookup(context.trailerInfo.Root)
  const catalog = PDFDict.withContext(context)
  if (source instanceof PDFDict) {
    findings.push(...formFindings(source))
    if (hasActions(source, walked)) {
      findings.push({ code: 'pdf_active_content', severity: 'warn' })
    }
    copyEntries(source, catalog, CATALOG_KEYS)
  }
  stripStreams(doc)

  const tree = context.obj({ Type: 'Pages', Count: walked.length })
  const treeRef = context.register(tree)
  const kids = walked.map((page) => {
    findings.push(...stripPage(page, treeRef))
    return page.ref ?? context.register(page.dict)
  })
  tree.set(PDFName.of('Kids'), context.obj(kids))
  catalog.set(PDFName.of('Type'), PDFName.of('Catalog'))
  catalog.set(PDFName.of('Pages'), treeRef)

  const sourceInfo = resolve(catalog, context.trailerInfo.Info)
  const info = madeInfo ?? PDFDict.withContext(context)
  if (madeInfo === null && sourceInfo instanceof PDFDict) copyEntries(sourceInfo, info, INFO_KEYS)
  findings.push(...dropClaims(catalog, sourceInfo instanceof PDFDict ? sourceInfo : null, label))
  const metadata = label === null || label.metadata === null ? null : context.register(emptyMetadata(doc))
  if (metadata !== null) catalog.set(PDFName.of('Metadata'), metadata)
  return {
    root: context.register(catalog),
    info: info.keys().length === 0 && label === null ? null : context.register(info),
    metadata,
    findings,
  }
}

function copyEntries(from: PDFDict, to: PDFDict, keys: readonly string[]): void {
  for (const key of keys) {
    const value = from.get(PDFName.of(key))
    if (value !== undefined) to.set(PDFName.of(key), value)
  }
}

/** Emptied and filled in place, so that every reference to the page finds the stripped one. */
function stripPage(page: WalkedPage, parent: PDFRef): readonly Finding[] {
  const { dict } = page
  const annotations = stripAnnotations(page)
  const kept = new Map(PAGE_KEYS.map((key) => [key, dict.get(PDFName.of(key))]))
  for (const key of dict.keys()) dict.delete(key)
  dict.set(PDFName.of('Type'), PDFName.of('Page'))
  dict.set(PDFName.of('Parent'), parent)
  for (const [key, value] of [...page.attributes, ...kept]) if (value) dict.set(PDFName.of(key), value)
  if (annotations.kept.length > 0) dict.set(PDFName.of('Annots'), dict.context.obj([...annotations.kept]))
  return annotations.findings
}

function stripStreams(doc: PDFDocument): void {
  for (const [, object] of doc.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue
    const { dict } = object
    for (const key of EXTERNAL_KEYS) dict.delete(PDFName.of(key))
    if (nameEntry(dict, 'Subtype') === null) continue
    for (const key of STREAM_KEYS) dict.delete(PDFName.of(key))
  }
}

function formFindings(catalog: PDFDict): Finding[] {
  const findings: Finding[] = []
  const form = dictEntry(catalog, 'AcroForm')
  if (form !== null && entry(form, 'XFA') !== null) {
    findings.push({ code: 'pdf_xfa', severity: 'warn' })
  }
  // A signature field reports itself when the form is read.
  if (dictEntry(catalog, 'Perms') !== null) {
    findings.push({ code: 'pdf_signed', severity: 'warn' })
  }
  return findings
}

/** Well-formed metadata that says nothing, to be redefined by tails. */
function emptyMetadata({ context }: PDFDocument): PDFRawStream {
  const text =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="r"?>'
  return context.stream(text, { Type: 'Metadata', Subtype: 'XML' })
}

/**
 * A body that was written anew does not keep the promises of the archive and exchange standards by itself, and a
 * wrong label is worse than none: metadata with such a claim goes. Output intents stay.
 */
function dropClaims(catalog: PDFDict, info: PDFDict | null, label: LabelText | null): Finding[] {
  const metadata = decodeStream(entry(catalog, 'Metadata'), MAX_METADATA_BYTES)
  const text = metadata === null ? '' : Buffer.from(metadata).toString('latin1').replaceAll('\0', '')
  const named =
    info !== null && (info.has(PDFName.of('GTS_PDFXVersion')) || info.has(PDFName.of('GTS_PDFXConformance')))
  const claims = {
    x: named || /pdfxid:|GTS_PDFX/.test(text),
    archive: /pdfaid:|pdfuaid:|pdfvtid:|pdfeid:/.test(text),
  }
  if (claims.x || claims.archive) catalog.delete(PDFName.of('Metadata'))
  // The body carries no label; each tail renews a label that is true.
  if (!claims.x || label !== null) return []
  return [{ code: 'pdfx_lost', severity: 'warn' }]
}
