/** Reads a finished file through qpdf and names what a PDF/X-4 file may not have: a judge that knows nothing of our compiler. */
import { type Pdf, pdfFonts, qpdfJson } from './oracles.ts'
import { separationsOf } from './separations.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Dict = { readonly [key: string]: Json }

const FORBIDDEN_KEYS = ['/AA', '/OPI', '/TR', '/TR2', '/Alternates', '/JavaScript', '/XFA', '/EmbeddedFiles']
const isDict = (value: Json | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One line for each fault; none for a file that keeps its label. */
export function pdfx4Faults(pdf: Pdf): readonly string[] {
  const [, objects] = qpdfJson(pdf).qpdf as readonly [
    unknown,
    Record<string, { value?: Json; stream?: { dict: Json } }>,
  ]
  const faults = new Set<string>()
  const behind = (value: Json | undefined): Json => {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value ?? null
    const found = objects[`obj:${value}`]
    return found?.value ?? found?.stream?.dict ?? null
  }
  const trailer = behind(objects.trailer?.value) as Dict
  const root = behind(trailer['/Root']) as Dict
  for (const key of ['/AcroForm', '/OpenAction', '/AA', '/Names'])
    if (key in root) faults.add(`Catalog ${key}`)
  const intents = behind(root['/OutputIntents'])
  const intent = Array.isArray(intents) && intents.length === 1 ? behind(intents[0]) : null
  if (!isDict(intent) || intent['/S'] !== '/GTS_PDFX' || intent['/DestOutputProfile'] === undefined)
    faults.add('OutputIntents')
  if (!('/Metadata' in root)) faults.add('Metadata')
  if (!('/ID' in trailer)) faults.add('ID')
  const info = behind(trailer['/Info'])
  // Dates stand in the metadata.
  for (const key of ['/Title', '/Trapped']) if (!isDict(info) || !(key in info)) faults.add(`Info ${key}`)

  const visited = new Set<Json>()
  const pending: Json[] = [root]
  while (pending.length > 0) {
    const value = behind(pending.pop())
    if (typeof value !== 'object' || value === null || visited.has(value)) continue
    visited.add(value)
    if (!isDict(value)) {
      pending.push(...(value as readonly Json[]))
      continue
    }
    pending.push(...Object.values(value))
    for (const key of FORBIDDEN_KEYS) if (key in value) faults.add(key)
    const filter = behind(value['/Filter'])
    if ([filter].flat().some((name) => name === '/LZWDecode')) faults.add('LZWDecode')
    if (value['/Subtype'] === '/PS') faults.add('PostScript')
    if ('/HalftoneName' in value) faults.add('HalftoneName')
    if (value['/Type'] === '/Page') for (const fault of pageFaults(value)) faults.add(fault)
    const resources = behind(value['/Resources'])
    const spaces = isDict(resources) ? behind(resources['/ColorSpace']) : null
    const isTagged = isDict(spaces) && '/DefaultRGB' in spaces
    const xObjects = isDict(resources) ? behind(resources['/XObject']) : null
    for (const one of isDict(xObjects) ? Object.values(xObjects) : []) {
      const image = behind(one)
      if (isDict(image) && behind(image['/ColorSpace']) === '/DeviceRGB' && !isTagged)
        faults.add('RGB without DefaultRGB')
    }
  }

  function pageFaults(page: Dict): readonly string[] {
    const found: string[] = []
    if (!('/TrimBox' in page) || '/ArtBox' in page) found.push('TrimBox')
    const group = behind(page['/Group'])
    const space = isDict(group) ? behind(group['/CS']) : null
    if (space === '/DeviceRGB' || space === '/DeviceGray') found.push('page group')
    for (const stated of (behind(page['/Annots']) as readonly Json[] | null) ?? []) {
      const annotation = behind(stated)
      if (isDict(annotation) && ('/A' in annotation || annotation['/Subtype'] === '/Widget'))
        found.push('annotation')
    }
    return found
  }
  for (const [name, definitions] of separationsOf(pdf))
    if (definitions.length > 1) faults.add(`${name} is defined ${definitions.length} times`)
  for (const { name, embedded, type } of pdfFonts(pdf))
    if (!embedded && type !== 'Type 3') faults.add(`font ${name} in resources is not embedded`)
  return [...faults]
}
