/** RGB of ICC profiles: what a profile says of its colours counts, whatever name it has. */
import { expect } from 'chai'
import { isSrgbProfile } from '../../../../../core/engine/pdf/space/rgb-profile.ts'
import { srgbProfile } from '../../../../../core/engine/pdf/space/srgb-profile.ts'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'
import {
  iccHeader,
  type RgbProfileParts,
  rgbProfile,
  SRGB_LIGHT,
} from '../../../../support/pdf/icc-profile.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { placeholderPage } from '../../../../support/pdf/placeholder-page.ts'
import { pressPage } from '../../../../support/pdf/press-page.ts'
import { needs } from '../../../../support/rips/oracles.ts'
import {
  apart,
  compile,
  deltaE1976,
  image,
  inksAt,
  middle,
  type Part,
  PROFILE_PATH,
  pageOf,
  samples,
} from './converted-page.ts'

const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const

/** Those of sRGB, under names of their own, and those of other colours, under names of sRGB. */
const PROFILES: readonly (RgbProfileParts & { readonly srgb: boolean })[] = [
  { name: 'sRGB IEC61966-2.1', curve: { light: SRGB_LIGHT, steps: 1024 }, srgb: true },
  { name: 'c2ci', curve: { light: SRGB_LIGHT, steps: 64 }, srgb: true },
  { name: 'IEC 61966-2', curve: { formula: CURVE }, srgb: true },
  { name: 'Artifex', curve: { light: SRGB_LIGHT, steps: 4096 }, srgb: true },
  { name: 'Linear sRGB', curve: { gamma: 1 }, srgb: false },
  { name: 'sRGB IEC61966-2.1', curve: { formula: [1] }, srgb: false },
  { name: 'sRGB (gamma 2.2)', curve: { gamma: 2.2 }, srgb: false },
  { name: 'sRGB', primaries: 'adobe', curve: { gamma: 563 / 256 }, srgb: false },
  { name: 'sRGB IEC61966-2.1', primaries: 'p3', curve: { formula: CURVE }, srgb: false },
  { name: 'Display P3', primaries: 'p3', curve: { light: SRGB_LIGHT, steps: 1024 }, srgb: false },
  {
    name: 'sRGB by a table',
    primaries: 'p3',
    curve: { light: SRGB_LIGHT, steps: 256 },
    asTable: true,
    srgb: false,
  },
  {
    name: 'Linear sRGB by a table',
    curve: { light: (value) => value, steps: 2 },
    asTable: true,
    srgb: false,
  },
]
const says = ({ name, primaries = 'srgb', curve, asTable }: RgbProfileParts) =>
  `${name}, ${primaries}, ${asTable ? 'table' : JSON.stringify(curve)}`

describe('an RGB profile of artwork', () => {
  for (const one of PROFILES)
    it(`is ${one.srgb ? '' : 'not '}sRGB by its colours: ${says(one)}`, () => {
      expect(isSrgbProfile(rgbProfile(one))).to.equal(one.srgb)
    })

  it('is sRGB where this service has written it', () => {
    expect(isSrgbProfile(srgbProfile())).to.equal(true)
  })

  it('converts paint, images and shadings within 2 of what Ghostscript makes of them', async function () {
    needs(this, 'gs')
    const parts = PROFILES.flatMap((one, at) => partsOf(`P${at}`, rgbProfile(one), says(one)))
    const page = pageOf(parts)
    const { body } = await compile(page)
    const points = parts.map((_, at) => middle(at))
    const ours = inksAt(Buffer.concat(body), points)
    const theirs = inksAt(pressPage(page), points, PROFILE_PATH)
    for (const [at, difference] of (await apart(ours, theirs, deltaE1976)).entries())
      expect(difference, `${parts[at]?.name}: ${ours[at]} for ${theirs[at]}`).to.be.most(2)
  })

  it('prints a gray on the black plate as light as it is in the profile', async function () {
    needs(this, 'gs')
    const linear = { name: 'sRGB', curve: { gamma: 1 } }
    const table = { name: 'sRGB', curve: { light: (value: number) => value, steps: 2 }, asTable: true }
    const parts = [linear, table].flatMap((one, at) => {
      const bytes = rgbProfile(one)
      const space = resourceOf(`G${at}`, bytes)
      const gray = { name: 'gray', content: `/G${at} cs 0.5 0.5 0.5 sc 0 0 24 24 re f`, ...space }
      const rows = image(
        `Rows${at}`,
        1,
        `/ColorSpace [/ICCBased @G${at}] /BitsPerComponent 8`,
        samples(128, 128, 128),
      )
      return [gray, rows]
    })
    const { body } = await compile(pageOf(parts))
    for (const inks of inksAt(
      Buffer.concat(body),
      parts.map((_, at) => middle(at)),
    )) {
      expect(inks.slice(0, 3)).to.deep.equal([0, 0, 0])
      // Half of the light is sRGB 188.
      expect(inks[3]).to.be.closeTo(1 - 188 / 255, 0.01)
    }
  })

  it('counts as sRGB for the press where it is damaged', async function () {
    needs(this, 'gs')
    for (const bytes of [iccHeader({ space: 'RGB ', deviceClass: 'mntr' }), damaged()]) {
      const [paint] = partsOf('Broken', bytes, 'damaged')
      const [device] = partsOf('Plain', null, 'device')
      const page = pageOf([paint!, device!])
      const { body, findings } = await compile(page)
      const [one, other] = inksAt(Buffer.concat(body), [middle(0), middle(1)])
      expect(one).to.deep.equal(other)
      expect(judged(findings).map(({ code }) => code)).to.include('color_converted')
    }
  })
})

