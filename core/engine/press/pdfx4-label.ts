/** The label of PDF/X-4 as its file carries it: written once into the plan, dated by each tail. */

import { PDFDict, type PDFDocument, type PDFHexString, type PDFString } from '@cantoo/pdf-lib'
import { asText, entry, nameEntry, resolve } from '../pdf/read-object.ts'
import type { LabelText } from './pdfx-label.ts'
import { text as textString } from './pdfx4-document.ts'

const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" ' +
  'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"'
const MAX_TITLE = 200

/**
 * Decision: a file without a title is called a print file, and one that does not say whether it is trapped is not. Where
 * the upload has no date of its making, the render's stands for it.
 */
export function pdfx4Label(doc: PDFDocument, fileId: string): LabelText {
  const found = resolve(doc.catalog, doc.context.trailerInfo.Info)
  const info = found instanceof PDFDict ? found : null
  const stated = info === null ? '' : (asText(entry(info, 'Title')) ?? '').trim().slice(0, MAX_TITLE)
  const title = stated === '' ? 'Print file' : stated
  const trapped = info !== null && nameEntry(info, 'Trapped') === 'True' ? 'True' : 'False'
  const made = info === null ? null : entry(info, 'CreationDate')
  const created = isoDate(made === null ? null : asText(made))
  const stamp = created === null ? '' : ` /CreationDate ${(made as PDFString | PDFHexString).toString()}`
  const head =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" ${NAMESPACES}><dc:title><rdf:Alt>` +
    `<rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title><xmp:CreateDate>`
  const rest =
    `</xmp:MetadataDate><xmpMM:DocumentID>uuid:${fileId}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>` +
    `<xmpMM:RenditionClass>default</xmpMM:RenditionClass><pdf:Trapped>${trapped}</pdf:Trapped>` +
    '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></rdf:Description></rdf:RDF></x:xmpmeta>' +
    '<?xpacket end="r"?>'
  const dated = ['</xmp:CreateDate><xmp:ModifyDate>', '</xmp:ModifyDate><xmp:MetadataDate>', rest] as const
  const metadata = created === null ? [head, ...dated] : [`${head}${created}${dated[0]}`, dated[1], dated[2]]
  return {
    label: 'PDF/X-4',
    info: `/Title ${textString(title).toString()} /Trapped /${trapped}${stamp}`,
    metadata,
  }
}

/** ISO 32000-1 7.9.4 as XMP has it; null for a date that cannot be read. */
function isoDate(date: string | null): string | null {
  const match = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:(Z)|([+-]\d\d)'?(\d\d))?/.exec(date ?? '')
  if (match === null) return null
  const [, year, month, day, hour, minute, second, , zone, minutes] = match
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone === undefined ? 'Z' : `${zone}:${minutes}`}`
}

function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
    .replace(/\p{Cc}/gu, ' ')
}
