/** Colour spaces that artwork states RGB and Lab in, each with a colour that a press prints well. */
import { iccHeader, rgbProfile, SRGB_LIGHT } from '../../../../../support/pdf/icc-profile.ts'
import type { PressPage } from '../../../../../support/pdf/press-page.ts'
import type { Part } from '../converted-page.ts'

export interface Space {
  readonly name: string
  /** In PDF syntax. */
  readonly text: string
  readonly color: readonly number[]
  /** The same as samples of 8 bits. */
  readonly bytes: readonly number[]
}

const XYZ = {
  srgb: '0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505',
  wide: '0.5767 0.2973 0.027 0.1856 0.6274 0.0707 0.1882 0.0753 0.9911',
} as const

/** Shared by all parts of a page, as their streams. */
export const PROFILES: NonNullable<PressPage['objects']> = {
  iccGray: { entries: '/N 1', data: iccHeader({ space: 'GRAY', deviceClass: 'mntr' }).toString('latin1') },
  ...Object.fromEntries(
    Object.entries({
      iccSrgb: rgbProfile({ name: 'sRGB', curve: { light: SRGB_LIGHT, steps: 1024 } }),
      iccAdobe: rgbProfile({ name: 'Adobe RGB (1998)', primaries: 'adobe', curve: { gamma: 563 / 256 } }),
      iccLinear: rgbProfile({ name: 'Linear', curve: { gamma: 1 } }),
      iccTable: rgbProfile({
        ...{ name: 'Table', primaries: 'p3', asTable: true },
        curve: { light: SRGB_LIGHT, steps: 256 },
      }),
    }).map(([name, data]) => [name, { entries: '/N 3', data: data.toString('latin1') }]),
  ),
}

const rgb = (name: string, text: string, bytes: readonly number[] = [200, 90, 30]): Space => ({
  ...{ name, text, bytes },
  color: bytes.map((part) => part / 255),
})

const lab = (name: string, white: string): Space => ({
  name,
  text: `[/Lab << /WhitePoint [${white}] /Range [-100 100 -100 100] >>]`,
  color: [(140 / 255) * 100, (180 / 255) * 200 - 100, (90 / 255) * 200 - 100],
  bytes: [140, 180, 90],
})

const calibrated = (name: string, matrix: string, gamma: number, white = '0.9505 1 1.089') =>
  rgb(name, `[/CalRGB << /WhitePoint [${white}] /Gamma [${gamma} ${gamma} ${gamma}] /Matrix [${matrix}] >>]`)

export const SPACES: readonly Space[] = [
  rgb('DeviceRGB', '/DeviceRGB'),
  rgb('IccSrgb', '[/ICCBased @iccSrgb]'),
  rgb('IccAdobe', '[/ICCBased @iccAdobe]'),
  rgb('IccLinear', '[/ICCBased @iccLinear]', [150, 60, 20]),
  rgb('IccTable', '[/ICCBased @iccTable]'),
  calibrated('CalSrgb', XYZ.srgb, 2.2),
  calibrated('CalWide', XYZ.wide, 1.8),
  lab('LabD50', '0.9642 1 0.8249'),
  lab('LabD65', '0.9505 1 1.089'),
]

export function spacesNamed<Names extends readonly string[]>(
  ...names: Names
): { readonly [At in keyof Names]: Space } {
  return names.map((name) => SPACES.find((space) => space.name === name)!) as {
    readonly [At in keyof Names]: Space
  }
}

/** A table of two colours over a space: the colour, and black. */
export const indexed = ({ text, bytes }: Space) =>
  `[/Indexed ${text} 1 <${Buffer.from([...bytes, ...bytes.map(() => 0)]).toString('hex')}>]`

const area = (name: string, text: string, color: string): Part => ({
  name: `gray of ${name}`,
  content: `/Gray${name} cs ${color} sc 0 0 24 24 re f`,
  resources: `/ColorSpace << /Gray${name} ${text} >>`,
})

/** Exceptions by decision: black and grays print on the black plate, where Ghostscript mixes some of them of four inks. */
export const GRAYS: readonly Part[] = [
  { name: 'gray by g', content: '0.5 g 0 0 24 24 re f' },
  area('DeviceGray', '/DeviceGray', '0.5'),
  area('IccGray', '[/ICCBased @iccGray]', '0.5'),
  area('CalGray', '[/CalGray << /WhitePoint [0.9505 1 1.089] /Gamma 2.2 >>]', '0.5'),
  area('GrayTable', '[/Indexed /DeviceGray 1 <80ff>]', '0'),
  area('CalGrayTable', '[/Indexed [/CalGray << /WhitePoint [0.9505 1 1.089] >>] 1 <80ff>]', '0'),
  area('IccGrayTable', '[/Indexed [/ICCBased @iccGray] 1 <80ff>]', '0'),
  {
    name: 'gray tiling of a table of CalGray',
    content: '/GrayTile cs 0 /GrayStencil scn 0 0 24 24 re f',
    resources:
      '/ColorSpace << /GrayTile [/Pattern [/Indexed [/CalGray << /WhitePoint [0.9505 1 1.089] >>] 1 <80ff>]] >>\n/Pattern << /GrayStencil @grayStencil >>',
    objects: {
      grayStencil: {
        entries:
          '/PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        data: '0 0 8 8 re f',
      },
    },
  },
  ...SPACES.map(({ name, text }) => area(name, text, name.startsWith('Lab') ? '50 0 0' : '0.5 0.5 0.5')),
]
