/** Fields made of outlined, transparent and blended text: their values print and show as fixed text beside them does. */
import { expect } from 'chai'
import sharp from 'sharp'
import type { TextOutput } from '../../../../core/engine/scene/scene.ts'
import { draw, openPage } from '../../../support/engine/drawn-example.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { HALF_WIDTH, lookedPage, ROW_HEIGHT, type TestLook } from '../../../support/pdf/looked-page.ts'
import { mergeOn } from '../../../support/rips/merging.ts'
import { needs, plates, qpdfCheck, RIPS } from '../../../support/rips/oracles.ts'
import type { Plate } from '../../../support/rips/plate-files.ts'
import { inForm } from '../../../support/run/form.ts'
import { type Chance, seededChance } from '../../../support/run/seeded-chance.ts'

/** Yellow below the left letters of each word, a spot ink below the right ones. */
const groundOf = (rows: number) =>
  [0, HALF_WIDTH]
    .map(
      (x) =>
        `0 0 0.5 0 k ${x} 0 55 ${rows * ROW_HEIGHT} re f /Gold cs 0.4 scn ${x + 55} 0 50 ${rows * ROW_HEIGHT} re f`,
    )
    .join(' ')

const LOOKS: Readonly<Record<string, TestLook>> = {
  'white letters with a cyan outline': { operators: '2 Tr 1.5 w 1 0 0 0 K 0 0 0 0 k' },
  'letters that are an outline alone': { operators: '1 Tr 0.8 w 0.9 0 0.2 0 K' },
  'bold by an outline of the same colour': { operators: '2 Tr 0.5 w 0 0 0 1 K 0 0 0 1 k' },
  'an outline in a spot ink with round corners': {
    operators: '2 Tr 3 w 1 j /Navy CS 1 SCN /Gold cs 1 scn',
  },
  'an outline in a tint of the ink of its letters': { operators: '2 Tr 1 w /Gold CS 0.5 SCN /Gold cs 1 scn' },
  'black letters in a faint state': { operators: '0 0 0 1 k', state: '/ca 0.4' },
  'spot letters that multiply': { operators: '/Navy cs 1 scn', state: '/BM /Multiply' },
  'process letters that multiply, faintly': { operators: '1 0 0 0 k', state: '/BM /Multiply /ca 0.6' },
  'an outline that is fainter than its letters': {
    operators: '2 Tr 2 w 0 1 0 0 K 0 0 0 1 k',
    state: '/ca 0.8 /CA 0.3',
  },
  'an outline that overprints': {
    operators: '2 Tr 2 w /Navy CS 1 SCN 1 0 0 0 k',
    state: '/OP true /op false /OPM 1',
  },
  'narrow letters with an outline': { operators: '2 Tr 1 w 0 0 0 1 K 0 1 0 0 k 60 Tz' },
  'raised letters with an outline': { operators: '2 Tr 1 w 0 0 0 1 K 0 1 0 0 k 6 Ts' },
}

const NAMES = Object.keys(LOOKS)
const OUTPUTS: readonly TextOutput[] = ['live', 'outlines']
/** Ghostscript inks each pixel that a shape touches, so its plates are drawn finer. */
const DPI = { gs: 432, mutool: 144 } as const
/** Of previews. */
const SCALE = 2
const PLATES = ['Cyan', 'Magenta', 'Yellow', 'Black', 'Gold', 'Navy']

async function compileLooks(
  looks: readonly TestLook[],
  textOutput: TextOutput,
  ground = groundOf(looks.length),
): Promise<CompiledSource> {
  const compiled = await compileSource(lookedPage(looks, ground))
  return { ...compiled, scene: { ...compiled.scene, textOutput } }
}

function valuesOf({ scene }: CompiledSource, looks: readonly TestLook[]) {
  return Object.fromEntries(
    scene.fields.map(({ id, label }) => [id, looks[Number(label.slice(1))]?.word ?? 'Mabel']),
  )
}

