/** Makes a document that nothing hinders PDF/X-4: its output intent, boxes, layers, and a profile for the RGB of devices. */

import {
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { type SeparationDefinitions, unifyDefinitions } from '../artwork/ink/separation-definitions.ts'
import { arrayEntry, dictEntry, nameEntry } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { srgbProfile } from '../pdf/space/srgb-profile.ts'
import type { ScenePage } from '../scene/scene.ts'
import { dropTransfers } from './drop-transfers.ts'
import type { Output } from './output.ts'

/** What was mended, by its key in the file. */
export const PDFX4_FIXES = [
  ...([
    'TrimBox',
    'ArtBox',
    'OCProperties',
    'DefaultRGB',
    'Group',
    'Alternates',
    'OutputIntents',
    'TR',
    'Separation',
  ] as const),
] as const
export type Pdfx4Fix = (typeof PDFX4_FIXES)[number]

export interface Pdfx4Document {
  /** The space that tails tag the RGB of their marks with. */
  readonly rgbSpace: PDFRef
  readonly fixes: ReadonlySet<Pdfx4Fix>
}

export interface Pdfx4Input {
  readonly doc: PDFDocument
  readonly walked: readonly WalkedPage[]
  readonly pages: readonly ScenePage[]
  readonly output: Output
  readonly transparent: ReadonlySet<number>
  readonly separations: SeparationDefinitions
}

/** The version that the body names in its header. */
export const PDFX4_VERSION = '1.6'

/** To be called before the document is stripped, which keeps what is set here. */
export function makePdfx4(input: Pdfx4Input): Pdfx4Document {
  const { doc, walked, pages, output } = input
  const fixes = new Set<Pdfx4Fix>()
  writeIntent(doc, output, fixes)
  for (const [at, page] of walked.entries()) {
    const attributes = page.attributes as Map<string, unknown>
    const known = pages[at]
    if (known === undefined) continue
    if (!known.trimStated) {
      attributes.set('TrimBox', doc.context.obj([...known.trimBox]))
      fixes.add('TrimBox')
    }
    if (attributes.has('TrimBox') && attributes.delete('ArtBox')) fixes.add('ArtBox')
    page.dict.delete(PDFName.of('OutputIntents'))
    // A page that is opaque needs no space to blend in, and its group may state any.
    if (!input.transparent.has(at) && page.dict.delete(PDFName.of('Group'))) fixes.add('Group')
  }
  mendLayers(doc, fixes)
  if (dropTransfers(doc)) fixes.add('TR')
  if (unifyDefinitions(doc.context, input.separations)) fixes.add('Separation')
  const rgbSpace = tagRgb(doc, walked, fixes)
  return { rgbSpace, fixes }
}

function writeIntent(
  { catalog, context }: PDFDocument,
  { profile, bytes }: Output,
  fixes: Set<Pdfx4Fix>,
): void {
  if ((arrayEntry(catalog, 'OutputIntents') ?? []).length > 0) fixes.add('OutputIntents')
  const stream = context.register(context.flateStream(bytes, { N: 4 }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: text(profile.condition),
    Info: text(profile.info),
    DestOutputProfile: stream,
    ...(profile.registry === null ? {} : { RegistryName: text(profile.registry) }),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

/** As a text string, in ASCII where that is enough. */
export function text(value: string): PDFString | PDFHexString {
  return /^[\x20-\x7e]*$/.test(value)
    ? PDFString.of(value.replace(/[\\()]/g, '\\$&'))
    : PDFHexString.fromText(value)
}

/** In PDF/X-4 each configuration of layers has a name, and none of them switches layers by itself. */
function mendLayers({ catalog }: PDFDocument, fixes: Set<Pdfx4Fix>): void {
  const properties = dictEntry(catalog, 'OCProperties')
  if (properties === null) return
  const first = dictEntry(properties, 'D')
  const others = arrayEntry(properties, 'Configs') ?? []
  for (const [at, config] of [first, ...others].entries()) {
    if (!(config instanceof PDFDict)) continue
    if (config.delete(PDFName.of('AS'))) fixes.add('OCProperties')
    if (config.has(PDFName.of('Name'))) continue
    config.set(PDFName.of('Name'), PDFString.of(`Layers ${at + 1}`))
    fixes.add('OCProperties')
  }
}

/** DeviceRGB means sRGB wherever something is painted: in pages, forms, patterns and fonts of drawings. */
function tagRgb(doc: PDFDocument, walked: readonly WalkedPage[], fixes: Set<Pdfx4Fix>): PDFRef {
  const { context } = doc
  const profile = context.register(context.flateStream(srgbProfile(), { N: 3, Alternate: 'DeviceRGB' }))
  const space = context.register(context.obj([PDFName.of('ICCBased'), profile]))
  const tag = (resources: PDFDict) => {
    const spaces = dictEntry(resources, 'ColorSpace')
    const key = PDFName.of('DefaultRGB')
    if (spaces === null) resources.set(PDFName.of('ColorSpace'), context.obj({ DefaultRGB: space }))
    else if (!spaces.has(key)) spaces.set(key, space)
    else return
    fixes.add('DefaultRGB')
  }
  // Without resources of its own, content has those of its page.
  const tagOwn = (owner: PDFDict) => {
    const resources = dictEntry(owner, 'Resources')
    if (resources !== null) tag(resources)
  }
  for (const page of walked) {
    const attributes = page.attributes as Map<string, PDFObject>
    const found = attributes.get('Resources')
    const stated = found === undefined ? null : context.lookup(found)
    const resources = stated instanceof PDFDict ? stated : context.obj({})
    // A page may paint in RGB without any resources.
    if (resources !== stated) attributes.set('Resources', resources)
    tag(resources)
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream) {
      if (nameEntry(object.dict, 'Subtype') === 'Image') {
        if (object.dict.delete(PDFName.of('Alternates'))) fixes.add('Alternates')
      } else tagOwn(object.dict)
    } else if (object instanceof PDFDict && nameEntry(object, 'Subtype') === 'Type3') tagOwn(object)
  }
  return space
}
