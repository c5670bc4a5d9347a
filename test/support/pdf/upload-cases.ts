/** Findings of uploads: for each code a file that causes it, and a similar one that does not. */
import type { FindingCode } from '../../../core/engine/finding/codes.ts'
import type { Finding } from '../../../core/engine/finding/finding.ts'
import { evenJpx } from './large-images.ts'
import {
  BLACK_BOX,
  imageObject,
  type PressPage,
  pressPage,
  profileData,
  separationText,
} from './press-page.ts'

const HELVETICA = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
export const text = (color: string, size: number, before = ''): PressPage => ({
  content: `${before} ${color} BT /F ${size} Tf 110 90 Td (Words) Tj ET`,
  resources: HELVETICA,
})
const CYAN = '1 0 0 0 k 50 50 200 100 re f'
const states = (entries: string) => `/ExtGState << /G << /Type /ExtGState ${entries} >> >>`
const inks = (...spaces: string[]) =>
  `/ColorSpace << ${spaces.map((space, at) => `/S${at} ${space}`).join(' ')} >>`
const paintAll = (count: number) =>
  Array.from({ length: count }, (_, at) => `/S${at} cs 1 scn ${60 + at * 40} 80 30 30 re f`).join(' ')
export const spots = (...spaces: string[]): PressPage => ({
  content: paintAll(spaces.length),
  resources: inks(...spaces),
})
const picture = (ppi: number, entries?: string, pixels = 100): PressPage => {
  const side = (pixels / ppi) * 72
  return {
    content: `q ${side} 0 0 ${side} 100 80 cm /I Do Q`,
    resources: '/XObject << /I @image >>',
    objects: { image: imageObject(pixels, pixels, entries) },
  }
}
/** 35,000 px square, which a decoder can halve so often. */
const jpx = (levels: number): PressPage => {
  const { entries, data } = evenJpx(35_000, 35_000, { levels })
  return {
    content: 'q 72 0 0 72 100 80 cm /I Do Q',
    resources: '/XObject << /I @image >>',
    objects: { image: { entries: `${entries} /ColorSpace /DeviceGray`, data } },
  }
}
const MASK = '/ImageMask true /BitsPerComponent 1'
const form = (entries: string, data: string): PressPage => ({
  content: '/X Do',
  resources: '/XObject << /X @form >>',
  objects: {
    form: { entries: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${entries}`, data },
  },
})
export const field = (rect: string, entries = '', label = 'Name') =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${label}) /Rect [${rect}] /F 4 /DA (/Helv 12 Tf 0 g) ${entries} >>`
export const fields = (...widgets: string[]): PressPage => ({
  page: `/Annots [${widgets.map((_, at) => `@field${at}`).join(' ')}]`,
  catalog: `/AcroForm << /Fields [${widgets.map((_, at) => `@field${at}`).join(' ')}] /DA (/Helv 12 Tf 0 g) >>`,
  objects: Object.fromEntries(widgets.map((widget, at) => [`field${at}`, widget])),
})
const stamp = (flags: number, subtype = 'Stamp'): PressPage => ({
  page: '/Annots [@stamp]',
  objects: {
    stamp: `<< /Type /Annot /Subtype /${subtype} /Rect [100 80 150 120] /F ${flags} /AP << /N @look >> >>`,
    look: { entries: '/Type /XObject /Subtype /Form /BBox [0 0 50 40]', data: '0 0 0 1 k 0 0 9 9 re f' },
  },
})
const layer = (metadata: string, configs = ''): PressPage => ({
  catalog: `/OCProperties << /OCGs [@layer] /D << >> ${configs} >>`,
  objects: { layer: `<< /Type /OCG /Name (Cut) /GTS_Metadata << ${metadata} >> >>` },
})
const usage = (states: string): PressPage => ({
  catalog: '/OCProperties << /OCGs [@layer] /D << >> >>',
  objects: { layer: `<< /Type /OCG /Name (Guides) /Usage << ${states} >> >>` },
})
const hidden = (off: string): PressPage => ({
  content: `${BLACK_BOX} /OC /L BDC 0 0 0 1 k 60 60 20 20 re f EMC`,
  resources: '/Properties << /L @layer >>',
  catalog: `/OCProperties << /OCGs [@layer] /D << /OFF [${off}] >> >>`,
  objects: { layer: '<< /Type /OCG /Name (Notes) >>' },
})
const intent = (profile: Buffer | null): PressPage => ({
  catalog: '/OutputIntents [@intent]',
  objects: {
    intent: `<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) ${profile === null ? '' : '/DestOutputProfile @profile'} >>`,
    ...(profile === null ? {} : { profile: { entries: '/N 4', data: profile } }),
  },
})
const PRESS = profileData('prtr', 'CMYK')
const claim = (info: string, parts: PressPage = {}): PressPage => ({
  ...intent(PRESS),
  ...parts,
  objects: {
    ...intent(PRESS).objects,
    ...parts.objects,
    info: `<< /GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001) /CreationDate (D:2026) /ModDate (D:2026) ${info} >>`,
  },
})
const whole = '/Title (Card) /Trapped /False'

const fontOf = (entries: string, extra: PressPage['objects'] = {}): PressPage => ({
  content: 'BT /F 12 Tf 100 90 Td (a) Tj ET',
  resources: `/Font << /F << /Type /Font ${entries} >> >>`,
  objects: extra,
})
const descriptor = (entries: string) => `/FontDescriptor << /Type /FontDescriptor ${entries} >>`
const program = { program: { data: 'font' } }
const type3 =
  '/Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a @glyph >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1]'

/** A severity, a file that brings the code about, and a file like it that does not. */
export type UploadCase = readonly [Finding['severity'], PressPage | Buffer, PressPage | Buffer]

/** A field in black on a page that is a group. */
function grouped(space: string): PressPage {
  const parts = fields(field('100 80 150 100'))
  return { ...parts, page: `${parts.page} /Group << /S /Transparency /CS ${space} >>` }
}

export const UPLOAD_CASES = {
  pdf_header_offset: ['warn', Buffer.concat([Buffer.from('junk\n'), pressPage()]), pressPage()],
  pdf_xref_damaged: [
    'warn',
    Buffer.from(
      pressPage()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
    pressPage(),
  ],
  pdf_signed: [
    'warn',
    fields(field('100 80 150 100', '/FT /Sig /V << /Type /Sig >>').replace('/FT /Tx ', '')),
    fields(field('100 80 150 100')),
  ],
  pdf_xfa: [
    'warn',
    { ...fields(field('100 80 150 100')), catalog: '/AcroForm << /Fields [@field0] /XFA (x) >>' },
    fields(field('100 80 150 100')),
  ],
  pdf_active_content: [
    'warn',
    { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
    { catalog: '/OpenAction [@page0 /Fit]' },
  ],
  page_userunit: ['warn', { page: '/UserUnit 2' }, { page: '/UserUnit 1' }],
  page_rotated: ['warn', { page: '/Rotate 90' }, { page: '/Rotate 0' }],
  page_origin_nonzero: ['info', { page: '/MediaBox [-5 -5 300 200]' }, {}],
  page_size_mixed: [
    'warn',
    { more: [{ content: BLACK_BOX, page: '/TrimBox [20 20 270 180]' }] },
    { more: [{ content: BLACK_BOX, page: '/TrimBox [20 20 280.4 180]' }] },
  ],
  page_empty: ['warn', { content: '1 g 0 0 300 200 re f' }, {}],
  box_trim_missing: ['warn', { page: '/TrimBox null' }, {}],
  box_trim_and_art: ['warn', { page: '/ArtBox [30 30 270 170]' }, { page: '/ArtBox [20 20 280 180]' }],
  box_nesting: ['fail', { page: '/TrimBox [5 20 280 180]' }, {}],
  box_crop_not_media: ['warn', { page: '/CropBox [5 5 295 195]' }, { page: '/CropBox [0 0 300 200]' }],
  bleed_missing: ['warn', { page: '/BleedBox [14 10 290 190]' }, {}],
  bleed_content_short: [
    'warn',
    { content: '1 0 0 0 k 20 20 260 160 re f' },
    { content: '1 0 0 0 k 10 10 280 180 re f' },
  ],
  safe_zone_field: ['warn', fields(field('24 80 100 100')), fields(field('29 80 100 100'))],
  font_not_embedded: [
    'fail',
    fontOf('/Subtype /Type1 /BaseFont /Helvetica'),
    fontOf(`/Subtype /TrueType /BaseFont /ABCDEF+Gill ${descriptor('/FontFile2 @program')}`, program),
  ],
  font_type3: [
    'info',
    fontOf(type3, { glyph: { data: '1 0 d0 0 0 1 1 re f' } }),
    fontOf('/Subtype /Type1 /BaseFont /Helvetica'),
  ],
  font_no_subset_prefix: [
    'info',
    fontOf(`/Subtype /Type1 /BaseFont /Gill ${descriptor('/CharSet (/a) /FontFile3 @program')}`, program),
    fontOf(
      `/Subtype /Type1 /BaseFont /ABCDEF+Gill ${descriptor('/CharSet (/a) /FontFile3 @program')}`,
      program,
    ),
  ],
  font_courier: [
    'warn',
    fontOf('/Subtype /Type1 /BaseFont /Courier'),
    fontOf('/Subtype /Type1 /BaseFont /Courier-Prime'),
  ],
  color_device_rgb: ['warn', { content: '1 0 0 rg 100 80 9 9 re f' }, {}],
  color_icc_rgb: [
    'warn',
    {
      content: '/C cs 1 0 0 scn 100 80 9 9 re f',
      resources: '/ColorSpace << /C [/ICCBased @icc] >>',
      objects: { icc: { entries: '/N 3', data: profileData('mntr', 'RGB') } },
    },
    {
      content: '/C cs 1 0 0 0 scn 100 80 9 9 re f',
      resources: '/ColorSpace << /C [/ICCBased @icc] >>',
      objects: { icc: { entries: '/N 4', data: PRESS } },
    },
  ],
  color_lab: [
    'warn',
    {
      content: '/C cs 50 9 9 scn 100 80 9 9 re f',
      resources: '/ColorSpace << /C [/Lab << /WhitePoint [0.96 1 0.82] >>] >>',
    },
    spots(
      separationText('Gold', '50 9 9', '[/Lab << /WhitePoint [0.96 1 0.82] >>]').replace(
        '0 0 0 0',
        '100 0 0',
      ),
    ),
  ],
  color_cal: [
    'warn',
    {
      content: '/C cs 0.5 scn 100 80 9 9 re f',
      resources: '/ColorSpace << /C [/CalGray << /WhitePoint [0.96 1 0.82] >>] >>',
    },
    { content: '0.5 g 100 80 9 9 re f' },
  ],
  color_alternate_forbidden: [
    'warn',
    spots(separationText('Gold', '1 0 0', '/DeviceRGB').replace('0 0 0 0', '1 1 1')),
    spots(separationText('Gold')),
  ],
  spot_inventory: ['info', spots(separationText('Gold')), { resources: inks(separationText('Gold')) }],
  spot_count: ['info', spots(separationText('Gold')), { resources: inks(separationText('Gold')) }],
  spot_all_used: [
    'warn',
    spots(separationText('All', '1 1 1 1')),
    {
      // Marks around the trim, in one path.
      content:
        '/S0 CS 1 SCN 0 20 m 8 20 l 0 180 m 8 180 l 292 20 m 300 20 l 20 0 m 20 8 l 280 192 m 280 200 l S',
      resources: inks(separationText('All', '1 1 1 1')),
    },
  ],
  spot_name_case: [
    'fail',
    spots(separationText('Gold'), separationText('GOLD', '0 0 1 0')),
    spots(separationText('Gold'), separationText('Golden', '0 0 1 0')),
  ],
  spot_name_suffix: [
    'warn',
    spots(separationText('PANTONE#20375#20C'), separationText('PANTONE#20375#20U', '0 0 1 0')),
    spots(separationText('PANTONE#20375#20C'), separationText('PANTONE#20376#20U', '0 0 1 0')),
  ],
  spot_name_ambiguous: [
    'fail',
    spots(separationText('Gold'), separationText('Gold', '0 0 1 0')),
    spots(separationText('Gold'), separationText('Gold')),
  ],
  spot_same_appearance: [
    'warn',
    spots(separationText('Gold'), separationText('Silver')),
    spots(separationText('Gold'), separationText('Silver', '0 0 0 0.4')),
  ],
  spot_name_whitespace: ['warn', spots(separationText('#20Gold')), spots(separationText('Gold#20Foil'))],
  spot_technical: ['info', spots(separationText('CutContour')), spots(separationText('Gold'))],
  image_low_res: ['warn', picture(200), picture(300)],
  image_low_res_1bit: ['fail', picture(300, MASK), picture(900, MASK)],
  image_jpx: ['info', picture(300, '/Filter /JPXDecode'), picture(300, '/Filter /DCTDecode')],
  image_jbig2: ['info', picture(900, `${MASK} /Filter /JBIG2Decode`), picture(900, MASK)],
  image_not_drawable: ['warn', jpx(1), jpx(5)],
  filter_lzw: ['warn', picture(300, '/Filter /LZWDecode'), picture(300, '/Filter /FlateDecode')],
  overprint_white: [
    'fail',
    {
      content: `${CYAN} /G gs 0 0 0 0 k 100 80 60 40 re f`,
      resources: states('/OP true /op true /OPM 1'),
    },
    { content: `${CYAN} 0 0 0 0 k 100 80 60 40 re f` },
  ],
  k_text_knockout: [
    'warn',
    text('0 0 0 1 k', 9, CYAN),
    { ...text('/G gs 0 0 0 1 k', 9, CYAN), resources: `${HELVETICA} ${states('/op true /OPM 1')}` },
  ],
  gray_text: ['info', text('0 g', 9), text('0 0 0 1 k', 9)],
  text_small: ['warn', text('0 0 0 1 k', 3.9), text('0 0 0 1 k', 4)],
  text_small_multi: ['warn', text('1 0 0 1 k', 7.9), text('1 0 0 1 k', 8)],
  text_small_white: ['warn', text('0 0 0 0 k', 7.9, CYAN), text('0 0 0 0 k', 7.9)],
  line_thin: [
    'warn',
    { content: '0 0 0 1 K 0.2 w 60 60 m 200 60 l S' },
    { content: '0 0 0 1 K 0.25 w 60 60 m 200 60 l S' },
  ],
  line_thin_multi: [
    'warn',
    { content: '1 0 0 1 k 60 60 140 0.2 re f' },
    { content: '1 0 0 1 k 60 60 140 0.25 re f' },
  ],
  line_thin_white: [
    'warn',
    { content: `${CYAN} 0 0 0 0 K 0.2 w 60 60 m 200 60 l S` },
    { content: `${CYAN} 0 0 0 0 K 0.3 w 60 60 m 200 60 l S` },
  ],
  rich_black_text: ['warn', text('0.7 0.7 0.7 0.9 k', 20), text('0.6 0.6 0.6 0.9 k', 20)],
  transparency_blend_space: [
    'warn',
    {
      content: `/G gs ${CYAN}`,
      resources: states('/ca 0.5'),
      page: '/Group << /S /Transparency /CS /DeviceRGB >>',
    },
    {
      content: `/G gs ${CYAN}`,
      resources: states('/ca 0.5'),
      page: '/Group << /S /Transparency /CS /DeviceCMYK >>',
    },
  ],
  transparency_spot_in_rgb_group: [
    'warn',
    {
      content: '/G gs /S0 cs 1 scn 60 60 90 90 re f',
      resources: `${inks(separationText('Gold'))} ${states('/ca 0.5')}`,
      page: '/Group << /S /Transparency /CS /DeviceRGB >>',
    },
    {
      // Nothing blends, so the space that the writer stated does nothing.
      content: '/S0 cs 1 scn 60 60 90 90 re f',
      resources: inks(separationText('Gold')),
      page: '/Group << /S /Transparency /CS /DeviceRGB >>',
    },
  ],
  oc_hidden: ['warn', hidden('@layer'), hidden('')],
  oc_print_state: [
    'warn',
    usage('/Print << /PrintState /OFF >> /View << /ViewState /ON >>'),
    usage('/Print << /PrintState /ON >> /View << /ViewState /ON >>'),
  ],
  oc_configs: ['warn', layer('', '/Configs [<< /Name (Other) >>]'), layer('', '/Configs []')],
  processing_step_invalid: [
    'warn',
    layer('/GTS_ProcStepsGroup /Structural /GTS_ProcStepsType /Sawing'),
    layer('/GTS_ProcStepsGroup /Structural /GTS_ProcStepsType /Cutting'),
  ],
  transfer_function: [
    'warn',
    {
      content: `/G gs ${CYAN}`,
      resources: states('/TR << /FunctionType 2 /Domain [0 1] /N 2 >>'),
    },
    { content: `/G gs ${CYAN}`, resources: states('/TR /Identity') },
  ],
  halftone_named: [
    'warn',
    { content: `/G gs ${CYAN}`, resources: states('/HT << /HalftoneType 1 /HalftoneName (Fine) >>') },
    { content: `/G gs ${CYAN}`, resources: states('/HT << /HalftoneType 1 >>') },
  ],
  opi: ['warn', form('/OPI << /2.0 << >> >>', BLACK_BOX), form('', BLACK_BOX)],
  postscript_xobject: ['warn', form('/Subtype2 /PS', BLACK_BOX), form('', BLACK_BOX)],
  annotation_prints: ['warn', stamp(4), stamp(0)],
  form_needs_appearances: [
    'info',
    {
      ...fields(field('100 80 150 100')),
      catalog: '/AcroForm << /Fields [@field0] /NeedAppearances true >>',
    },
    fields(field('100 80 150 100')),
  ],
  outputintent_missing: ['info', {}, intent(PRESS)],
  outputintent_profile_class: ['fail', intent(profileData('scnr', 'CMYK')), intent(PRESS)],
  outputintent_not_cmyk: ['fail', intent(profileData('prtr', 'RGB')), intent(PRESS)],
  pdfx_claim: ['info', claim(whole), intent(PRESS)],
  pdfx_claim_broken: ['warn', claim('/Title (Card)'), claim(whole)],
  field_outside_page: ['warn', fields(field('250 80 310 100')), fields(field('200 80 260 100'))],
  field_overlap: [
    'warn',
    fields(field('100 80 150 100'), field('140 80 200 100', '', 'City')),
    fields(field('100 80 150 100'), field('150 80 200 100', '', 'City')),
  ],
  field_process_in_rgb_group: ['warn', grouped('/DeviceRGB'), grouped('/DeviceCMYK')],
  field_font_missing: [
    'warn',
    {
      ...fields(field('100 80 150 100', '/DA (/Odd 12 Tf 0 g)')),
      catalog:
        '/AcroForm << /Fields [@field0] /DR << /Font << /Odd << /Type /Font /Subtype /Type1 /BaseFont /NeverSeen >> >> >> >>',
    },
    fields(field('100 80 150 100')),
  ],
  field_label_duplicate: [
    'warn',
    fields(field('60 80 110 100', '/TU (Name)'), field('150 80 200 100', '/TU (Name)', 'City')),
    fields(field('60 80 110 100'), field('150 80 200 100', '', 'City')),
  ],
} satisfies Partial<Record<FindingCode, UploadCase>>
