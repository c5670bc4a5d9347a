/** A page on which the ink Gold is painted in every way that a PDF has for it, each in a tile of its own. */
import { flated, type RawObject, rawPdf } from './raw-pdf.ts'

const exponential = (solid: string, paper = '0 0 0 0') =>
  `<< /FunctionType 2 /Domain [0 1] /C0 [${paper}] /C1 [${solid}] /N 1 >>`
const GOLD = `[/Separation /Gold /DeviceCMYK ${exponential('0.1 0.3 0.8 0.2')}]`
const LAB_GOLD = `[/Separation /Gold [/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>] ${exponential('60 10 40', '100 0 0')}]`
const SILVER = `[/Separation /Silver /DeviceCMYK ${exponential('0 0 0 0.4')}]`

/** What a tile paints, on 40 by 40; `objects` are what it refers to beside those that all share. */
export interface InkTile {
  readonly what: string
  readonly content: string
  /** MuPDF has no plate for it and shows the alternate. */
  readonly flat?: true
  readonly objects?: Readonly<Record<string, RawObject>>
  readonly resources?: Readonly<Record<string, string>>
}

const ramp = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256)
const image = (entries: string, bytes: Uint8Array) =>
  flated(bytes, `/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 ${entries}`)
const form = (content: string, entries: string): RawObject => ({
  entries: `/Type /XObject /Subtype /Form /BBox [0 0 40 40] ${entries}`,
  data: content,
})
const square = '2 2 36 36 re f'
const ofGold = '/Resources << /ColorSpace << /Own @gold >> >>'

