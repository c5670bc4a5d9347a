/** Soft proofs: pages show the inks that Ghostscript puts on the plates, as the output profile says they look. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { shownHex } from '../../../../core/engine/ink/process-inks.ts'
import { mixHex } from '../../../../core/engine/ink/process-mix.ts'
import { labByTable, packScreenTable, screenTableInks } from '../../../../core/engine/ink/screen-table.ts'
import type { Cmyk } from '../../../../core/engine/pdf/space/screen-cmyk.ts'
import { deltaE2000, type Lab } from '../../../../core/engine/press/separate/delta-e.ts'
import { readPixels } from '../../../../core/engine/preview/difference.ts'
import { openBody } from '../../../../core/engine/preview/open-body.ts'
import { drawPagePlates } from '../../../../core/engine/preview/page-plates.ts'
import { prepareDrawing } from '../../../../core/engine/preview/prepare.ts'
import { drawPressPicture } from '../../../../core/engine/preview/press-picture.ts'
import { openPressColors } from '../../../../server/workers/color/little-cms.ts'
import { openProof } from '../../../../server/workers/color/open-proof.ts'
import { createPreviewDrawer } from '../../../../server/workers/draw-preview.ts'
import { DRAWING_DATA } from '../../../../server/workers/drawing-data.ts'
import { bundledFonts, compileSource } from '../../../support/engine/rendering.ts'
import { testField, testPlacement, testStyle } from '../../../support/engine/scene.ts'
import { pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { needs, plates } from '../../../support/rips/oracles.ts'

const PATH = join(import.meta.dirname, '../../../../server/profiles/coated.icc')
const proofed = async () => {
  const proof = await openProof({ sha256: 'coated', path: PATH })
  if (proof === null) throw new Error('The profile cannot be used.')
  return proof
}

const COLORS = [
  ...[
    '1 0 0 0 k',
    '0 1 0 0 k',
    '0 0 1 0 k',
    '0 0 0 1 k',
    '1 0.75 0 0.1 k',
    '0.3 0.3 0.3 1 k',
    '0.5 g',
    '0 g',
  ],
  ...['0.9 0.2 0.1 rg', '0.1 0.6 0.9 rg', '0.2 0.8 0.2 rg', '0.4 0.3 0.6 rg', '1 1 1 rg', '0.6 0.6 0.6 rg'],
  ...['/Lab cs 60 40 -30 sc', '/Cyan cs 0.6 scn'],
]
const RESOURCES = `/ColorSpace << /Lab [/Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >>] /Cyan ${separationText('Cyan', '1 0 0 0')} >>
  /XObject << /Photo @photo >>`
const at = (index: number) => [22 + (index % 10) * 25, 22 + Math.floor(index / 10) * 25] as const
const PAGE = pressPage({
  content: [
    ...COLORS.map((color, index) => `q ${color} ${at(index).join(' ')} 20 20 re f Q`),
    `q 20 0 0 20 ${at(COLORS.length).join(' ')} cm /Photo Do Q`,
  ].join('\n'),
  resources: RESOURCES,
  objects: {
    photo: {
      entries: '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      data: Buffer.from([200, 90, 30, 200, 90, 30]).toString('latin1'),
    },
  },
})
const POINTS = [...COLORS, 'photo'].map((_, index) => at(index).map((value) => value + 10))
const SIZE = { widthPx: 300, heightPx: 200 }

/** What Ghostscript prints at the points, as the profile shows it. */
async function wanted(): Promise<readonly (readonly number[])[]> {
  const drawn = plates(PAGE, { icc: PATH })
  const inks = POINTS.flatMap(([x = 0, y = 0]) =>
    ['Cyan', 'Magenta', 'Yellow', 'Black'].map((name) => drawn.get(name)!.ink[(199 - y) * 300 + x]!),
  )
  const shown = (await openPressColors(readFileSync(PATH))).screen(Uint8Array.from(inks))
  return POINTS.map((_, index) => Array.from(shown.subarray(index * 3, index * 3 + 3)))
}

const pixel = (rgb: Uint8Array, [x = 0, y = 0]: readonly number[]) => {
  const from = ((199 - y) * 300 + x) * 3
  return Array.from(rgb.subarray(from, from + 3))
}

/** A table of 17 steps and plates of 8 bits. */
const MOST_OFF = 4

