/** Text that becomes a field prints as it was painted: the same plates at the same tints, in RIPs that are not ours. */
import { expect } from 'chai'
import { keepColor } from '../../../../core/engine/artwork/keep-color.ts'
import { descriptionOf } from '../../../../core/engine/pdf/space/read-profile.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { bundledFonts, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { iccHeader, labProfile } from '../../../support/pdf/icc-profile.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import type { RawObject } from '../../../support/pdf/raw-pdf.ts'
import { needs, plates, RIPS } from '../../../support/rips/oracles.ts'

const BAND = 25
const TOLERANCE = 0.6

/** Operators that set a colour, and what a field in it prints: in per cent of each plate, or RGB. */
const PAINTED: readonly (readonly [operators: string, expected: Record<string, number> | 'rgb'])[] = [
  ['1 0.75 0 0.1 k', { Cyan: 100, Magenta: 75, Black: 10 }],
  ['0.6 0.4 0.4 1 k', { Cyan: 60, Magenta: 40, Yellow: 40, Black: 100 }],
  ['0 0 0 0.5 k', { Black: 50 }],
  ['0.3 g', { Black: 70 }],
  ['0 0 0 rg', { Black: 100 }],
  ['/Gold cs 0.4 scn', { Gold: 40 }],
  ['/Duo cs 0.2 0.9 scn', { Cyan: 20, Black: 90 }],
  ['/Duo cs 0 0.5 scn', { Black: 50 }],
  ['/Mixed cs 0.25 0 scn', { Gold: 25 }],
  ['0.9 0.1 0.2 rg', 'rgb'],
  ['1 g', {}],
]

const SPACES =
  '/Gold @gold /Duo [/DeviceN [/Cyan /Black] /DeviceCMYK @duo] /Mixed [/DeviceN [/Gold /Black] /DeviceCMYK @mixed]'
const calculator = (program: string): RawObject => ({
  entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
  data: program,
})

/** A line of text in each colour, from the bottom up; the last stands white on cyan. */
function page(words: (at: number) => string): Buffer {
  const lines = PAINTED.map(([set], at) => {
    const ground = set === '1 g' ? `1 0 0 0 k 0 ${at * BAND} 400 ${BAND} re f ` : ''
    return `${ground}${set} BT /F2 20 Tf 10 ${at * BAND + 5} Td (${words(at)}) Tj ET`
  })
  return placeholderPage({
    content: lines.join('\n'),
    page: '',
    objects: {
      gold: '[/Separation /Gold /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.9 0.1] /N 1 >>]',
      duo: calculator('{ 0 0 3 -1 roll }'),
      mixed: calculator('{ exch dup 0.3 mul exch 0.9 mul 3 -1 roll 0 4 1 roll }'),
    },
    spaces: SPACES,
  })
}

/** The most of each plate within a line, in per cent. */
function inksOf(pdf: Uint8Array, rip: (typeof RIPS)[number]): readonly Record<string, number>[] {
  const found = plates(pdf, { rip, maxSpots: 8 })
  return PAINTED.map((_, at) => {
    const most: Record<string, number> = {}
    for (const [name, { ink, width, height }] of found) {
      const [top, bottom] = [height - (at + 1) * BAND + 2, height - at * BAND - 2]
      const values = ink.subarray(top * width, bottom * width)
      const ground = at === PAINTED.length - 1
      const edge = values.reduce(
        (known, value) => (ground ? Math.min(known, value) : Math.max(known, value)),
        ground ? 255 : 0,
      )
      if (edge > 0) most[name] = edge / 2.55
    }
    return most
  })
}