export const INK_TILES: readonly InkTile[] = [
  {
    what: 'a Separation in the resources',
    content: `/Direct cs 0.75 scn ${square}`,
    resources: { ColorSpace: `/Direct ${GOLD}` },
  },
  { what: 'the same Separation as an object', content: `/Ink CS 0.5 SCN 6 w 4 4 m 36 36 l S` },
  { what: 'a Separation that is defined otherwise', content: `/LabInk cs 0.6 scn ${square}` },
  {
    what: 'a DeviceN with a process ink',
    content: `/WithBlack cs 0.5 0.25 scn ${square} 0 1 scn 10 10 5 5 re f`,
  },
  {
    what: 'a DeviceN of three in a table',
    content: `/Three cs 0.25 0.5 0.75 scn ${square} 1 0 0 scn 10 10 5 5 re f`,
  },
  { what: 'an NChannel with attributes', content: `/Channels cs 0.2 0.4 0.9 scn ${square}` },
  { what: 'a DeviceN of one', content: `/Alone cs 0.35 scn ${square}` },
  {
    what: 'an Indexed space',
    flat: true,
    content: `/Table cs 1 sc ${square}`,
    resources: { ColorSpace: `/Table [/Indexed ${GOLD} 2 <00A0FF>]` },
  },
  {
    what: 'an image',
    content: '40 0 0 40 0 0 cm /Picture Do',
    resources: { XObject: '/Picture @picture' },
    objects: { picture: image(`/ColorSpace ${GOLD}`, ramp(64)) },
  },
  {
    what: 'an image in an Indexed DeviceN',
    content: '40 0 0 40 0 0 cm /Indexed Do',
    resources: { XObject: '/Indexed @indexed' },
    objects: {
      indexed: image(
        '/ColorSpace [/Indexed @withBlack 3 <00008000FF4080FF>]',
        ramp(64).map((value) => value % 4),
      ),
    },
  },
  {
    what: 'an image in a DeviceN',
    content: '40 0 0 40 0 0 cm /Mixed Do',
    resources: { XObject: '/Mixed @mixed' },
    objects: { mixed: image('/ColorSpace @three', ramp(192)) },
  },
  {
    what: 'a stencil',
    content: '/Ink cs 0.8 scn 40 0 0 40 0 0 cm /Stencil Do',
    resources: { XObject: '/Stencil @stencil' },
    objects: {
      stencil: flated(
        ramp(8),
        '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ImageMask true',
      ),
    },
  },
  {
    what: 'an image in line',
    content: '40 0 0 40 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /Ink /F /AHx ID 004080ff> EI',
  },
  {
    what: 'a shading',
    content: '/Gradient sh',
    resources: {
      Shading: `/Gradient << /ShadingType 2 /ColorSpace ${GOLD} /Coords [0 0 40 0] /Function ${exponential('1', '0.1')} >>`,
    },
  },
  {
    what: 'a shading of a DeviceN as a pattern',
    content: `/Pattern cs /Fade scn ${square}`,
    resources: { Pattern: '/Fade @fade' },
    objects: {
      fade: `<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace @withBlack /Coords [0 0 400 0] /Extend [true true] /Function ${exponential('1 0', '0 0.5')} >> >>`,
    },
  },
  {
    what: 'a pattern without colours',
    content: `/Uncolored cs 0.7 /Dots scn ${square}`,
    resources: { ColorSpace: `/Uncolored [/Pattern ${GOLD}]`, Pattern: '/Dots @dots' },
    objects: {
      dots: {
        entries:
          '/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        data: '1 1 5 5 re f',
      },
    },
  },
  {
    what: 'a pattern with colours',
    content: `/Pattern cs /Checks scn ${square}`,
    resources: { Pattern: '/Checks @checks' },
    objects: {
      checks: {
        entries: `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << /ColorSpace << /Own ${GOLD} >> >>`,
        data: '/Own cs 0.9 scn 0 0 4 4 re f 0 0 0 0.5 k 4 4 4 4 re f',
      },
    },
  },
  {
    what: 'a form with resources, and one without',
    content: '/Inner Do /Outer Do',
    resources: { XObject: '/Inner @inner /Outer @outer' },
    objects: {
      inner: form('/Own cs 0.4 scn 0 0 20 40 re f', ofGold),
      outer: form('/Ink cs 0.65 scn 20 0 20 40 re f', ''),
    },
  },
  {
    what: 'glyphs of a Type 3 font',
    flat: true,
    content: 'BT /Glyphs 20 Tf /Ink cs 0.55 scn 2 10 Td (ab) Tj ET',
    resources: { Font: '/Glyphs @glyphs' },
    objects: {
      glyphs:
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 98 /Widths [1 1] /Encoding << /Type /Encoding /Differences [97 /a /b] >> /CharProcs << /a @colored /b @plain >> /Resources << /ColorSpace << /Own @gold >> >> >>',
      colored: { data: '1 0 d0 /Own cs 0.3 scn 0 0 0.8 0.8 re f' },
      plain: { data: '1 0 0 0 1 1 d1 0 0 0.8 0.8 re f' },
    },
  },
  {
    what: 'words',
    content: 'BT /Helv 24 Tf /Ink cs 1 scn 2 10 Td (Au) Tj ET',
  },
  {
    what: 'a soft mask of alpha',
    content: `/Masked gs /Ink cs 1 scn ${square}`,
    resources: { ExtGState: '/Masked << /Type /ExtGState /SMask << /Type /Mask /S /Alpha /G @mask >> >>' },
    objects: {
      mask: form(
        '/Half gs /Own cs 1 scn 10 10 20 20 re f',
        `/Group << /S /Transparency /CS /DeviceCMYK >> /Resources << /ColorSpace << /Own @gold >> /ExtGState << /Half << /ca 0.5 >> >> >>`,
      ),
    },
  },
  {
    what: 'a transparency group',
    content: `0 0.5 0 0 k 0 0 30 40 re f /Mixing gs /Group Do`,
    resources: {
      ExtGState: '/Mixing << /Type /ExtGState /ca 0.6 /BM /Multiply >>',
      XObject: '/Group @group',
    },
    objects: {
      group: form(
        `/Own cs 0.9 scn ${square}`,
        `/Group << /S /Transparency /CS /DeviceCMYK /I true /K false >> ${ofGold}`,
      ),
    },
  },
  {
    what: 'overprint',
    content: `0.6 0 0 0 k ${square} /Over gs /Ink cs 0.5 scn 10 10 20 20 re f`,
    resources: { ExtGState: '/Over << /Type /ExtGState /OP true /op true /OPM 1 >>' },
  },
  {
    what: 'another spot ink, and none of Gold',
    content: `/Silver cs 0.5 scn ${square} 0 0 0 1 k 10 10 5 5 re f`,
  },
]