describe('a soft proof', () => {
  it('shows artwork as the press prints it, in images of print files @long', async function () {
    needs(this, 'gs')
    const picture = { body: openBody(PAGE), page: 0, size: SIZE, looks: {}, plates: null, gray: false }
    const drawn = await drawPressPicture(
      { ...picture, paper: '#ffffff', proof: await proofed() },
      DRAWING_DATA,
    )
    for (const [index, color] of (await wanted()).entries())
      for (const [channel, value] of pixel(drawn, POINTS[index]!).entries())
        expect(value, `${COLORS[index] ?? 'photo'} ${channel}`).to.be.closeTo(color[channel]!, MOST_OFF)
  })

  it('shows images of fields as the press prints them', async function () {
    needs(this, 'gs')
    const pixels = Uint8ClampedArray.of(200, 90, 30, 255, 255, 255, 255, 128)
    ;(await proofed()).print(pixels)
    const photo = (await wanted()).at(-1)!
    for (const [channel, value] of photo.entries()) expect(pixels[channel]).to.be.closeTo(value, MOST_OFF)
    expect(Array.from(pixels.subarray(4))).to.deep.equal([255, 255, 255, 128])
  })

  it('shows fields over it in the same colours, on the paper', async () => {
    const proof = await proofed()
    const compiled = await compileSource(PAGE)
    const style = testStyle({ sizePt: 60, align: 'center', minSizePt: 4 })
    const placement = testPlacement({ box: [30, 100, 130, 170], insetPt: 0, style })
    const fields = [testField('fld_1', { defaultValue: '—', placements: [placement] })]
    const scene = { ...compiled.scene, fields }
    const page = scene.pages[0]!
    const input = {
      body: openBody(compiled.body),
      plan: compiled.plan,
      page: 0,
      areas: [],
      proof,
    }
    const size = { widthPx: page.widthPt, heightPx: page.heightPt }
    const blank = await drawPagePlates({ ...input, size }, DRAWING_DATA)
    const show = async (cmyk: readonly number[], paper = '#ffffff') => {
      const colors = [{ index: 1, key: 'brand', name: 'Brand', hex: '#000000', cmyk }]
      const substrate = { key: 'paper', name: 'Paper', hex: paper }
      const content = { values: {}, colors, assignments: {}, substrate }
      const prepared = prepareDrawing({ scene, inks: compiled.plan.inks, content }, page, size, bundledFonts)
      const png = await createPreviewDrawer().draw(blank, { ...prepared, images: [] }, proof)
      const { rgba, widthPx } = await readPixels(png)
      const column = 80 - (300 - widthPx) / 2
      const rows = Array.from({ length: 70 }, (_, row) => {
        const from = ((row + 20) * widthPx + Math.round(column)) * 4
        return Array.from(rgba.subarray(from, from + 3))
      })
      return rows.toSorted((a, b) => a[0]! + a[1]! + a[2]! - (b[0]! + b[1]! + b[2]!))[0]!
    }
    const shown = (inks: readonly number[]) => Array.from(proof.screen(Uint8Array.from(inks)))
    for (const [one, other] of [
      [
        [100, 75, 0, 10],
        [255, 191, 0, 26],
      ],
      [
        [0, 0, 0, 100],
        [0, 0, 0, 255],
      ],
      [
        [0, 90, 80, 5],
        [0, 230, 204, 13],
      ],
    ] as const)
      for (const [channel, value] of (await show(one)).entries())
        expect(value, `${one} ${channel}`).to.be.closeTo(shown(other)[channel]!, 2)
    const onCraft = await show([0, 90, 80, 5], '#b98f5e')
    for (const [channel, part] of [0xb9, 0x8f, 0x5e].entries())
      expect(onCraft[channel]).to.be.closeTo((shown([0, 230, 204, 13])[channel]! * part) / 255, 3)
  })

  it('gives swatches nearly the same colours, by a small table', async () => {
    const proof = await proofed()
    const colors = await openPressColors(readFileSync(PATH))
    const table = packScreenTable(colors.lab(screenTableInks()))
    expect(table.length).to.be.below(3000)
    const seen: number[] = []
    expect(mixHex({ cmyk: [0, 0, 0, 0] }, table)).to.equal('#ffffff')
    expect(shownHex('Black', '#ff0000', [], table)).to.equal(mixHex({ gray: 100 }, table))
    const all: number[] = []
    let seed = 5
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let count = 0; count < 500; count += 1) {
      const cmyk = [random(), random(), random(), random() * random()].map((part) => Math.round(part * 100))
      const shown = proof.screen(Uint8Array.from(cmyk, (part) => Math.round(part * 2.55)))
      const hex = mixHex({ cmyk }, table) ?? ''
      const lab = colors.lab(Float32Array.from(cmyk, (part) => part / 100))
      const byTable = labByTable(cmyk.map((part) => part / 100) as unknown as Cmyk, table)
      seen.push(deltaE2000(byTable, Array.from(lab) as unknown as Lab))
      for (const [channel, value] of shown.entries()) {
        all.push(Math.abs(Number.parseInt(hex.slice(1 + channel * 2, 3 + channel * 2), 16) - value))
      }
    }
    seen.sort((one, other) => one - other)
    // A difference of 2 is seen by trained eyes where both colours touch, and prints of one run differ by more.
    expect(seen[seen.length / 2], 'median CIEDE2000').to.be.below(0.6)
    expect(seen[Math.floor(seen.length * 0.99)], 'one in a hundred').to.be.below(1.6)
    expect(seen.at(-1), 'greatest').to.be.below(2.3)
    all.sort((one, other) => one - other)
    expect(all[all.length / 2], 'median').to.be.most(1)
    expect(all[Math.floor(all.length * 0.99)], 'one in a hundred').to.be.most(8)
  })
})