describe('text of an RGB profile that becomes a field', () => {
  const compiled = async (profile: Buffer, color: string) =>
    compilePdf(
      placeholderPage({
        content: `/P cs ${color} sc BT /F2 20 Tf 10 10 Td ({{a}}) Tj ET`,
        spaces: '/P [/ICCBased @profile]',
        objects: { profile: { entries: '/N 3', data: profile.toString('latin1') } },
      }),
      testFonts().list(),
    )

  for (const one of PROFILES)
    it(`${one.srgb ? 'keeps its colour' : 'warns that its colour is not kept'}: ${says(one)}`, async () => {
      const { findings, scene } = await compiled(rgbProfile(one), '0.8 0.3 0.1')
      const told = judged(findings).filter(({ code }) => code === 'field_color_not_kept')
      expect(told.map(({ found }) => found)).to.deep.equal(one.srgb ? [] : [`${one.name} 0.8 0.3 0.1`])
      if (one.srgb) expect(scene.inks.map(({ name }) => name)).to.include('RGB 204/76.5/25.5')
    })

  it('takes the nearest colour of sRGB', async () => {
    const { scene } = await compiled(rgbProfile({ name: 'sRGB', curve: { gamma: 1 } }), '0.2 0.05 0.02')
    const [mix] = scene.inks.flatMap(({ rgb }) => (rgb === undefined ? [] : [rgb]))
    // The sRGB of that light.
    for (const [at, expected] of [123.6, 63.5, 39].entries()) expect(mix?.[at]).to.be.closeTo(expected, 1)
  })
})

const resourceOf = (name: string, profile: Buffer | null) => ({
  resources: `/ColorSpace << /${name} ${profile === null ? '/DeviceRGB' : `[/ICCBased @${name}]`} >>`,
  objects:
    profile === null
      ? {}
      : { [name]: { entries: '/N 3 /Alternate /DeviceRGB', data: profile.toString('latin1') } },
})

function partsOf(name: string, profile: Buffer | null, kind: string): readonly Part[] {
  const space = profile === null ? '/DeviceRGB' : `[/ICCBased @${name}]`
  const ramp = '/FunctionType 2 /Domain [0 1] /C0 [0.6 0.2 0.1] /C1 [0.2 0.5 0.7] /N 1'
  return [
    {
      name: `paint, ${kind}`,
      content: `/${name} cs 0.2 0.05 0.02 sc 0 0 24 24 re f`,
      ...resourceOf(name, profile),
    },
    { name: `brighter paint, ${kind}`, content: `/${name} cs 0.7 0.4 0.2 sc 0 0 24 24 re f` },
    image(`${name}Image`, 1, `/ColorSpace ${space} /BitsPerComponent 8`, samples(150, 90, 60)),
    {
      name: `shading, ${kind}`,
      content: `0 0 24 24 re W n /${name}Shade sh`,
      resources: `/Shading << /${name}Shade << /ShadingType 2 /ColorSpace ${space} /Coords [0 0 24 0] /Function << ${ramp} >> >> >>`,
    },
  ]
}

/** A profile of primaries whose curves lie outside the file. */
function damaged(): Buffer {
  const profile = rgbProfile({ name: 'sRGB', curve: { gamma: 1 } })
  for (let at = 132; at < 132 + 9 * 12; at += 12)
    if (profile.toString('latin1', at + 1, at + 4) === 'TRC') profile.writeUInt32BE(profile.length, at + 4)
  return profile
}
