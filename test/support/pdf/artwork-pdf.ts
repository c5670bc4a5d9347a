/** A press PDF that has a bit of everything a compile must keep or take out; see the names of its objects. */
import { flated, type RawObject, rawPdf } from './raw-pdf.ts'

const separation = (name: string, cmyk: string) =>
  `[/Separation /${name} /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [${cmyk}] /N 1 >>]`

/** Raw CMYK samples that differ from each other, 16 by 16. */
const SAMPLES = Uint8Array.from({ length: 16 * 16 * 4 }, (_, index) => (index * 7) % 256)

/** Balanced: a tint of each spot ink, a process colour, an image and a form XObject. */
export const BALANCED_CONTENT = [
  'q /Orange cs 0.75 scn 20 20 60 60 re f Q',
  'q /Green CS 1 SCN 3 w 10 10 m 150 90 l S Q',
  '0.2 0.4 0 0.1 k 100 20 40 40 re f',
  'q 40 0 0 40 150 40 cm /Picture Do Q q 1 0 0 1 5 5 cm /Group Do Q',
].join('\n')

/** Leaves a graphics state, marked content and a text object open, and a path that is never painted. */
export const OPEN_CONTENT =
  'q 0.5 0 0 0.5 20 20 cm /Tag BMC /Orange cs 1 scn 0 0 80 80 re f BT /Helv 12 Tf (a) Tj ET BT 0 0 m 300 300 l 300 0 l'

/** The first `Q` has no `q`: viewers pass over it, and what follows is drawn in the state that stands. */
export const SURPLUS_CONTENT =
  '2 0 0 2 10 10 cm Q /Orange cs 0.5 scn 0 0 30 20 re f Q Q q 1 0 0 1 40 0 cm 0 0 10 10 re f Q'

const boxes = '/TrimBox [10 10 190 90] /BleedBox [5 5 195 95]'

const objects: Readonly<Record<string, RawObject>> = {
  catalog:
    '<< /Type /Catalog /Pages @pages /AcroForm << /Fields [@field] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv @font >> >> /XFA (x) >> /OpenAction @script /AA << /WC @script >> /Names << /JavaScript << /Names [(a) @script] >> /EmbeddedFiles << /Names [(a) @attachment] >> >> /Outlines @outlines /PieceInfo << /Editor << /Private (p) >> >> /Perms << /DocMDP @font >> /Lang (en) >>',
  pages:
    '<< /Type /Pages /Kids [@balanced @inner @empty] /Count 4 /MediaBox [0 0 200 100] /Resources @resources >>',
  inner: `<< /Type /Pages /Parent @pages /Kids [@open @surplus] /Count 2 /Rotate 90 ${boxes} >>`,
  balanced: `<< /Type /Page /Parent @pages ${boxes} /Contents [@balancedContent] /Annots [@field @stamp @link] /AA << /O @script >> /PieceInfo << /Editor << /Private (p) >> >> /Thumb @picture /StructParents 0 >>`,
  open: '<< /Type /Page /Parent @inner /Contents [@openContent @balancedContent] >>',
  surplus: '<< /Type /Page /Parent @inner /UserUnit 2 /CropBox [0 0 200 100] /Contents @surplusContent >>',
  empty: '<< /Type /Page /Parent @pages /MediaBox [-10 -20 90 80] /Resources null >>',
  resources:
    '<< /ColorSpace << /Orange @orange /Green @green >> /XObject << /Picture @picture /Group @group /PlatenBelow @picture >> /Font << /Helv @font >> >>',
  balancedContent: flated(BALANCED_CONTENT),
  openContent: { data: OPEN_CONTENT },
  surplusContent: flated(SURPLUS_CONTENT),
  orange: separation('PANTONE#20021#20C', '0 0.6 1 0'),
  green: separation('Gr#C3#BCn', '0.8 0 1 0'),
  picture: flated(
    SAMPLES,
    '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceCMYK /BitsPerComponent 8 /PieceInfo << /A << /Private (p) >> >>',
  ),
  group: {
    entries:
      '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Matrix [1 0 0 1 10 0] /Resources << /ColorSpace << /G @green >> >>',
    data: '/G cs 0.4 scn 0 0 30 30 re f q 0 0 0 1 k 0 0 5 5 re f',
  },
  font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  field:
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [20 70 120 90] /P @balanced /DA (/Helv 12 Tf 0 g) /V (Ada) /AA << /F @script >> /AP << /N @appearance >> >>',
  appearance: {
    entries: '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /Helv @font >> >>',
    data: 'BT /Helv 12 Tf (Ada) Tj ET',
  },
  stamp:
    '<< /Type /Annot /Subtype /Stamp /Rect [150 5 170 25] /F 4 /A @script /AP << /N @stampLook >> /Popup @link >>',
  stampLook: {
    entries: '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << /ColorSpace << /O @orange >> >>',
    data: '/O cs 1 scn 0 0 20 20 re f',
  },
  link: '<< /Type /Annot /Subtype /Link /Rect [0 0 20 20] /Border [0 0 0] /A << /S /URI /URI (https://example.com/) >> >>',
  script: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  attachment: '<< /Type /Filespec /F (a.txt) /EF << /F @attached >> >>',
  attached: { entries: '/Type /EmbeddedFile', data: 'secret' },
  outlines: '<< /Type /Outlines /First @outline /Last @outline /Count 1 >>',
  outline: '<< /Title (One) /Parent @outlines /A @script >>',
  info: '<< /Title (Card) /Author (A \\(B\\)) /Creator (Editor) /Producer (P) /CreationDate (D:20260101) /Trapped /False >>',
}

/** Four pages: `balanced`, `open`, `surplus` and `empty`. */
export function artworkPdf(): Buffer {
  return rawPdf({
    objects,
    trailer: '/ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]',
  })
}
