/** Pictures in print files: on which plates they print, where they lie, and that each stands in the file once. */

import { expect } from 'chai'
import sharp from 'sharp'
import type { Box } from '../../../../../core/engine/geometry/box.ts'
import { concat, type Matrix } from '../../../../../core/engine/geometry/matrix.ts'
import { layoutFields } from '../../../../../core/engine/layout/layout.ts'
import {
  ANCHORS,
  PICTURE_FITS,
  type SceneField,
  type ScenePage,
} from '../../../../../core/engine/scene/scene.ts'
import {
  openPictureBook,
  type PictureBook,
  pictureField,
} from '../../../../support/engine/placed-pictures.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  renderOn,
} from '../../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testStyle } from '../../../../support/engine/scene.ts'
import { type BlankPage, blankPdf } from '../../../../support/pdf/blank-pdf.ts'
import { cutOut, fadingRed, flat, halves, ramp } from '../../../../support/pdf/pictures.ts'
import { mergeOn } from '../../../../support/rips/merging.ts'
import {
  coverage,
  needs,
  paintTraces,
  plainPdf,
  plates,
  platesOfFiles,
  platesOfPages,
  qpdfCheck,
  RIPS,
  type Rip,
} from '../../../../support/rips/oracles.ts'
import type { Plate } from '../../../../support/rips/plate-files.ts'

const INK = testInk(1, 'PANTONE 485 C', '#da291c')
const PROCESS = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const

