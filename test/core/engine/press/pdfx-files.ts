/** Files for PDF/X-4, made by a generator: with one fault each, in pages, forms, patterns and drawn letters, and clean ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sentence } from '../../../../core/engine/finding/finding.ts'
import { BLACK_BOX, type PressPage, separationText } from '../../../support/pdf/press-page.ts'
import type { RawObject } from '../../../support/pdf/raw-pdf.ts'

export type FaultyFile = readonly [name: string, file: PressPage, says: Sentence]
export type CleanFile = readonly [name: string, file: PressPage]
type Objects = Readonly<Record<string, RawObject>>

const PROFILE = readFileSync(join(import.meta.dirname, '../../../../server/profiles/coated.icc'))
const POWER = '<< /FunctionType 2 /Domain [0 1] /N 2 >>'

/** Where painting happens: the page itself, a form, a form in a form, a letter of a drawn font, and a tiling pattern. */
const HOSTS: Readonly<Record<string, (content: string, resources: string) => PressPage>> = {
  page: (content, resources) => ({ content, resources }),
  form: (content, resources) => ({
    content: '/Fm Do',
    resources: '/XObject << /Fm @inner >>',
    objects: { inner: formOf(content, resources) },
  }),
  'nested form': (content, resources) => ({
    content: '/Fm Do',
    resources: '/XObject << /Fm @outer >>',
    objects: {
      outer: formOf('/Fm Do', '/XObject << /Fm @inner >>'),
      inner: formOf(content, resources),
    },
  }),
  'drawn letter': (content, resources) => ({
    content: 'BT /Drawn 1 Tf 0 0 Td (a) Tj ET',
    resources: '/Font << /Drawn @drawn >>',
    objects: {
      drawn:
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 300 200] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 ' +
        '/Widths [300] /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a @glyph >> ' +
        `/Resources << ${resources} >> >>`,
      glyph: { data: `300 0 d0 ${content}` },
    },
  }),
  pattern: (content, resources) => ({
    content: '/Pattern cs /P scn 50 50 100 100 re f',
    resources: '/Pattern << /P @tile >>',
    objects: {
      tile: {
        entries:
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 200] /XStep 300 /YStep 200 ' +
          `/Resources << ${resources} >>`,
        data: content,
      },
    },
  }),
}

function formOf(content: string, resources: string, entries = ''): RawObject {
  return {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << ${resources} >> ${entries}`,
    data: content,
  }
}

function inHosts(
  name: string,
  content: string,
  resources: string,
  says: Sentence,
  objects: Objects = {},
): FaultyFile[] {
  return Object.entries(HOSTS).map(([host, make]): FaultyFile => {
    const file = make(content, resources)
    return [`${name} in a ${host}`, { ...file, objects: { ...file.objects, ...objects } }, says]
  })
}

const states = (entries: string) => `/ExtGState << /G << ${entries} >> >>`
const withState = (name: string, entries: string, says: Sentence) =>
  inHosts(name, `/G gs ${BLACK_BOX}`, states(entries), says)

const STANDARD = [
  ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Helvetica', 'Helvetica-Bold'],
  ...['Helvetica-Oblique', 'Helvetica-BoldOblique', 'Courier', 'Courier-Bold', 'Courier-Oblique'],
  ...['Courier-BoldOblique', 'Symbol', 'ZapfDingbats'],
]
const textIn = (font: string) =>
  ['BT /F 12 Tf 100 90 Td (a) Tj ET', `/Font << /F << /Type /Font ${font} >> >>`] as const
const WIDTHS =
  '/FirstChar 97 /LastChar 97 /Widths [500] /FontDescriptor << /Type /FontDescriptor /Flags 32 >>'

function fonts(): readonly FaultyFile[] {
  const says = 'pdfx_hindrance.fonts'
  return [
    ...STANDARD.map((name): FaultyFile => {
      const [content, resources] = textIn(`/Subtype /Type1 /BaseFont /${name}`)
      return [`the font ${name} not embedded`, { content, resources }, says]
    }),
    ...['TrueType', 'MMType1'].flatMap((kind) => {
      const [content, resources] = textIn(`/Subtype /${kind} /BaseFont /Gill ${WIDTHS}`)
      return inHosts(`a ${kind} font not embedded`, content, resources, says)
    }),
  ]
}

/** ISO 32000-1 7.4.4, a code of 9 bits for each byte; the table is cleared before codes grow. */
export function lzw(text: string): Buffer {
  const codes = [256]
  for (const [at, byte] of [...Buffer.from(text, 'latin1')].entries()) {
    if (at > 0 && at % 200 === 0) codes.push(256)
    codes.push(byte)
  }
  codes.push(257)
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

const LZW_DATA = lzw(BLACK_BOX)
const image = (entries: string, data: string | Uint8Array = '\0') => ({
  entries: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 ${entries}`,
  data,
})
const PAINTED = 'q 100 0 0 100 50 50 cm /Im Do Q'

