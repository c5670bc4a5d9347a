/** Paint in each colour space: areas, lines, letters, tilings, shadings, and what forms and glyphs inherit. */
import { type Part, shading } from '../converted-page.ts'
import { finely } from './blends.ts'
import { indexed, SPACES, type Space, spacesNamed } from './spaces.ts'

const AREA = '0 0 24 24 re'
const spaces = (name: string, text: string) => `/ColorSpace << /${name} ${text} >>`
const [device, adobe, wide, lab] = spacesNamed('DeviceRGB', 'IccAdobe', 'CalWide', 'LabD50')

const fill = ({ name, text, color }: Space): Part => ({
  name: `area of ${name}`,
  content: `/F${name} cs ${color.join(' ')} sc ${AREA} f`,
  resources: spaces(`F${name}`, text),
})
/** Ghostscript rounds Lab of tables and images more coarsely than that of areas: areas are the measure. */
export const likeAreaOf = ({ name }: Space) => (name.startsWith('Lab') ? `area of ${name}` : undefined)
const entry = (space: Space): Part => ({
  name: `area of a table of ${space.name}`,
  content: `/X${space.name} cs 0 sc ${AREA} f`,
  resources: spaces(`X${space.name}`, indexed(space)),
  like: likeAreaOf(space),
})
const stencil = ({ name, text, color }: Space): Part => ({
  name: `uncoloured tiling in ${name}`,
  content: `/U${name} cs ${color.join(' ')} /Tile${name} scn ${AREA} f`,
  resources: `${spaces(`U${name}`, `[/Pattern ${text}]`)}\n/Pattern << /Tile${name} @stencil >>`,
})
const ramp = ({ name, text, color }: Space): Part =>
  shading(
    `Axial${name}`,
    `/ShadingType 2 /ColorSpace ${text} /Coords [0 0 24 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [${color.map((part) => part * 0.6).join(' ')}] /C1 [${color.join(' ')}] /N 1 >>`,
  )

const RGB = device.color.join(' ')
const LETTERS = '/Font << /Square << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >>'
/** The black square of the symbols, larger than the box. */
const letter = (mode: number, color: string, then = ''): Part => ({
  name: `text mode ${mode}${then === '' ? '' : ' with a shading'}`,
  content: `${AREA} W n ${color} BT /Square 60 Tf ${mode} Tr 60 w -10 -14 Td (n) Tj ET ${then}`,
  resources: LETTERS,
})
const drawn = (name: string, data: string, color = ''): Part => ({
  name: `letter that is drawn ${name}`,
  content: `${color} BT /Drawn${name} 24 Tf (a) Tj ET`,
  resources: `/Font << /Drawn${name} @drawn${name} >>`,
  objects: {
    [`drawn${name}`]: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a @glyph${name} >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>`,
    [`glyph${name}`]: { data },
  },
})
const form = (name: string, before: string, data: string, resources = '', entries = ''): Part => ({
  name: `form ${name}`,
  content: `${before} /Form${name} Do`,
  resources: `/XObject << /Form${name} @form${name} >>`,
  objects: {
    [`form${name}`]: {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 24 24] /Resources << ${resources} >> ${entries}`,
      data,
    },
  },
})
const tile = (name: string, data: string, resources = ''): Part => ({
  name: `coloured tiling ${name}`,
  content: `/Pattern cs /Colored${name} scn ${AREA} f`,
  resources: `/Pattern << /Colored${name} @tile${name} >>`,
  objects: {
    [`tile${name}`]: {
      entries: `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << ${resources} >>`,
      data,
    },
  },
})

const STENCIL = {
  stencil: {
    entries: '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
    data: '0 0 8 8 re f',
  },
}

export const PAINTS: readonly Part[] = [
  ...SPACES.map(fill),
  ...SPACES.map(entry),
  ...SPACES.map(stencil).map((part, at) => (at > 0 ? part : { ...part, objects: STENCIL })),
  ...SPACES.map(ramp).map(finely),
  { name: 'area by rg', content: `${RGB} rg ${AREA} f` },
  { name: 'line by RG', content: `${RGB} RG 30 w 0 12 m 24 12 l S` },
  ...[adobe, wide, lab].map(({ name, text, color }) => ({
    name: `line of ${name}`,
    content: `/S${name} CS ${color.join(' ')} SC 30 w 0 12 m 24 12 l S`,
    resources: spaces(`S${name}`, text),
  })),
  { name: 'line in dashes', content: `${RGB} RG 30 w [20 4] 0 d 0 12 m 24 12 l S` },
  { name: 'area and line', content: `0 0 1 rg ${RGB} RG 40 w ${AREA} B` },
  { name: 'colour set before a saved state', content: `${RGB} rg q 0 0 1 rg Q ${AREA} f` },
  { name: 'even-odd area', content: `${RGB} rg ${AREA} f*` },
  letter(0, `${RGB} rg`),
  letter(1, `${RGB} RG`),
  letter(2, `${RGB} rg ${RGB} RG`),
  letter(7, `${RGB} rg`, `${AREA} f`),
  drawn('Coloured', '1 0 d0 0.9 0.5 0.1 rg 0 0 1 1 re f'),
  drawn('Inheriting', '1 0 0 0 1 1 d1 0 0 1 1 re f', `${RGB} rg`),
  drawn('InAdobe', '1 0 0 0 1 1 d1 0 0 1 1 re f', `/FIccAdobe cs ${RGB} sc`),
  form('Inheriting', `${RGB} rg`, `${AREA} f`),
  form('InheritingASpace', `/FIccAdobe cs ${RGB} sc`, `${AREA} f`),
  form('OfItsOwn', '0 0 1 rg', `/Own cs ${RGB} sc ${AREA} f`, spaces('Own', adobe.text)),
  form('WithADefault', '', `${RGB} rg ${AREA} f`, spaces('DefaultRGB', adobe.text)),
  tile('OfADevice', '0.7 0.2 0.5 rg 0 0 8 8 re f'),
  tile('OfAProfile', `/Own cs ${RGB} sc 0 0 8 8 re f`, spaces('Own', adobe.text)),
]