describe('Pictures in print files', () => {
  let book: PictureBook
  before(async () => {
    book = openPictureBook()
    // Some pixels of another gray, for what is of one level alone is line art.
    const gray = Buffer.alloc(100 * 100, 128)
    gray[0] = 127
    await book.add(
      'gray',
      await sharp(gray, { raw: { width: 100, height: 100, channels: 1 } })
        .png()
        .toBuffer(),
    )
    await book.add('gray jpeg', await flat(96, 96, [128]).jpeg({ quality: 95 }).toBuffer())
    await book.add('line art', await halves(96, 64))
    await book.add('red', await flat(100, 100, [255, 0, 0]).png().toBuffer())
    await book.add('ramp', await ramp(120, 80).jpeg({ quality: 95 }).toBuffer())
    await book.add(
      'inks',
      await flat(64, 64, [255, 0, 0]).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    )
    await book.add('fading red', await fadingRed(100, 100))
    await book.add('stencil', await cutOut(96, 64, false))
    await book.add('fading', await cutOut(96, 64, true))
  })
  after(() => book?.close())

  /** Over a page of half cyan. */
  async function page(
    changes: Partial<SceneField> = {},
    content = '0.5 0 0 0 k 0 0 300 200 re f',
  ): Promise<CompiledSource> {
    const compiled = await compileSource(await blankPdf([{ content }]))
    const placements = [
      testPlacement({ box: [50, 20, 250, 180], insetPt: 0, picture: { fit: 'fill', anchor: 'center' } }),
    ]
    const fields = [pictureField('fld_0', book, { placements, ...changes })]
    return { ...compiled, scene: { ...compiled.scene, fields, inks: [INK] } }
  }

  const print = (compiled: CompiledSource, picture: string) =>
    renderOn(compiled, { fld_0: picture }, { files: book.files })

  const inksAt = (pdf: Uint8Array, rip: Rip, x: number, y: number) =>
    inksOn(plates(pdf, { rip, maxSpots: 8 }), x, y)

  /** Ink in percent at a point of the page, by plate. */
  function inksOn(drawn: ReadonlyMap<string, Plate>, x: number, y: number): Record<string, number> {
    const found: Record<string, number> = {}
    for (const [name, plate] of drawn) {
      const ink = plate.ink[(plate.height - 1 - y) * plate.width + x] ?? 0
      if (ink > 0) found[name] = ink / 2.55
    }
    return found
  }

  const cases: readonly {
    readonly name: string
    readonly picture: string
    readonly changes?: Partial<SceneField>
    readonly dark: Record<string, number>
    readonly light?: Record<string, number>
  }[] = [
    { name: 'half gray', picture: 'gray', dark: { [INK.name]: 49.8 } },
    { name: 'half gray of a JPEG', picture: 'gray jpeg', dark: { [INK.name]: 49.8 } },
    { name: 'half gray in a tint', picture: 'gray', changes: { tint: 0.5 }, dark: { [INK.name]: 24.9 } },
    {
      name: 'overprinted gray',
      picture: 'gray',
      changes: { overprint: true },
      dark: { Cyan: 50, [INK.name]: 49.8 },
    },
    { name: 'line art', picture: 'line art', dark: { [INK.name]: 100 }, light: { Cyan: 50 } },
    {
      name: 'line art in a tint',
      picture: 'line art',
      changes: { tint: 0.5 },
      dark: { [INK.name]: 50 },
      light: { Cyan: 50 },
    },
    { name: 'a picture that is cut out', picture: 'stencil', dark: { [INK.name]: 100 }, light: { Cyan: 50 } },
    {
      name: 'a red picture in one colour',
      picture: 'red',
      changes: { oneColor: true },
      dark: { [INK.name]: 50.2 },
    },
    {
      name: 'a red picture that fades, in one colour',
      picture: 'fading red',
      changes: { oneColor: true },
      dark: { Cyan: 12.6, [INK.name]: 37.6 },
      light: { Cyan: 37.6, [INK.name]: 12.5 },
    },
  ]
  for (const rip of RIPS) {
    let drawn: Promise<readonly ReadonlyMap<string, Plate>[]> | null = null
    /** All cases in one run: most of a page's time is the start of the RIP. */
    const drawCases = async () => {
      const files: Uint8Array[] = []
      for (const { picture, changes = {} } of cases) files.push(print(await page(changes), picture).pdf)
      return platesOfFiles(files, { rip })
    }
    for (const [at, { name, dark, light }] of cases.entries())
      it(`print ${name} on its plates alone, says ${rip}`, async function () {
        needs(this, rip)
        drawn ??= drawCases()
        const plates = (await drawn)[at]!
        const expectInks = (x: number, expected: Record<string, number>) => {
          const found = inksOn(plates, x, 100)
          expect(Object.keys(found).sort(), JSON.stringify(found)).to.deep.equal(Object.keys(expected).sort())
          for (const [plate, ink] of Object.entries(expected))
            expect(found[plate], plate).to.be.closeTo(ink, rip === 'gs' ? 0.5 : 0.8)
        }
        expectInks(100, dark)
        if (light !== undefined) expectInks(200, light)
        expectInks(20, { Cyan: 50 })
      })
  }

  it('print a picture that fades by a soft mask, on its plate alone', async function () {
    needs(this, 'gs', 'mutool', 'qpdf')
    const { pdf } = print(await page({}, ''), 'fading')
    for (const rip of RIPS) {
      const found = plates(pdf, { rip, maxSpots: 8 })
      for (const plate of PROCESS) expect(coverage(found.get(plate)!).max, `${rip} ${plate}`).to.equal(0)
      const shades = [60, 150, 240].map((x) => inksAt(pdf, rip, x, 100)[INK.name] ?? 0)
      expect(shades[0])
        .to.be.above(shades[1] ?? 0)
        .and.above(80)
      expect(shades[1])
        .to.be.above(shades[2] ?? 0)
        .and.within(40, 60)
    }
    expect(qpdfCheck(pdf).status).to.equal(0)
  })

  it('print ink values as they are', async function () {
    needs(this, 'gs', 'mutool')
    const jpeg = sharp(book.files.get(book.pictures.get('inks')?.print.sha256 ?? ''))
    const raw = await jpeg.pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer()
    const { pdf } = print(await page({}, ''), 'inks')
    for (const rip of RIPS) {
      const inks = inksAt(pdf, rip, 100, 100)
      for (const [at, name] of PROCESS.entries())
        expect(inks[name] ?? 0, `${rip} ${name}`).to.be.closeTo((raw[at] ?? 0) / 2.55, 1)
      expect(inks).not.to.have.property(INK.name)
    }
  })

  it('fade in their own colours, and take no spot plate beside them along', async function () {
    needs(this, 'gs', 'mutool', 'qpdf')
    const compiled = await page({ slot: 'below' }, '')
    const words = testField('fld_1', {
      placements: [testPlacement({ box: [60, 60, 240, 140], style: testStyle({ sizePt: 40 }) })],
    })
    const scene = { ...compiled.scene, fields: [...compiled.scene.fields, words] }
    const { pdf } = renderOn(
      { ...compiled, scene },
      { fld_0: 'fading red', fld_1: 'Words' },
      { files: book.files },
    )
    const alone = renderOn({ ...compiled, scene: { ...scene, fields: [words] } }, { fld_1: 'Words' })
    for (const rip of RIPS) {
      const found = plates(pdf, { rip, maxSpots: 8 })
      expect(coverage(found.get('Magenta')!).max, rip).to.be.above(80)
      const spot = plates(alone.pdf, { rip, maxSpots: 8 }).get(INK.name)!
      expect(coverage(found.get(INK.name)!).mean, rip).to.be.closeTo(coverage(spot).mean, 0.05)
    }
    expect(qpdfCheck(pdf).status).to.equal(0)
  })

  it('print colours in their own, on no spot plate', async function () {
    needs(this, 'gs', 'qpdf')
    const { pdf } = print(await page({}, ''), 'red')
    const inks = inksAt(pdf, 'gs', 100, 100)
    expect(Object.keys(inks).sort()).to.deep.equal(['Magenta', 'Yellow'])
    expect(plainPdf(pdf)).not.to.include('PANTONE')
    expect(qpdfCheck(pdf).status).to.equal(0)
  })

  it('stand in a file once, however often they are placed, and in a merged one too @long', async function () {
    needs(this, 'qpdf', 'gs')
    const source = await compileSource(await blankPdf([{}, {}]))
    const place = (at: number, index: number) =>
      testPlacement({ page: index, box: [20 + at * 90, 40, 100 + at * 90, 160], insetPt: 0 })
    const fields = [
      pictureField('fld_0', book, { placements: [place(0, 0), place(1, 0), place(0, 1)] }),
      pictureField('fld_1', book, { placements: [place(2, 0), place(1, 1)] }),
    ]
    const compiled = { ...source, scene: { ...source.scene, fields, inks: [INK] } }
    const images = (pdf: Uint8Array) => plainPdf(pdf).match(/\/Subtype \/Image/g)?.length ?? 0
    const values = { fld_0: 'gray', fld_1: 'gray' }
    const { pdf } = renderOn(compiled, values, { files: book.files })
    expect(images(pdf)).to.equal(1)
    const records = [
      values,
      { fld_0: 'ramp', fld_1: 'gray' },
      { fld_0: 'gray', fld_1: 'ramp' },
      { fld_0: '', fld_1: '' },
    ]
    const merged = mergeOn(compiled, records, { files: book.files })
    expect(images(merged.pdf)).to.equal(2)
    expect(qpdfCheck(merged.pdf).status).to.equal(0)
    const singles = records.map((record) => renderOn(compiled, record, { files: book.files }).pdf)
    const found = platesOfPages(merged.pdf)
    const expected = platesOfFiles(singles)
    expect([found.length, expected.length]).to.deep.equal([8, 8])
    for (const [at, single] of expected.entries())
      for (const [name, plate] of single)
        if (coverage(plate).max > 0)
          expect(found[at]?.get(name)?.ink, `${at} ${name}`).to.deep.equal(plate.ink)
  })

  const GEOMETRIES: readonly BlankPage[] = [0, 90, 180, 270].flatMap((rotate) =>
    [1, 2.5].map((userUnit) => ({ mediaBox: [-20, 30, 380, 330] as Box, rotate, userUnit })),
  )
  for (const fit of PICTURE_FITS)
    it(`lie where layout put them: ${fit}, every anchor, turn, rotation and user unit`, async function () {
      needs(this, 'mutool')
      const compiled = await compileSource(await blankPdf(GEOMETRIES))
      const fields = compiled.scene.pages.flatMap(({ index }) =>
        ANCHORS.map((anchor, at) => {
          const turn = ([0, 90, 180, 270] as const)[(at + index) % 4] ?? 0
          const [left, bottom] = [-10 + (at % 3) * 130, 40 + Math.floor(at / 3) * 95]
          const box: Box = [left, bottom, left + 120.3, bottom + (at % 2 === 0 ? 88.7 : 40.1)]
          const placement = testPlacement({ page: index, box, turn, insetPt: 3, picture: { fit, anchor } })
          // One stands askew.
          const angled =
            at === 4
              ? {
                  ...placement,
                  frame: {
                    matrix: [0.8, 0.6, -0.6, 0.8, left + 30, bottom] as const,
                    widthPt: 60,
                    heightPt: 40,
                  },
                }
              : placement
          return pictureField(`fld_${index}_${at}`, book, { placements: [angled] })
        }),
      )
      const values = Object.fromEntries(fields.map(({ id }, at) => [id, at % 2 === 0 ? 'ramp' : 'line art']))
      const scene = { ...compiled.scene, fields, inks: [INK] }
      const { pdf } = renderOn({ ...compiled, scene }, values, { files: book.files })
      const { marks } = layoutFields(scene, values, bundledFonts)
      const traces = paintTraces(pdf)
      for (const page of scene.pages) {
        const found = tracedImages(traces[page.index] ?? '')
        const expected = marks.filter((mark) => mark.page === page.index)
        expect(found).to.have.length(expected.length)
        for (const [at, mark] of expected.entries()) {
          if (mark.kind !== 'image') throw new Error('Not a picture.')
          const [left, bottom, right, top] = mark.area
          const unit: Matrix = [right - left, 0, 0, top - bottom, left, bottom]
          const wanted = concat(concat(unit, mark.matrix), deviceMatrix(page))
          // MuPDF's images stand upside down in their unit square.
          for (const [corner, [x, y]] of CORNERS.entries()) {
            const [seenX, seenY] = apply(found[at]!, x, y)
            const [wantedX, wantedY] = apply(wanted, x, y)
            expect(Math.hypot(seenX - wantedX, seenY - wantedY), `${at} corner ${corner}`).to.be.below(0.05)
          }
          const [boxLeft, boxBottom, boxRight, boxTop] = scene.fields.find(({ id }) => id === mark.fieldId)!
            .placements[0]!.box
          if (fit === 'fit' && mark.matrix[0] !== 0.8) {
            expect(mark.inkBox[0]).to.be.least(boxLeft + 2.99)
            expect(mark.inkBox[1]).to.be.least(boxBottom + 2.99)
            expect(mark.inkBox[2]).to.be.most(boxRight - 2.99)
            expect(mark.inkBox[3]).to.be.most(boxTop - 2.99)
          }
        }
      }
    })

  it('that fill their place end at its edges', async function () {
    needs(this, 'gs')
    for (const rip of RIPS) {
      const placements = [
        testPlacement({
          box: [50, 20, 250, 180],
          turn: 90,
          insetPt: 10,
          picture: { fit: 'fill', anchor: 'top_left' },
        }),
      ]
      const { pdf } = print(await page({ placements, overprint: false }, ''), 'gray')
      const ink = plates(pdf, { rip, maxSpots: 8 }).get(INK.name)!
      const [xs, ys] = [new Set<number>(), new Set<number>()]
      for (const [at, value] of ink.ink.entries())
        if (value > 100) {
          xs.add(at % ink.width)
          ys.add(ink.height - 1 - Math.floor(at / ink.width))
        }
      const edges = [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
      for (const [at, edge] of [60, 240, 30, 170].entries()) expect(edges[at], rip).to.be.closeTo(edge, 1)
    }
  })
})

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function deviceMatrix({ cropBox, rotate, userUnit: u }: ScenePage): Matrix {
  const [left, bottom, right, top] = cropBox
  if (rotate === 90) return [0, u, u, 0, -bottom * u, -left * u]
  if (rotate === 180) return [-u, 0, 0, u, right * u, -bottom * u]
  if (rotate === 270) return [0, -u, -u, 0, top * u, right * u]
  return [u, 0, 0, -u, -left * u, top * u]
}

/** The matrices of all images of a trace, from PDF's unit square to device space. */
function tracedImages(trace: string): Matrix[] {
  return [...trace.matchAll(/<fill_image(?:_mask)? [^>]*transform="([^"]+)"/g)].map(([, numbers = '']) => {
    const matrix = numbers.split(' ').map(Number) as unknown as Matrix
    return concat([1, 0, 0, -1, 0, 1], matrix)
  })
}