function streams(): readonly FaultyFile[] {
  const packed: RawObject = {
    entries: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Filter /LZWDecode',
    data: LZW_DATA,
  }
  const asImage = (name: string, entries: string, says: Sentence, data?: Uint8Array) =>
    inHosts(name, PAINTED, '/XObject << /Im @picture >>', says, { picture: image(entries, data) })
  return [
    ['a form compressed by LZW', painting(packed), 'pdfx_hindrance.lzw'],
    ...asImage(
      'an image compressed by LZW',
      '/ColorSpace /DeviceGray /Filter /LZWDecode',
      'pdfx_hindrance.lzw',
      lzw('a'),
    ),
    ...asImage('OPI 2.0 of an image', '/ColorSpace /DeviceGray /OPI << /2.0 << >> >>', 'pdfx_hindrance.opi'),
    ...asImage('OPI 1.3 of an image', '/ColorSpace /DeviceGray /OPI << /1.3 << >> >>', 'pdfx_hindrance.opi'),
    ['OPI of a form', painting(formOf(BLACK_BOX, '', '/OPI << /2.0 << >> >>')), 'pdfx_hindrance.opi'],
    ['a PostScript form', painting(formOf(BLACK_BOX, '', '/Subtype2 /PS')), 'pdfx_hindrance.postscript'],
    [
      'a PostScript XObject',
      painting({ entries: '/Type /XObject /Subtype /PS', data: 'showpage' }),
      'pdfx_hindrance.postscript',
    ],
    [
      'an image outside the file',
      {
        content: PAINTED,
        resources: '/XObject << /Im @picture >>',
        objects: { picture: image('/ColorSpace /DeviceGray /F (far.raw)') },
      },
      'pdfx_hindrance.external',
    ],
    ...inHosts(
      'colour in the output profile',
      '/Own cs 0 0 0 1 scn 100 80 60 40 re f',
      '/ColorSpace << /Own [/ICCBased @icc] >>',
      'pdfx_hindrance.profile',
      { icc: { entries: '/N 4', data: PROFILE } },
    ),
  ]
}

function painting(object: RawObject): PressPage {
  return { content: '/Fm Do', resources: '/XObject << /Fm @one >>', objects: { one: object } }
}

const ANNOTATIONS = [
  ...[
    'Stamp',
    'FreeText',
    'Square',
    'Circle',
    'Line',
    'Ink',
    'Highlight',
    'Underline',
    'Squiggly',
    'StrikeOut',
  ],
  ...['Polygon', 'PolyLine', 'Caret', 'Text'],
]
const annotation = (subtype: string, flags: number, rect = '100 100 140 120'): PressPage => ({
  page: '/Annots [@note]',
  objects: {
    note: `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] /F ${flags} /AP << /N @look >> >>`,
    look: {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 40 20] /Resources << >>',
      data: '0 g 0 0 9 9 re f',
    },
  },
})

