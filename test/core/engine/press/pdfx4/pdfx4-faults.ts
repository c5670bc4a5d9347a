/** Reads a finished file through qpdf and names what a PDF/X-4 file may not have: a judge that knows nothing of our compiler. */
import { type Pdf, qpdfJson, streamData } from '../../../../support/rips/oracles.ts'
import { separationsOf } from '../../../../support/rips/separations.ts'
import { contentUse } from './pdfx4-content.ts'
import { metadataFaults } from './pdfx4-metadata.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Dict = { readonly [key: string]: Json }

const FORBIDDEN_KEYS = ['/AA', '/OPI', '/TR', '/TR2', '/Alternates', '/JavaScript', '/XFA', '/EmbeddedFiles']
const FORBIDDEN_ACTIONS = ['/JavaScript', '/Launch', '/URI', '/SubmitForm', '/ImportData', '/ResetForm']
/** A soft mask has a transfer function of its own, which is no function of the output device. */
const isMaskTransfer = (key: string, dict: Dict) => key === '/TR' && '/G' in dict
/** Readers pass over the colours of such a glyph. */
const UNCOLORED_GLYPH = /^\s*(?:[-+.\d]+\s+){6}d1\b/
/** Flags of an annotation: hidden is bit 2, print is bit 3. */
const prints = ({ '/F': flags = 0 }: Dict) => (Number(flags) & 6) === 4
const isDict = (value: Json | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A string without the mark that qpdf puts before it, a name without its slash. */
const wordOf = (value: Json | undefined) =>
  typeof value === 'string' ? value.replace(/^(?:u:|b:|\/)/, '') : undefined

/** One line for each fault; none for a file that keeps its label. */
export function pdfx4Faults(pdf: Pdf): readonly string[] {
  const [, objects] = qpdfJson(pdf).qpdf as readonly [
    unknown,
    Record<string, { value?: Json; stream?: { dict: Dict } }>,
  ]
  const streams = streamData(pdf)
  const faults = new Set<string>()
  const objectOf = (value: Json | undefined) =>
    typeof value === 'string' && /^\d+ \d+ R$/.test(value) ? objects[`obj:${value}`] : undefined
  const behind = (value: Json | undefined): Json => {
    const found = objectOf(value)
    if (found !== undefined) return found.value ?? found.stream?.dict ?? null
    return typeof value === 'string' && /^\d+ \d+ R$/.test(value) ? null : (value ?? null)
  }
  const dictOf = (value: Json | undefined): Dict => {
    const found = behind(value)
    return isDict(found) ? found : {}
  }
  const listOf = (value: Json | undefined): readonly Json[] => {
    const found = behind(value)
    return Array.isArray(found) ? found : []
  }
  const textOf = (value: Json | undefined): string =>
    (streams.get(`obj:${value}`) ?? Buffer.alloc(0)).toString('latin1')

  const trailer = dictOf(objects.trailer?.value)
  const root = dictOf(trailer['/Root'])
  for (const key of ['/AcroForm', '/OpenAction', '/AA', '/Names'])
    if (key in root) faults.add(`Catalog ${key}`)
  const intents = listOf(root['/OutputIntents'])
  const intent = dictOf(intents[0])
  const profile = dictOf(intent['/DestOutputProfile'])
  if (intents.length !== 1 || intent['/S'] !== '/GTS_PDFX' || profile['/N'] !== 4) faults.add('OutputIntents')
  if (!('/ID' in trailer)) faults.add('ID')
  const info = dictOf(trailer['/Info'])
  const [title, trapped] = [wordOf(info['/Title']), wordOf(info['/Trapped'])]
  // Dates stand in the metadata.
  for (const [key, found] of [
    ['/Title', title],
    ['/Trapped', trapped],
  ] as const)
    if (found === undefined) faults.add(`Info ${key}`)
  const xmp = Buffer.from(textOf(root['/Metadata']), 'latin1').toString('utf8')
  const stated = { ...(title === undefined ? {} : { title }), ...(trapped === undefined ? {} : { trapped }) }
  for (const fault of metadataFaults(xmp, stated)) faults.add(fault)

  const pages = Object.values(objects).flatMap(({ value }) =>
    isDict(value) && value['/Type'] === '/Page' ? [value] : [],
  )
  /** Content without resources of its own has those of its page; the files have one kind of page. */
  const pageResources = pages[0]?.['/Resources']
  const visited = new Set<Json>()
  const pending: Json[] = [root]
  while (pending.length > 0) {
    const stated = pending.pop()
    const value = behind(stated)
    if (typeof value !== 'object' || value === null || visited.has(value)) continue
    visited.add(value)
    if (!isDict(value)) {
      pending.push(...(value as readonly Json[]))
      continue
    }
    pending.push(...Object.values(value))
    for (const key of FORBIDDEN_KEYS) if (key in value && !isMaskTransfer(key, value)) faults.add(key)
    if ([behind(value['/Filter'])].flat().includes('/LZWDecode')) faults.add('LZWDecode')
    if (value['/Subtype'] === '/PS') faults.add('PostScript')
    if ('/HalftoneName' in value) faults.add('HalftoneName')
    if (FORBIDDEN_ACTIONS.includes(`${value['/S']}`)) faults.add('action')
    const content = [value['/Subtype'] === '/Form' || value['/PatternType'] === 1 ? stated : []].flat()
    judgeContent(value, content)
    for (const glyph of Object.values(dictOf(value['/CharProcs'])))
      if (!UNCOLORED_GLYPH.test(textOf(glyph))) judgeContent(value, [glyph])
    if (value['/Type'] !== '/Page') continue
    const parts = behind(value['/Contents'])
    judgeContent(value, Array.isArray(parts) ? parts : [value['/Contents'] ?? null])
    judgePage(value)
  }

  function judgeContent(owner: Dict, parts: readonly (Json | undefined)[]): void {
    const resources = dictOf(owner['/Resources'] ?? pageResources)
    const isTagged = '/DefaultRGB' in dictOf(resources['/ColorSpace'])
    const untagged = (object: Json | undefined) => behind(object) === '/DeviceRGB' && !isTagged
    for (const image of Object.values(dictOf(resources['/XObject'])))
      if (untagged(dictOf(image)['/ColorSpace'])) faults.add('RGB without DefaultRGB')
    for (const shading of Object.values(dictOf(resources['/Shading'])))
      if (untagged(dictOf(shading)['/ColorSpace'])) faults.add('RGB without DefaultRGB')
    if (parts.length === 0) return
    const { rgb, fonts } = contentUse(parts.map(textOf).join('\n'))
    if (rgb && !isTagged) faults.add('RGB without DefaultRGB')
    for (const name of fonts) {
      const font = dictOf(dictOf(resources['/Font'])[`/${name}`])
      if (Object.keys(font).length > 0 && !isEmbedded(font))
        faults.add(`font ${wordOf(font['/BaseFont'])} shows text and is not embedded`)
    }
  }

  function isEmbedded(font: Dict): boolean {
    if (font['/Subtype'] === '/Type3') return true
    const [descendant] = listOf(font['/DescendantFonts'])
    const descriptor = dictOf((descendant === undefined ? font : dictOf(descendant))['/FontDescriptor'])
    return Object.keys(descriptor).some((key) => key.startsWith('/FontFile'))
  }

  function judgePage(page: Dict): void {
    const boxOf = (value: Json | undefined) => listOf(value).map(Number)
    const trim = boxOf(page['/TrimBox'])
    if (trim.length !== 4 || '/ArtBox' in page) faults.add('TrimBox')
    const bleed = '/BleedBox' in page ? boxOf(page['/BleedBox']) : trim
    if (!liesWithin(trim, bleed)) faults.add('TrimBox outside of BleedBox')
    const space = behind(dictOf(page['/Group'])['/CS'])
    if (space === '/DeviceRGB' || space === '/DeviceGray') faults.add('page group')
    for (const one of listOf(page['/Annots'])) {
      const annotation = dictOf(one)
      if ('/A' in annotation || annotation['/Subtype'] === '/Widget') faults.add('annotation that acts')
      const isPress = ['/TrapNet', '/PrinterMark'].includes(`${annotation['/Subtype']}`)
      if (!isPress && prints(annotation) && overlaps(boxOf(annotation['/Rect']), bleed))
        faults.add('annotation in the printed area')
    }
  }
  for (const [name, definitions] of separationsOf(pdf))
    if (definitions.length > 1) faults.add(`${name} is defined ${definitions.length} times`)
  return [...faults]
}

type Box = readonly number[]
const TOLERANCE = 0.01

function liesWithin([left = 0, bottom = 0, right = 0, top = 0]: Box, outer: Box): boolean {
  const [outerLeft = 0, outerBottom = 0, outerRight = 0, outerTop = 0] = outer
  return (
    left >= outerLeft - TOLERANCE &&
    bottom >= outerBottom - TOLERANCE &&
    right <= outerRight + TOLERANCE &&
    top <= outerTop + TOLERANCE
  )
}

function overlaps([left = 0, bottom = 0, right = 0, top = 0]: Box, other: Box): boolean {
  const [otherLeft = 0, otherBottom = 0, otherRight = 0, otherTop = 0] = other
  return left < otherRight && right > otherLeft && bottom < otherTop && top > otherBottom
}
