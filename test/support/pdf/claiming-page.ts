/** A page with a field whose file claims to be PDF/X, in its info dictionary or its metadata. */
import { type PressPage, pressPage, profileData } from './press-page.ts'

export const xmp = (version: string) =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" ' +
  `pdfxid:GTS_PDFXVersion="${version}" xmp:MetadataDate="2020-01-01T00:00:00Z">` +
  '<xmp:CreateDate>2020-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2020-01-01T00:00:00Z</xmp:ModifyDate>' +
  '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
/** Entries that every claim needs. */
const INFO = '/Title (Card) /Trapped /False /CreationDate (D:2020) /ModDate (D:2020)'

/** `info` has further entries of the info dictionary. Without `profile` the output profile is a header alone. */
export function labelled(
  info: string,
  metadata: string | null,
  parts: PressPage = {},
  profile = profileData('prtr', 'CMYK'),
): Buffer {
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 130 200 160] /F 4 /DA (/Helv 12 Tf 0 g) >>'
  return pressPage({
    header: '%PDF-1.6\n%\xe2\xe3\xcf\xd3\n',
    page: '/Annots [@field]',
    ...parts,
    catalog: `/OutputIntents [@intent] /AcroForm << /Fields [@field] >> ${metadata === null ? '' : '/Metadata @metadata'} ${parts.catalog ?? ''}`,
    objects: {
      field: widget,
      intent:
        '<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) /DestOutputProfile @profile >>',
      profile: { entries: '/N 4', data: profile },
      ...(metadata === null
        ? {}
        : { metadata: { entries: '/Type /Metadata /Subtype /XML', data: metadata } }),
      info: `<< ${INFO} ${info} >>`,
      ...parts.objects,
    },
  })
}