describe('the colour of text that becomes a field', () => {
  for (const rip of RIPS)
    it(`prints on the plates that it was on, says ${rip}`, async function () {
      needs(this, rip)
      const compiled = await compileSource(page((at) => `{{v${at}}}`))
      const values = Object.fromEntries(compiled.scene.fields.map(({ id }) => [id, 'MMMMM']))
      const printed = inksOf(renderOn(compiled, values).pdf, rip)
      const drawn = inksOf(
        page(() => 'MMMMM'),
        rip,
      )
      for (const [at, [set, expected]] of PAINTED.entries()) {
        const wanted = expected === 'rgb' ? drawn[at] : expected
        const names = new Set([...Object.keys(printed[at] ?? {}), ...Object.keys(wanted ?? {})])
        for (const name of names)
          expect(printed[at]?.[name] ?? 0, `${set}, ${name}`).to.be.closeTo(wanted?.[name] ?? 0, TOLERANCE)
      }
    })

  it('joins the palette under the name of its parts, after the plates', async () => {
    const { scene, findings } = await compilePdf(
      page((at) => `{{v${at}}}`),
      bundledFonts.list(),
    )
    const told = scene.inks.map(({ name, cmyk, rgb }) => [name, cmyk ?? rgb ?? null])
    expect(told).to.deep.include.members([
      ['CMYK 100/75/0/10', [100, 75, 0, 10]],
      ['CMYK 60/40/40/100', [60, 40, 40, 100]],
      ['RGB 229.5/25.5/51', [229.5, 25.5, 51]],
      ['Paper (no ink)', [0, 0, 0, 0]],
      ['Black', null],
      ['Gold', null],
    ])
    expect(told[0]?.[1]).to.equal(null)
    expect(judged(findings).filter(({ code }) => code === 'field_color_not_kept')).to.deep.equal([])
  })

  it('is a warning with its place where it cannot be kept, or where a field has two', async () => {
    const content =
      '/Pattern cs /P scn BT /F2 20 Tf 10 10 Td ({{a}}) Tj ET ' +
      '1 0 0 0 k BT /F2 20 Tf 10 60 Td ({{b}}) Tj ET 0 1 0 0 k BT /F2 20 Tf 10 110 Td ({{b}}) Tj ET'
    const { findings } = await compilePdf(placeholderPage({ content }), bundledFonts.list())
    const told = judged(findings).filter(({ code }) => code === 'field_color_not_kept')
    expect(
      told.map(({ severity, page: at, found, expected, params }) => [
        severity,
        at,
        found,
        expected,
        params?.label,
      ]),
    ).to.have.deep.members([
      ['warn', 0, 'Pattern', undefined, 'a'],
      ['warn', 0, 'CMYK 100/0/0/0', 'CMYK 0/100/0/0', 'b'],
    ])
    for (const { bbox } of told) expect(bbox).to.have.length(4)
  })
})

describe('a colour of a profile', () => {
  it('is kept as CMYK by its numbers, as gray by its tint, and as RGB where it is sRGB', () => {
    expect(keepColor({ kind: 'cmyk' }, [0.1, 0.2, 0.3, 0])).to.deep.include({
      ink: 'CMYK 10/20/30/0',
      lost: null,
    })
    expect(keepColor({ kind: 'calGray', gamma: 2.2 }, [0.4])).to.deep.include({ ink: 'Black', tint: 0.6 })
    expect(keepColor({ kind: 'rgb' }, [1, 0.2, 0])).to.deep.include({ ink: 'RGB 255/51/0', lost: null })
    const other = keepColor({ kind: 'rgb', profile: 'Adobe RGB (1998)' }, [1, 0.2, 0])
    expect(other).to.deep.include({ ink: 'RGB 255/51/0', lost: 'Adobe RGB (1998) 1 0.2 0' })
  })

  it('is kept in Lab as far as sRGB reaches', () => {
    const lab = { kind: 'lab', range: [-128, 127, -128, 127] } as const
    expect(keepColor(lab, [50, 20, 20])).to.deep.include({ lost: null })
    expect(keepColor(lab, [50, 0, 0])).to.deep.include({ ink: 'Black', lost: null })
    expect(keepColor(lab, [100, 0, 0])).to.deep.include({ ink: 'Paper (no ink)' })
    expect(keepColor(lab, [55, 100, -110]).lost).to.equal('Lab 55 100 -110')
  })

  it('tells what its profile calls itself', () => {
    expect(descriptionOf(labProfile())).to.equal('Lab')
    expect(descriptionOf(iccHeader({ space: 'RGB ' }))).to.equal(null)
  })
})
