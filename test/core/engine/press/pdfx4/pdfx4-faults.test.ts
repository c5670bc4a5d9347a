/** The judge of PDF/X-4 files itself: it passes a sound file, and names each fault that is planted in it. */
import { expect } from 'chai'
import { type PressPage, pressPage, separationText } from '../../../../support/pdf/press-page.ts'
import { needs } from '../../../../support/rips/oracles.ts'
import { pdfx4Faults } from './pdfx4-faults.ts'

const XMP =
  '<rdf:Description rdf:about="" xmp:CreateDate="2026-01-02T03:04:05Z" xmp:ModifyDate="2026-01-02T03:04:05+01:00" ' +
  'xmp:MetadataDate="2026-01-02T03:04:05Z" xmpMM:DocumentID="uuid:1" xmpMM:VersionID="1" xmpMM:RenditionClass="default" ' +
  'pdf:Trapped="False" pdfxid:GTS_PDFXVersion="PDF/X-4"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li>' +
  '</rdf:Alt></dc:title></rdf:Description>'
const metadata = (text: string) => ({ entries: '/Type /Metadata /Subtype /XML', data: text })
const form = (resources: string, data: string) => ({
  entries: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << ${resources} >>`,
  data,
})
const SPACE = '/ColorSpace << /DefaultRGB [/ICCBased @srgb] >>'
const HELVETICA = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
const TEXT = 'BT /F 9 Tf (rg \\(RG) Tj ET'
const INTENT = '/Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (Custom)'

function file({ objects, catalog = '', trailer, ...parts }: PressPage = {}): Buffer {
  return pressPage({
    ...{ content: '0 0 0 1 k (1 0 0 rg) pop 40 40 9 9 re f', ...parts },
    catalog: `/OutputIntents [@intent] /Metadata @metadata ${catalog}`,
    ...(trailer === undefined ? {} : { trailer }),
    objects: {
      ...{ intent: `<< ${INTENT} /DestOutputProfile @press >>`, metadata: metadata(XMP) },
      ...{ press: { entries: '/N 4', data: 'press' }, srgb: { entries: '/N 3', data: 'srgb' } },
      info: '<< /Title (A & B) /Trapped /False >>',
      ...objects,
    },
  })
}

const inForm = (resources: string, data: string): PressPage => ({
  content: '/Fm Do',
  resources: '/XObject << /Fm @form >>',
  objects: { form: form(resources, data) },
})
const state = (entries: string): PressPage => ({ resources: `/ExtGState << /G << ${entries} >> >>` })
const annotation = (entries: string): PressPage => ({ page: `/Annots [<< /Type /Annot ${entries} >>]` })
const spot = separationText('Gold', '0 0.2 0.8 0')
const xmpWith = (from: string | RegExp, to: string): PressPage => ({
  objects: { metadata: metadata(XMP.replace(from, to)) },
})
const image = (entries: string, data = 'rgb') => ({
  entries: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 ${entries}`,
  data,
})

const SOUND: Readonly<Record<string, PressPage>> = {
  'CMYK alone': {},
  'RGB with a default space': { content: '1 0 0 rg 9 9 9 9 re f', resources: SPACE },
  'a form with a default space': inForm(SPACE, '1 0 0 RG 9 w 9 9 m 90 90 l S'),
  'a font that shows no text': { resources: HELVETICA, content: 'BT /F 9 Tf ET 0 g 9 9 9 9 re f' },
  'a soft mask with a transfer function': {
    resources: '/ExtGState << /G << /SMask << /S /Alpha /G @mask /TR /Identity >> >> >>',
    objects: { mask: form('', '0 g 9 9 9 9 re f') },
  },
  'RGB in a glyph without colours of its own': {
    resources: '/Font << /F << /Type /Font /Subtype /Type3 /CharProcs << /a @glyph >> >> >>',
    objects: { glyph: { entries: '', data: '9 0 0 0 9 9 d1 1 0 0 rg 0 0 9 9 re f' } },
  },
  'invisible text': { resources: HELVETICA, content: 'BT /F 9 Tf 3 Tr (a) Tj ET' },
  'an annotation beside the bleed': annotation('/Subtype /Text /Rect [0 0 5 5]'),
  'a note that does not print': annotation('/Subtype /Text /Rect [50 50 90 90]'),
  'a printer mark': annotation('/Subtype /PrinterMark /Rect [50 50 90 90]'),
  'a spot ink that is defined alike twice': {
    resources: `/ColorSpace << /A ${spot} /B ${spot} >>`,
  },
}