function pages(): readonly FaultyFile[] {
  const group = (space: string) => `/Group << /S /Transparency /CS ${space} >>`
  const blends = {
    'a fill': '/ca 0.5',
    'a stroke': '/CA 0.5',
    Multiply: '/BM /Multiply',
    Screen: '/BM /Screen',
  }
  const spaces = {
    DeviceRGB: '/DeviceRGB',
    CalRGB: '[/CalRGB << /WhitePoint [0.95 1 1.09] >>]',
    DeviceGray: '/DeviceGray',
  }
  const boxes = [
    ...['5 20 280 180', '20 5 280 180', '20 20 295 180', '20 20 280 195'].map((box) => `/TrimBox [${box}]`),
    ...['-5 10 290 190', '10 -5 290 190', '10 10 305 190', '10 10 290 205'].map(
      (box) => `/BleedBox [${box}]`,
    ),
  ]
  return [
    ...Object.entries(blends).flatMap(([name, state]) =>
      Object.entries(spaces).map(([space, text]): FaultyFile => {
        const content = `/G gs ${BLACK_BOX} ${name === 'a stroke' ? '10 10 m 90 90 l S' : ''}`
        const file = { content, resources: states(state), page: group(text) }
        return [`${name} that blends in ${space}`, file, 'pdfx_hindrance.blend']
      }),
    ),
    [
      'a transparent pattern that blends in DeviceRGB',
      {
        ...HOSTS.pattern?.(`/G gs ${BLACK_BOX}`, states('/ca 0.5')),
        page: group('/DeviceRGB'),
      },
      'pdfx_hindrance.blend',
    ],
    ...boxes.map((page): FaultyFile => [`the box ${page}`, { page }, 'pdfx_hindrance.boxes']),
    ...ANNOTATIONS.map(
      (kind): FaultyFile => [`a ${kind} that prints`, annotation(kind, 4), 'pdfx_hindrance.annotations'],
    ),
    ...['PDF/X-1:2001', 'PDF/X-1a:2001', 'PDF/X-1a:2003', 'PDF/X-3:2002', 'PDF/X-3:2003'].map(
      (claim): FaultyFile => [
        `the label ${claim}`,
        { objects: { info: `<< /GTS_PDFXVersion (${claim}) >>` } },
        'pdfx_hindrance.claim',
      ],
    ),
    ...inHosts(
      'two definitions of a spot colour',
      '/A cs 1 scn 50 50 20 20 re f /B cs 1 scn 80 50 20 20 re f',
      `/ColorSpace << /A ${separationText('Gold')} /B ${separationText('Gold', '0 0 1 0')} >>`,
      'pdfx_hindrance.spots',
    ),
  ]
}

export function faultyFiles(): readonly FaultyFile[] {
  return [
    ...withState('a transfer function', `/TR ${POWER}`, 'pdfx_hindrance.transfer'),
    ...withState('TR2', `/TR2 ${POWER}`, 'pdfx_hindrance.transfer'),
    ...withState('four of them', `/TR [${POWER} ${POWER} ${POWER} ${POWER}]`, 'pdfx_hindrance.transfer'),
    ...withState(
      'a named halftone',
      '/HT << /HalftoneType 1 /HalftoneName (Fine) >>',
      'pdfx_hindrance.halftone',
    ),
    ...withState(
      'a named halftone of a plate',
      '/HT << /HalftoneType 5 /Default << /HalftoneType 1 /HalftoneName (Fine) >> >>',
      'pdfx_hindrance.halftone',
    ),
    ...withState(
      'a transfer function of a halftone',
      `/HT << /HalftoneType 1 /TransferFunction ${POWER} >>`,
      'pdfx_hindrance.transfer',
    ),
    ...fonts(),
    ...streams(),
    ...pages(),
  ]
}

