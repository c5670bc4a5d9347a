/** The label of PDF/X-4 as its file carries it: written once into the plan, dated by each tail. */

import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { asText, entry, nameEntry, resolve } from '../pdf/read-object.ts'
import type { LabelText } from './pdfx-label.ts'
import { text as textString } from './pdfx4-document.ts'

const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" ' +
  'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"'
const MAX_TITLE = 200

export interface Pdfx4Label {
  readonly label: LabelText
  /** The info dictionary of the body, whose entries agree with the metadata of every tail. */
  readonly info: PDFDict
}

/**
 * Decision: a file without a title is called a print file, and one that does not say whether it is trapped is not. Where
 * the upload has no date of its making, the render's stands for it. The metadata is a tail's alone and as short as it
 * can be: the properties that ISO 15930-7 asks for as attributes, all but the title, which has languages. The info
 * dictionary, which is optional there and must agree with the metadata, says what never changes: no date of a render.
 */
export function pdfx4Label(doc: PDFDocument, fileId: string): Pdfx4Label {
  const found = resolve(doc.catalog, doc.context.trailerInfo.Info)
  const upload = found instanceof PDFDict ? found : null
  const stated = upload === null ? '' : (asText(entry(upload, 'Title')) ?? '').trim().slice(0, MAX_TITLE)
  const title = stated === '' ? 'Print file' : stated
  const trapped = upload !== null && nameEntry(upload, 'Trapped') === 'True' ? 'True' : 'False'
  const made = upload === null ? null : entry(upload, 'CreationDate')
  const created = isoDate(made === null ? null : asText(made))
  const info = doc.context.obj({ Title: textString(title), Trapped: trapped })
  if (created !== null && made !== null) info.set(PDFName.of('CreationDate'), made)
  const head =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" ${NAMESPACES} xmp:CreateDate="`
  const rest =
    `" xmpMM:DocumentID="uuid:${fileId}" xmpMM:VersionID="1" xmpMM:RenditionClass="default" ` +
    `pdf:Trapped="${trapped}" pdfxid:GTS_PDFXVersion="PDF/X-4"><dc:title><rdf:Alt>` +
    `<rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>` +
    '</x:xmpmeta><?xpacket end="r"?>'
  const dated = ['" xmp:ModifyDate="', '" xmp:MetadataDate="', rest] as const
  const metadata = created === null ? [head, ...dated] : [`${head}${created}${dated[0]}`, dated[1], dated[2]]
  return { label: { label: 'PDF/X-4', info: null, metadata }, info }
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
