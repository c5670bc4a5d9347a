/** What an output profile cannot print of a page: measured on its drawing, told as a finding, and marked in its picture. */
import { join } from 'node:path'
import { expect } from 'chai'
import { PROFILES } from '../../../../core/engine/finding/profile.ts'
import { checkPrintedPage } from '../../../../core/engine/preflight/render/check-plates.ts'
import { gamutFindings, measureGamut } from '../../../../core/engine/preflight/render/gamut.ts'
import { measurePage } from '../../../../core/engine/preflight/render/measure-plates.ts'
import { openBody } from '../../../../core/engine/preview/open-body.ts'
import { drawPressPlates } from '../../../../core/engine/preview/press-page-plates.ts'
import { drawPressPicture } from '../../../../core/engine/preview/press-picture.ts'
import { openProof } from '../../../../server/workers/color/open-proof.ts'
import { DRAWING_DATA } from '../../../../server/workers/drawing-data.ts'
import { expectSentences } from '../../../support/engine/sentences.ts'
import { type PressPage, pressPage, separationText } from '../../../support/pdf/press-page.ts'

const PATH = join(import.meta.dirname, '../../../../server/profiles/coated.icc')
const SIZE = { widthPx: 300, heightPx: 200 }

const proofed = async () => {
  const proof = await openProof({ sha256: 'coated', path: PATH })
  if (proof === null) throw new Error('The profile cannot be used.')
  return proof
}

async function drawn(parts: PressPage) {
  const body = openBody(pressPage(parts))
  const plates = await drawPressPlates({ body, page: 0, size: SIZE, proof: await proofed() }, DRAWING_DATA)
  return { body, plates, page: body.pages[0]! }
}

/** Green of a screen, which no press prints, beside a colour that every press does. */
const GREEN = '0 1 0 rg 40 40 60 40 re f 0.6 0.5 0.4 rg 120 40 60 40 re f'
const levelAt = (outside: Uint8Array | undefined, x: number, y: number) =>
  (outside?.[(199 - y) * SIZE.widthPx + x] ?? 0) / 10

describe('what a press cannot print', () => {
  it('is RGB outside the gamut, as far as the profile says it is; inks are never @long', async () => {
    const spot = separationText('Gold')
    const { plates } = await drawn({
      content: `${GREEN} 0 1 1 0 k 200 40 60 40 re f /Gold cs 1 scn 40 100 60 40 re f q 60 0 0 40 120 100 cm /Photo Do Q`,
      resources: `/ColorSpace << /Gold ${spot} >> /XObject << /Photo @photo >>`,
      objects: {
        photo: {
          entries:
            '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
          data: Buffer.from([0, 0, 255, 120, 110, 100]).toString('latin1'),
        },
      },
    })
    const { outside } = plates
    const proof = await proofed()
    expect(levelAt(outside, 60, 60))
      .to.be.closeTo(proof.outside([0, 1, 0]), 0.3)
      .and.be.above(10)
    expect(levelAt(outside, 150, 60))
      .to.be.closeTo(proof.outside([0.6, 0.5, 0.4]), 0.3)
      .and.be.below(2)
    for (const [x, y] of [
      [230, 60],
      [60, 120],
    ] as const)
      expect(levelAt(outside, x, y)).to.equal(0)
    expect(levelAt(outside, 130, 120))
      .to.be.closeTo(proof.outside([0, 0, 1]), 0.5)
      .and.be.above(5)
    expect(levelAt(outside, 175, 120)).to.be.below(2)
  })

  it('is told with its share of the trim, its place and the largest difference', async () => {
    const { plates, page } = await drawn({ content: GREEN })
    const { gamut } = measurePage(plates, page)
    // 60 by 40 points of 260 by 160.
    expect(gamut?.percent).to.be.closeTo(((60 * 40) / (260 * 160)) * 100, 0.2)
    expect(gamut?.box.map(Math.round)).to.deep.equal([40, 40, 100, 80])
    const [finding] = gamutFindings(0, gamut)
    expect(finding).to.include({ code: 'color_out_of_gamut', severity: 'info', page: 0, found: 5.8 })
    expectSentences(finding!)
    const clean = await drawn({ content: '0.6 0.5 0.4 rg 120 40 60 40 re f' })
    expect(gamutFindings(0, measureGamut(clean.plates, clean.page))).to.deep.equal([])
  })

  it('is covered by ink above it', async () => {
    const { plates, page } = await drawn({ content: `${GREEN} 0 0 0 0.2 k 30 30 100 70 re f` })
    expect(measureGamut(plates, page)).to.equal(null)
  })

  it('is told of a print file where its artwork does not have it, and ink counts to the limit of the profile', async () => {
    const [blank, printed] = [
      await drawn({ content: GREEN }),
      await drawn({ content: `${GREEN} 1 0 1 rg 200 100 40 40 re f 1 1 0.9 0.1 k 40 100 60 60 re f` }),
    ]
    const input = {
      ...{ page: blank.page, blank: blank.plates, printed: printed.plates, renamed: new Map() },
      marks: [{ plate: null, box: [30, 30, 260, 170] as const, fieldId: 'fld_1', label: 'Photo' }],
      ...{ expected: new Set<string>(), profile: PROFILES.sheetfed },
    }
    const told = (inkLimit?: number) =>
      checkPrintedPage({ ...input, inkLimit }).findings.map(({ code, says, expected }) => [
        says ?? code,
        expected,
      ])
    expect(told()).to.deep.equal([['color_out_of_gamut.area', undefined]])
    expect(told(280)).to.deep.equal([
      ['tac_exceeded.output', 280],
      ['color_out_of_gamut.area', undefined],
    ])
    expect(told(330)).to.deep.equal([['color_out_of_gamut.area', undefined]])
  })

  it('is striped in the picture of the page, and all else is as the press prints it', async () => {
    const { body } = await drawn({ content: GREEN })
    const picture = { body, page: 0, size: SIZE, looks: {}, plates: null, gray: false, paper: '#ffffff' }
    const proof = await proofed()
    const [plain, marked] = [
      await drawPressPicture({ ...picture, proof }, DRAWING_DATA),
      await drawPressPicture({ ...picture, proof, marksOutside: true }, DRAWING_DATA),
    ]
    const at = (pixels: Uint8Array, x: number, y: number) =>
      Array.from(pixels.subarray(((199 - y) * SIZE.widthPx + x) * 3).subarray(0, 3)).join()
    const row = new Set(Array.from({ length: 20 }, (_, step) => at(marked, 60 + step, 60)))
    expect([...row].sort()).to.deep.equal(['0,214,92', '0,51,20'])
    expect(at(marked, 150, 60)).to.equal(at(plain, 150, 60))
  })
})