/** The ink of one half of a row in solid points. */
function inkIn({ ink, width, height }: Plate, row: number, half: 0 | 1): number {
  let sum = 0
  const scale = width / (2 * HALF_WIDTH)
  const rowPx = ROW_HEIGHT * scale
  for (let y = height - (row + 1) * rowPx; y < height - row * rowPx; y += 1)
    for (let x = half * HALF_WIDTH * scale; x < (half + 1) * HALF_WIDTH * scale; x += 1)
      sum += ink[y * width + x] ?? 0
  return sum / 255 / scale ** 2
}

/** Edges of letters that stand between pixels differ, and Ghostscript draws paths a little fatter than glyphs. */
const toleranceOf = (ink: number, rip: string, textOutput: TextOutput) =>
  Math.max(4, (rip === 'gs' && textOutput === 'outlines' ? 0.15 : 0.03) * ink)

function expectSameInk(
  pdf: Uint8Array,
  rip: (typeof RIPS)[number],
  names: readonly string[],
  textOutput: TextOutput = 'live',
): void {
  const drawn = plates(pdf, { rip, dpi: DPI[rip], maxSpots: 8 })
  for (const [row, name] of names.entries()) {
    // Ghostscript draws the outline of condensed glyphs wider than the specification has it, and that of paths right.
    if (rip === 'gs' && textOutput === 'outlines' && /narrow|Tz/.test(name)) continue
    for (const plate of PLATES) {
      const found = drawn.get(plate)
      if (found === undefined) continue
      const [value, fixed] = [inkIn(found, row, 0), inkIn(found, row, 1)]
      expect(value, `${name} on ${plate}, ${rip}`).to.be.closeTo(fixed, toleranceOf(fixed, rip, textOutput))
    }
  }
}

describe('Fields with the look of artwork text', () => {
  const looks = Object.values(LOOKS)

  for (const textOutput of OUTPUTS)
    for (const rip of RIPS)
      it(`put as much ink on each plate as fixed text does (${textOutput}, ${rip})`, async function () {
        needs(this, rip)
        const compiled = await compileLooks(looks, textOutput)
        expect(compiled.scene.fields).to.have.length(looks.length)
        const { pdf } = renderOn(compiled, valuesOf(compiled, looks))
        expectSameInk(pdf, rip, NAMES, textOutput)
      })

  it('put their ink on the plates of their outlines and letters alone', async function () {
    needs(this, 'gs')
    const own = [
      LOOKS['white letters with a cyan outline']!,
      LOOKS['an outline in a spot ink with round corners']!,
    ]
    const compiled = await compileSource(lookedPage(own))
    const { pdf } = renderOn(compiled, valuesOf(compiled, own))
    const drawn = plates(pdf, { dpi: DPI.gs, maxSpots: 8 })
    const inked = (row: number) =>
      PLATES.filter((name) => {
        const plate = drawn.get(name)
        return plate !== undefined && inkIn(plate, row, 0) > 1
      })
    expect(inked(0)).to.deep.equal(['Cyan'])
    expect(inked(1)).to.deep.equal(['Gold', 'Navy'])
  })

  it('make a sound file, merged as well as by themselves', async function () {
    needs(this, 'qpdf', 'gs')
    const compiled = await compileLooks(looks, 'live')
    const values = valuesOf(compiled, looks)
    expect(qpdfCheck(renderOn(compiled, values).pdf).status).to.equal(0)
    const { pdf: merged } = mergeOn(compiled, [values])
    expect(qpdfCheck(merged).status).to.equal(0)
    expectSameInk(merged, 'gs', NAMES)
  })

  it('show in the preview as fixed text shows', async () => {
    await expectSameColors(looks, NAMES)
  })

  it('print as fixed text does whatever their look @long', async function () {
    needs(this, ...RIPS)
    for (const seed of inForm(
      [20261128, 1],
      Array.from({ length: 20 }, (_, at) => 20261128 + at),
    )) {
      const random = randomLooks(seededChance(seed), 12)
      const names = random.map(
        ({ operators, state = '' }, at) => `seed ${seed}, ${at}: ${operators} ${state}`,
      )
      for (const textOutput of OUTPUTS) {
        const compiled = await compileLooks(random, textOutput)
        const { pdf } = renderOn(compiled, valuesOf(compiled, random))
        for (const rip of RIPS) expectSameInk(pdf, rip, names, textOutput)
      }
      await expectSameColors(random, names)
    }
  })
})