export function cleanFiles(): readonly CleanFile[] {
  const painted = (space: string, parts: string, objects: Objects = {}): PressPage => ({
    content: `/Own cs ${parts} scn 100 80 60 40 re f`,
    resources: `/ColorSpace << /Own ${space} >>`,
    objects,
  })
  const spaces: readonly CleanFile[] = [
    ['separation', painted(separationText('Gold'), '1')],
    ['separation All', painted(separationText('All', '1 1 1 1'), '1')],
    ['indexed', painted('[/Indexed /DeviceCMYK 1 <0000000000000000>]', '1')],
    ['CalRGB', painted('[/CalRGB << /WhitePoint [0.95 1 1.09] >>]', '1 0 0')],
    ['CalGray', painted('[/CalGray << /WhitePoint [0.95 1 1.09] >>]', '0')],
    ['Lab', painted('[/Lab << /WhitePoint [0.96 1 0.82] /Range [-100 100 -100 100] >>]', '50 10 10')],
    ['two spots', painted(separationText('Silver'), '0.5')],
  ]
  const operators = {
    cmyk: BLACK_BOX,
    gray: '0.5 g 100 80 60 40 re f',
    rgb: '1 0 0 rg 100 80 60 40 re f',
    stroke: '0 0 1 0 K 3 w 50 50 m 150 120 l S',
    'stroke in RGB': '0 0 1 RG 3 w 50 50 m 150 120 l S',
    empty: '',
    clip: `q 60 60 100 100 re W n ${BLACK_BOX} Q`,
  }
  const layer: PressPage = {
    catalog: '/OCProperties << /OCGs [@layer] /D << /Order [@layer] >> >>',
    resources: '/Properties << /L @layer >>',
    content: `/OC /L BDC ${BLACK_BOX} EMC`,
    objects: { layer: '<< /Type /OCG /Name (Artwork) >>' },
  }
  const harmless = {
    overprint: '/OP true /op true /OPM 1',
    'identity transfer': '/TR /Identity',
    'default transfer': '/TR2 /Default',
    'a halftone without a name': '/HT << /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round >>',
    flatness: '/FL 1',
    transparency: '/ca 0.5',
    Multiply: '/BM /Multiply',
    'no soft mask': '/SMask /None',
  }
  const info = (entries: string): PressPage => ({ objects: { info: `<< ${entries} >>` } })
  return [
    ...spaces,
    ...Object.entries(operators).flatMap(([name, content]) =>
      Object.entries(HOSTS).map(([host, make]): CleanFile => [`${name} in a ${host}`, make(content, '')]),
    ),
    ...Object.entries(harmless).map(
      ([name, state]): CleanFile => [name, { content: `/G gs ${BLACK_BOX}`, resources: states(state) }],
    ),
    [
      'a CMYK group',
      {
        page: '/Group << /S /Transparency /CS /DeviceCMYK >>',
        content: `/G gs ${BLACK_BOX}`,
        resources: states('/ca 0.5'),
      },
    ],
    ['an RGB group of an opaque page', { page: '/Group << /S /Transparency /CS /DeviceRGB >>' }],
    ['a layer', layer],
    ['no trim', { page: '/TrimBox [0 0 300 200] /BleedBox [0 0 300 200]' }],
    ['an art box', { page: '/ArtBox [30 30 200 150]' }],
    ['two pages', { more: [{ content: BLACK_BOX }] }],
    ['a title', info('/Title (Card)')],
    ['trapped', info('/Title (Card) /Trapped /True')],
    ['a date', info("/CreationDate (D:20250102030405+01'00')")],
    ['a note that does not print', annotation('Stamp', 0)],
    ['a stamp outside the bleed', annotation('Stamp', 4, '1 1 8 8')],
    ['an action', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' }],
    ['a table of contents', { catalog: '/PageMode /UseNone' }],
  ]
}
