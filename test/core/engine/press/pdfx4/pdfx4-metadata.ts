/** What the metadata of a PDF/X-4 file lacks, or says otherwise than its info dictionary. */

const DATE = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)`
/** Attribute, and what it has to be. */
const ATTRIBUTES = {
  'pdfxid:GTS_PDFXVersion': 'PDF/X-4',
  'xmp:CreateDate': DATE,
  'xmp:ModifyDate': DATE,
  'xmp:MetadataDate': DATE,
  'xmpMM:DocumentID': '.+',
  'xmpMM:VersionID': '.+',
  'xmpMM:RenditionClass': '.+',
  'pdf:Trapped': 'True|False',
} as const

/** `info` has its strings and names without their marks. */
export function metadataFaults(
  xmp: string,
  info: { readonly title?: string; readonly trapped?: string },
): readonly string[] {
  const stated = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xmp)?.[1]
  const faults = Object.entries(ATTRIBUTES).flatMap(([name, form]) =>
    new RegExp(`^(?:${form})$`).test(stated(name) ?? '') ? [] : [`Metadata ${name}`],
  )
  const title = plain(/<dc:title>[\s\S]*?<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/.exec(xmp)?.[1] ?? '')
  if (title === '' || (info.title !== undefined && info.title !== title)) faults.push('Metadata dc:title')
  if (info.trapped !== undefined && info.trapped !== stated('pdf:Trapped'))
    faults.push('Metadata pdf:Trapped differs from Info')
  return faults
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