/**
 * Mean colours of both halves of each row, of the letters' own width. What blank pages show roughly is left out: modes
 * that lighten, spot inks below, faint letters under a faint outline, and outlines of condensed letters.
 */
async function expectSameColors(looks: readonly TestLook[], names: readonly string[]): Promise<void> {
  const ground = `0 0 0.5 0 k 0 0 ${2 * HALF_WIDTH} ${looks.length * ROW_HEIGHT} re f`
  const compiled = await compileLooks(looks, 'live', ground)
  const open = await openPage(compiled, 2 * HALF_WIDTH * SCALE)
  const { widthPx, heightPx } = open.plates
  const png = await draw(open, { values: valuesOf(compiled, looks) })
  const pixels = await sharp(png).removeAlpha().raw().toBuffer()
  const rowPx = heightPx / looks.length
  const meanOf = (row: number, half: 0 | 1): number[] => {
    const sums = [0, 0, 0]
    const [from, to] = [(half * HALF_WIDTH + 16) * SCALE, (half * HALF_WIDTH + 110) * SCALE]
    for (let y = Math.round(heightPx - (row + 1) * rowPx); y < Math.round(heightPx - row * rowPx); y += 1)
      for (let x = from; x < to; x += 1)
        for (const channel of [0, 1, 2]) sums[channel]! += pixels[(y * widthPx + x) * 3 + channel]!
    return sums.map((sum) => sum / ((to - from) * rowPx))
  }
  for (const [row, name] of names.entries()) {
    const { operators, state = '' } = looks[row]!
    const isOutlined = /^[12] Tr/.test(operators)
    if (isOutlined && (state.includes('/ca ') || operators.includes('Tz'))) continue
    if (/Screen|Lighten|Darken/.test(state)) continue
    const [value, fixed] = [meanOf(row, 0), meanOf(row, 1)]
    for (const channel of [0, 1, 2])
      expect(value[channel], `${name} on the screen, channel ${channel}`).to.be.closeTo(fixed[channel]!, 3)
  }
}

function randomLooks(chance: Chance, count: number): TestLook[] {
  const color = (stroke: boolean) => {
    const [space, set] = stroke ? ['CS', 'SCN'] : ['cs', 'scn']
    const tint = () => chance.whole(3, 10) / 10
    return chance.pick([
      `0 0 0 0 ${stroke ? 'K' : 'k'}`,
      `0 0 0 ${tint()} ${stroke ? 'K' : 'k'}`,
      `${tint()} 0 ${tint()} 0 ${stroke ? 'K' : 'k'}`,
      `/Gold ${space} ${tint()} ${set}`,
      `/Navy ${space} ${tint()} ${set}`,
    ])
  }
  return Array.from({ length: count }, (): TestLook => {
    const mode = chance.whole(0, 2)
    const line = `${chance.whole(5, 30) / 10} w ${chance.whole(0, 2)} j ${chance.pick([2, 4, 10])} M`
    const scale = chance.oneIn(3) ? ` ${chance.whole(60, 130)} Tz` : ''
    const alpha = chance.oneIn(2) ? `/ca ${chance.whole(2, 10) / 10} ` : ''
    const strokeAlpha = alpha !== '' && chance.oneIn(2) ? `/CA ${chance.whole(2, 10) / 10} ` : ''
    const blend = chance.oneIn(3) ? `/BM /${chance.pick(['Multiply', 'Darken', 'Screen', 'Lighten'])} ` : ''
    const state = `${alpha}${strokeAlpha}${blend}`
    return {
      operators: `${mode} Tr ${line} ${color(true)} ${color(false)}${scale}`,
      size: chance.whole(18, 28),
      ...(state === '' ? {} : { state }),
    }
  })
}