const FAULTY: readonly (readonly [name: string, parts: PressPage, fault: string])[] = [
  ['a transfer function', state('/TR /Identity'), '/TR'],
  ['a second transfer function', state('/TR2 /Default'), '/TR2'],
  ['a named halftone', state('/HT << /HalftoneType 1 /HalftoneName (x) >>'), 'HalftoneName'],
  [
    'LZW',
    {
      resources: '/XObject << /Im @image >>',
      objects: { image: image('/ColorSpace /DeviceGray /Filter /LZWDecode', '\x80\x18\x60\x20') },
    },
    'LZWDecode',
  ],
  [
    'alternate images',
    {
      resources: '/XObject << /Im @image >>',
      objects: { image: image('/ColorSpace /DeviceGray /Alternates []') },
    },
    '/Alternates',
  ],
  [
    'two definitions of a spot ink',
    { resources: `/ColorSpace << /A ${spot} /B ${separationText('Gold', '0 1 1 0')} >>` },
    '/Gold is defined 2 times',
  ],
  ['RGB paint', { content: '1 0 0 rg 9 9 9 9 re f' }, 'RGB without DefaultRGB'],
  ['RGB lines', { content: '1 0 0 RG 9 w 9 9 m 90 90 l S' }, 'RGB without DefaultRGB'],
  ['RGB by its name', { content: '/DeviceRGB cs 1 0 0 sc 9 9 9 9 re f' }, 'RGB without DefaultRGB'],
  ['RGB after a string', { content: '(a)Tj[]0 d 1 0 0 rg 9 9 9 9 re f' }, 'RGB without DefaultRGB'],
  ['RGB in a form', inForm('', '1 0 0 rg 9 9 9 9 re f'), 'RGB without DefaultRGB'],
  [
    'RGB in an inline image',
    { content: '9 0 0 9 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI' },
    'RGB without DefaultRGB',
  ],
  [
    'an RGB image',
    { resources: '/XObject << /Im @image >>', objects: { image: image('/ColorSpace /DeviceRGB') } },
    'RGB without DefaultRGB',
  ],
  [
    'an RGB shading',
    { resources: '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB >> >>' },
    'RGB without DefaultRGB',
  ],
  [
    'text in a font outside',
    { resources: HELVETICA, content: TEXT },
    'font Helvetica shows text and is not embedded',
  ],
  ['such text in a form', inForm(HELVETICA, TEXT), 'font Helvetica shows text and is not embedded'],
  ['an action at the start', { catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }, 'Catalog /OpenAction'],
  ['an additional action', { page: '/AA << >>' }, '/AA'],
  ['a link', annotation('/Subtype /Link /Rect [0 0 5 5] /A << /S /URI /URI (x) >>'), 'annotation that acts'],
  [
    'a form field',
    {
      page: '/Annots [@field]',
      catalog: '/AcroForm << /Fields [@field] >>',
      objects: { field: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [0 0 5 5] >>' },
    },
    'annotation that acts',
  ],
  [
    'a note on the page',
    annotation('/Subtype /Text /F 4 /Rect [50 50 90 90]'),
    'annotation in the printed area',
  ],
  ['a form', { catalog: '/AcroForm << >>' }, 'Catalog /AcroForm'],
  ['attached files', { catalog: '/Names << /EmbeddedFiles << >> >>' }, '/EmbeddedFiles'],
  ['an art box', { page: '/ArtBox [20 20 280 180]' }, 'TrimBox'],
  ['a trim box outside of the bleed box', { page: '/TrimBox [5 20 280 180]' }, 'TrimBox outside of BleedBox'],
  ['a group that blends in RGB', { page: '/Group << /S /Transparency /CS /DeviceRGB >>' }, 'page group'],
  ['a group that blends in gray', { page: '/Group << /S /Transparency /CS /DeviceGray >>' }, 'page group'],
  [
    'a PostScript object',
    { resources: '/XObject << /P @ps >>', objects: { ps: { entries: '/Subtype /PS', data: '' } } },
    'PostScript',
  ],
  ['no output profile', { objects: { intent: `<< ${INTENT} >>` } }, 'OutputIntents'],
  ['an output profile of RGB', { objects: { press: { entries: '/N 3', data: 'press' } } }, 'OutputIntents'],
  ['another part of the standard', xmpWith('PDF/X-4', 'PDF/X-3'), 'Metadata pdfxid:GTS_PDFXVersion'],
  ['no date of its making', xmpWith(/xmp:CreateDate="[^"]*"/, ''), 'Metadata xmp:CreateDate'],
  ['a date of another form', xmpWith('2026-01-02T03:04:05+01:00', 'D:20260102'), 'Metadata xmp:ModifyDate'],
  ['no number of the document', xmpWith('uuid:1', ''), 'Metadata xmpMM:DocumentID'],
  ['another title than in its info', xmpWith('A &amp; B', 'C'), 'Metadata dc:title'],
  ['no title', xmpWith(/<dc:title>.*<\/dc:title>/, ''), 'Metadata dc:title'],
  [
    'other trapping than in its info',
    xmpWith('Trapped="False"', 'Trapped="True"'),
    'Metadata pdf:Trapped differs from Info',
  ],
  ['no trapping', { objects: { info: '<< /Title (A & B) >>' } }, 'Info /Trapped'],
]

describe('the judge of PDF/X-4 files', () => {
  before(function () {
    needs(this, 'qpdf')
  })

  for (const [name, parts] of Object.entries(SOUND))
    it(`passes a file with ${name}`, () => {
      expect(pdfx4Faults(file(parts))).to.deep.equal([])
    })

  for (const [name, parts, fault] of FAULTY)
    it(`names ${name}`, () => {
      expect(pdfx4Faults(file(parts))).to.include(fault)
    })

  it('names a missing trim box and a missing identifier', () => {
    const bytes = file().toString('latin1')
    const without = Buffer.from(bytes.replace('/TrimBox', '/TrimBux').replace('/ID [', '/IX ['), 'latin1')
    expect(pdfx4Faults(without)).to.include.members(['TrimBox', 'ID'])
  })
})
