/** Findings on placed pictures, on both sides of each limit. */

import { expect } from 'chai'
import type { Finding } from '../../../../../core/engine/finding/finding.ts'
import { PROFILES, type ProfileName } from '../../../../../core/engine/finding/profile.ts'
import type { Box } from '../../../../../core/engine/geometry/box.ts'
import { layoutFields } from '../../../../../core/engine/layout/layout.ts'
import { checkPictures } from '../../../../../core/engine/preflight/render/check-pictures.ts'
import type { PreflightInput } from '../../../../../core/engine/preflight/render/preflight-input.ts'
import type { ColorKind, PlaceablePicture, PrintForm } from '../../../../../core/engine/scene/picture.ts'
import type { Placement, SceneField } from '../../../../../core/engine/scene/scene.ts'
import { testField, testPage, testPlacement, testScene } from '../../../../support/engine/scene.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'

const form: PrintForm = { sha256: 'aa', sizeBytes: 1, filter: 'flate', bitsPerComponent: 8, inverted: false }

function picture(changes: Partial<PlaceablePicture> = {}): PlaceablePicture {
  const facts = { widthPx: 300, heightPx: 300, colorKind: 'gray' as ColorKind, alpha: false }
  return { assetId: 'ast_1', ...facts, print: form, mask: null, gray: form, ...changes }
}

interface Case {
  readonly picture?: Partial<PlaceablePicture>
  readonly field?: Partial<SceneField>
  readonly placement?: Partial<Placement>
  readonly userUnit?: number
  readonly profile?: ProfileName
}

function findingsOf({
  picture: facts,
  field = {},
  placement = {},
  userUnit = 1,
  profile = 'sheetfed',
}: Case) {
  const options = [{ value: 'ast_1', label: 'One', picture: picture(facts) }]
  const placements = [testPlacement({ box: [0, 0, 72, 72], insetPt: 0, ...placement })]
  const fields = [testField('fld_0', { type: 'image', options, placements, ...field })]
  const scene = testScene(fields, { pages: [testPage([0, 0, 400, 400], { userUnit })] })
  const layout = layoutFields(scene, { fld_0: 'ast_1' }, testFonts())
  const found: Finding[] = checkPictures({ scene, layout } as unknown as PreflightInput, PROFILES[profile])
  return found
}
const said = (one: Case) => findingsOf(one).map(({ code, severity, found }) => [code, severity, found])

/** A square of this many pixels on a square inch. */
const inch = (px: number, colorKind: ColorKind = 'gray') => ({ widthPx: px, heightPx: px, colorKind })

describe('The resolution of a placed picture', () => {
  const limits: readonly [px: number, kind: ColorKind, profile: ProfileName, expected: unknown][] = [
    [149, 'gray', 'sheetfed', [['image_low_res', 'fail', 149]]],
    [150, 'gray', 'sheetfed', [['image_low_res', 'warn', 150]]],
    [224, 'rgb', 'sheetfed', [['image_low_res', 'warn', 224]]],
    [225, 'rgb', 'sheetfed', []],
    [549, 'one_bit', 'sheetfed', [['image_low_res_1bit', 'fail', 549]]],
    [550, 'one_bit', 'sheetfed', [['image_low_res_1bit', 'warn', 550]]],
    [799, 'one_bit', 'sheetfed', [['image_low_res_1bit', 'warn', 799]]],
    [800, 'one_bit', 'sheetfed', []],
    [95, 'gray', 'digital', [['image_low_res', 'fail', 95]]],
    [150, 'gray', 'digital', []],
    [239, 'gray', 'large_format', [['image_low_res', 'fail', 239]]],
    [300, 'gray', 'packaging', []],
    [72, 'gray', 'digital', [['image_low_res', 'fail', 72]]],
    [
      71,
      'gray',
      'digital',
      [
        ['image_low_res', 'fail', 71],
        ['image_upscaled', 'warn', 71],
      ],
    ],
    [16, 'gray', 'sheetfed', []],
  ]
  for (const [px, kind, profile, expected] of limits)
    it(`of ${px} ${kind} pixels an inch, for ${profile}`, () => {
      expect(said({ picture: inch(px, kind), profile })).to.deep.equal(expected)
    })

  it('is that after cropping, insets, user units and slanted frames', () => {
    const wide = { widthPx: 450, heightPx: 225 }
    expect(said({ picture: wide })).to.deep.equal([])
    expect(said({ picture: wide, placement: { picture: { fit: 'fill', anchor: 'left' } } })).to.deep.equal([])
    const taller = { box: [0, 0, 72, 73] as Box, picture: { fit: 'fill', anchor: 'left' } as const }
    expect(said({ picture: wide, placement: taller })).to.deep.equal([['image_low_res', 'warn', 221.9]])
    expect(said({ picture: inch(225), userUnit: 2 })).to.deep.equal([['image_low_res', 'fail', 112.5]])
    expect(said({ picture: inch(200), placement: { insetPt: 6 } })).to.deep.equal([])
    const frame = { matrix: [2, 0, 0, 1, 0, 0] as const, widthPt: 72, heightPt: 72 }
    expect(said({ picture: inch(300), placement: { frame } })).to.deep.equal([['image_low_res', 'warn', 150]])
  })

  it('is told with its place, its limit and the rule', () => {
    const [finding] = findingsOf({ picture: inch(150) })
    expect(finding).to.deep.include({
      page: 0,
      fieldId: 'fld_0',
      bbox: [0, 0, 72, 72],
      expected: 224,
      ref: 'GWG2022 R0031',
    })
    expect(finding?.says).to.equal('image_low_res.field')
    expect(finding?.params).to.deep.include({ width: 150, height: 150, profile: 'sheetfed' })
  })
})

describe('The colours of a placed picture', () => {
  const soft = { mask: form, alpha: true }
  const hard = { mask: { ...form, bitsPerComponent: 1 }, alpha: true }
  const profiled = { colorKind: 'cmyk' as const, print: { ...form, profile: 'FOGRA51' } }
  const cases: readonly [says: string, one: Case, expected: readonly string[]][] = [
    [
      'colours in one ink',
      { picture: { colorKind: 'rgb' }, field: { oneColor: true } },
      ['image_rgb_in_spot'],
    ],
    ['inks in one ink', { picture: profiled, field: { oneColor: true } }, ['image_rgb_in_spot']],
    ['colours as they are', { picture: { colorKind: 'rgb' } }, []],
    ['gray in one ink', { field: { oneColor: true } }, []],
    ['what fades on an ink', { picture: soft }, ['image_alpha_in_spot']],
    ['what is cut out on an ink', { picture: hard }, []],
    ['what fades in its own colours', { picture: { ...soft, colorKind: 'rgb' } }, []],
    ['inks that were mixed for a profile', { picture: profiled }, ['image_cmyk_profile']],
    ['inks without a profile', { picture: { colorKind: 'cmyk' } }, []],
  ]
  for (const [says, one, expected] of cases)
    it(`says of ${says}: ${expected.join(', ') || 'nothing'}`, () => {
      const found = findingsOf(one)
      expect(found.map(({ code }) => code)).to.deep.equal(expected)
      for (const { severity } of found) expect(severity).to.equal('warn')
    })
})