const TILE = 50
const COLUMNS = 5
const KINDS = ['ColorSpace', 'XObject', 'Shading', 'Pattern', 'ExtGState', 'Font'] as const

/** 9 by 9 by 9 colours of Gold, Silver and Cyan, which are no product of the three. */
function table(): RawObject {
  const samples: number[] = []
  for (let cyan = 0; cyan < 9; cyan += 1)
    for (let silver = 0; silver < 9; silver += 1)
      for (let gold = 0; gold < 9; gold += 1)
        samples.push(
          cyan * 28,
          gold * 9,
          Math.min(255, gold * 25 + cyan * 3),
          Math.min(255, silver * 12 + gold * 5),
        )
  return flated(
    Uint8Array.from(samples),
    '/FunctionType 0 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1] /Size [9 9 9] /BitsPerSample 8',
  )
}

/** The tiles from the lower left, row by row, and a stamp in the upper right. */
export function inkMatrixPdf({ tiles = INK_TILES }: { readonly tiles?: readonly InkTile[] } = {}): Buffer {
  const content = tiles.map(
    (tile, at) =>
      `q 1 0 0 1 ${(at % COLUMNS) * TILE + 5} ${Math.floor(at / COLUMNS) * TILE + 5} cm 0 0 40 40 re W n ${tile.content} Q`,
  )
  const shared: Partial<Record<string, string>> = {
    ColorSpace:
      '/Ink @gold /LabInk @labGold /WithBlack @withBlack /Three @three /Channels @channels /Alone @alone /Silver @silver',
    Font: '/Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  }
  const resources = KINDS.map(
    (kind) =>
      `/${kind} << ${shared[kind] ?? ''} ${tiles.map((tile) => tile.resources?.[kind] ?? '').join(' ')} >>`,
  )
  const height = Math.ceil(tiles.length / COLUMNS) * TILE
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages >>',
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page: `<< /Type /Page /Parent @pages /MediaBox [0 0 ${COLUMNS * TILE} ${height}] /Contents @content /Resources << ${resources.join(' ')} >> /Group << /S /Transparency /CS /DeviceCMYK >> /Annots [@stamp] >>`,
      content: flated(content.join('\n')),
      gold: GOLD,
      labGold: LAB_GOLD,
      silver: SILVER,
      withBlack: '[/DeviceN [/Gold /Black] /DeviceCMYK @multiplied]',
      multiplied: {
        entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
        data: '{ exch dup 0.1 mul exch dup 0.3 mul exch dup 0.8 mul exch 0.2 mul 1 exch sub 5 -1 roll 1 exch sub mul 1 exch sub }',
      },
      three: '[/DeviceN [/Gold /Silver /Cyan] /DeviceCMYK @table]',
      table: table(),
      channels:
        '[/DeviceN [/Cyan /Magenta /Gold] /DeviceCMYK @mixed3 << /Subtype /NChannel /Process << /ColorSpace /DeviceCMYK /Components [/Cyan /Magenta /Yellow /Black] >> /Colorants @colorants /MixingHints << /Solidities << /Gold 0.9 /Default 0 >> /PrintingOrder [/Cyan /Magenta /Gold] /DotGain << /Gold << /FunctionType 2 /Domain [0 1] /N 1 >> >> >> >>]',
      colorants: `<< /Gold ${GOLD} >>`,
      mixed3: {
        entries: '/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
        data: '{ dup 0.8 mul exch 0.2 mul }',
      },
      alone: `[/DeviceN [/Gold] /DeviceCMYK ${exponential('0.1 0.3 0.8 0.2')}]`,
      stamp: `<< /Type /Annot /Subtype /Stamp /Rect [205 ${height - 45} 245 ${height - 5}] /F 4 /AP << /N @stampLook >> >>`,
      stampLook: form(`/Own cs 0.45 scn ${square}`, ofGold),
      ...Object.assign({}, ...tiles.map((tile) => tile.objects ?? {})),
    },
  })
}
