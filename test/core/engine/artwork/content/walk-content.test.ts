/** What operators do, as all who look at content see it: marks, text, painted objects. */
import type { PDFContext } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import type { PageFeature, PaintedObject } from '../../../../../core/engine/artwork/paint/painted-object.ts'
import { walkPainted } from '../../../../../core/engine/artwork/paint/read-painted.ts'
import { readMarks } from '../../../../../core/engine/artwork/read-marks.ts'
import { readPages } from '../../../../../core/engine/artwork/read-pages.ts'
import { readTexts } from '../../../../../core/engine/artwork/text/read-page-text.ts'
import { type Entries, openArtwork, separation } from '../../../../support/pdf/page-artwork.ts'

const resources = (c: PDFContext): Entries => ({
  ColorSpace: { S: separation(c, 'Gold') },
  ExtGState: { Wide: { LW: 10 }, Fill: { op: true }, Stroke: { OP: true, op: false } },
  Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } },
})

async function read(content: string) {
  const { doc, pages } = await openArtwork((c) => [{ content, resources: resources(c) }])
  const marks = readMarks(doc, pages)
  const [text] = readTexts(doc, pages, () => true)
  const objects: PaintedObject[] = []
  const features: PageFeature[] = []
  walkPainted(doc, pages, readPages(doc, pages).pages, () => ({
    object: (object) => objects.push(object),
    feature: (feature) => features.push(feature),
    end() {},
  }))
  return {
    paints: marks.pages[0]?.paints.map(({ space, source }) => `${space.family} ${source}`),
    losses: marks.losses.map(({ what }) => what),
    boxes: text?.boxes.map(({ box }) => box.map(Math.round)),
    chars: text?.chars.all() ?? [],
    objects,
    features,
  }
}

const rounded = (object: PaintedObject | undefined) => object?.box.map(Math.round)

describe('what operators do', () => {
  it('lets a page say d1, which is for glyphs, and go on in colour', async () => {
    const { paints } = await read('9 0 0 0 9 9 d1 /S cs 1 scn 0 0 9 9 re f')
    expect(paints).to.deep.equal(['Separation path'])
  })

  it('takes the line width of a graphics state for what stands in the way of text', async () => {
    const { boxes, objects } = await read('/Wide gs 50 50 m 90 50 l S')
    expect(boxes).to.deep.equal([[45, 45, 95, 55]])
    expect(rounded(objects[0])).to.deep.equal([45, 45, 95, 55])
  })

  it('says of stroked text whether strokes overprint', async () => {
    const filled = await read('/Fill gs BT /F 12 Tf (a) Tj 1 Tr (b) Tj ET')
    expect(filled.chars.map(({ look }) => look.overprint)).to.deep.equal([true, false])
    const stroked = await read('/Stroke gs BT /F 12 Tf (a) Tj 1 Tr (b) Tj ET')
    expect(stroked.chars.map(({ look }) => look.overprint)).to.deep.equal([false, true])
    expect(stroked.objects.map(({ overprint }) => overprint)).to.deep.equal([false, true])
  })

  it('leaves a colour as it is where its space is not there', async () => {
    const { paints, losses, objects } = await read('1 0 0 0 k /None cs 0 0 9 9 re f')
    expect(paints).to.deep.equal(['DeviceCMYK path'])
    expect(objects.map(({ look }) => look.family)).to.deep.equal(['DeviceCMYK'])
    expect(losses).to.deep.equal(['the colour space None'])
  })

  it('begins in DeviceGray, so that a colour alone is a gray', async () => {
    const { objects, chars } = await read('1 sc 0 0 9 9 re f BT /F 12 Tf (a) Tj ET')
    expect(objects[0]?.look).to.include({ family: 'DeviceGray', white: true })
    expect(chars[0]?.look.fill.color).to.deep.equal({ space: 'DeviceGray', components: [1] })
  })

  it('draws no line from nowhere, and goes on behind a rectangle from its corner (8.5.2.1)', async () => {
    expect((await read('50 50 l S')).objects).to.deep.equal([])
    const { boxes } = await read('50 50 10 10 re 90 50 l f')
    expect(boxes).to.deep.equal([
      [50, 50, 60, 60],
      [50, 50, 90, 50],
    ])
  })

  it('counts a curve by its own bounds, not by its control points', async () => {
    const { boxes, objects } = await read('0 0 m 0 100 100 100 100 0 c f')
    expect(boxes).to.deep.equal([[0, 0, 100, 75]])
    expect(rounded(objects[0])).to.deep.equal([0, 0, 100, 75])
  })

  it('saves a hundred thousand states, and passes over what lies beyond them', async () => {
    const deep = 100_010
    const { paints } = await read(`/S cs 1 scn ${'q '.repeat(deep)}0 g ${'Q '.repeat(deep)}0 0 9 9 re f`)
    expect(paints).to.deep.equal(['Separation path'])
  })

  it('moves the pen past what it shows, by its spacing and scale', async () => {
    const { chars, objects } = await read(
      'BT /F 10 Tf 50 Tz 2 Tc 10 20 Td (aa) Tj 1 0 0 1 10 40 Tm [(a) -1000 (a)] TJ ET',
    )
    expect(chars.map(({ origin }) => origin.map((value) => Math.round(value * 100) / 100))).to.deep.equal([
      [10, 20],
      [13.78, 20],
      [10, 40],
      [18.78, 40],
    ])
    expect(objects.map(rounded)).to.deep.equal([
      [10, 20, 18, 27],
      [10, 40, 23, 47],
    ])
  })
})
