/** Marks within the artwork and pictures, as previews show them: where another engine finds their ink in the press file. */
import { expect } from 'chai'
import sharp from 'sharp'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { createPreviewDrawer } from '../../../../server/workers/draw-preview.ts'
import { type OpenPage, openPage, prepare } from '../../../support/engine/drawn-example.ts'
import { openPictureBook, type PictureBook, pictureField } from '../../../support/engine/placed-pictures.ts'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testInk, testPlacement, testStyle } from '../../../support/engine/scene.ts'
import { blankPdf } from '../../../support/pdf/blank-pdf.ts'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'
import { needs, plates } from '../../../support/rips/oracles.ts'
import { averaged, softOverlap, weightOf } from '../../../support/rips/painted.ts'
import type { Plate } from '../../../support/rips/plate-files.ts'

const DPI = 144
const FINER = 4
/** Printed black, so that the picture's darkness is the plate's ink. */
const BLACK_INK = testInk(1, 'Probe', '#000000')

type Values = Readonly<Record<string, string>>
type Files = ReadonlyMap<string, Uint8Array>

async function shown(open: OpenPage, values: Values, files: Files = new Map()): Promise<Plate> {
  const prepared = prepare(open, { values })
  const images = prepared.images.map(({ sha256 }) => ({
    sha256,
    bytes: files.get(sha256) ?? new Uint8Array(),
  }))
  const png = await createPreviewDrawer().draw(open.plates, { ...prepared, images })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const ink = Uint8Array.from(
    { length: info.width * info.height },
    (_, at) => 255 - (data[at * 3 + 1] ?? 255),
  )
  return { width: info.width, height: info.height, ink }
}

/** By MuPDF, for Ghostscript prints every pixel of 576 dpi that an outline touches, which is 6 % more ink. */
function printed(pdf: Uint8Array, plate: string): Plate {
  const found = plates(pdf, { dpi: DPI * FINER, rip: 'mutool', only: plate }).get(plate)
  if (found === undefined) throw new Error(`MuPDF found no plate ${plate}.`)
  return averaged(found, FINER)
}

/** As much ink as the press file has, at the same places. */
function expectSame(preview: Plate, press: Plate, least: number): void {
  expect([preview.width, preview.height]).to.deep.equal([press.width, press.height])
  const page = [0, 0, press.width, press.height] as const
  const [mine, theirs] = [weightOf(preview, page), weightOf(press, page)]
  expect(theirs.ink, 'ink of the press file').to.be.greaterThan(50)
  expect(mine.ink / theirs.ink, 'total ink').to.be.within(0.97, 1.03)
  expect(Math.hypot(mine.x - theirs.x, mine.y - theirs.y), 'centre, px').to.be.at.most(0.25)
  expect(softOverlap(preview, press, page), 'overlap').to.be.at.least(least)
}

describe('a preview of a mark within the artwork', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['under a clip', 'q 30 113 200 12 re W n BT /F1 28 Tf 40 110 Td ({{name}}) Tj ET Q'],
    [
      'below what the artwork paints after it',
      'BT /F1 28 Tf 40 110 Td ({{name}}) Tj ET 1 g 60 100 25 60 re f',
    ],
    ['in turned artwork', 'q 0.866 0.5 -0.5 0.866 120 40 cm BT /F1 24 Tf 0 20 Td ({{name}}) Tj ET Q'],
    ['with nothing over it', 'BT /F1 28 Tf 40 110 Td ({{name}}) Tj ET'],
  ]
  for (const [what, content] of cases)
    it(`has its ink where the press file has it, ${what}`, async function () {
      needs(this, 'mutool')
      const compiled = await compileSource(placeholderPage({ content }))
      const scene = { ...compiled.scene, inks: [BLACK_INK], textOutput: 'outlines' as const }
      const source = { ...compiled, scene }
      const [field] = scene.fields
      expect(field?.slot).to.equal('in_place')
      const values = { [field?.id ?? '']: 'Amelie' }
      const open = await openPage(source, (400 / 72) * DPI)
      const { pdf } = renderOn(source, values)
      const plate = printed(pdf, 'Probe')
      const preview = await shown(open, values)
      expectSame(preview, plate, 0.8)
    })

  it('is hidden as far as the artwork over it hides it', async () => {
    const at = async (content: string) => {
      const compiled = await compileSource(placeholderPage({ content }))
      const source = { ...compiled, scene: { ...compiled.scene, inks: [BLACK_INK] } }
      const open = await openPage(source, 800)
      const preview = await shown(open, { [source.scene.fields[0]?.id ?? '']: 'Amelie' })
      return weightOf(preview, [0, 0, preview.width, preview.height]).ink
    }
    const text = 'BT /F1 28 Tf 40 110 Td ({{name}}) Tj ET'
    const bare = await at(text)
    expect(await at(`${text} 1 g 0 0 400 300 re f`)).to.equal(0)
    expect(await at(`${text} 1 g 0 0 20 20 re f`)).to.be.closeTo(bare, bare / 500)
  })

  it('of a slot below all artwork is seen through what the artwork leaves open', async function () {
    needs(this, 'mutool')
    const source = await blankPdf([{ content: '1 g 40 20 60 60 re f' }])
    const compiled = await compileSource(source)
    const placements = [testPlacement({ box: [20, 20, 280, 80], style: testStyle({ sizePt: 30 }) })]
    const fields: SceneField[] = [testField('fld_0', { slot: 'below', placements })]
    const below = { ...compiled, scene: { ...compiled.scene, fields, inks: [BLACK_INK] } }
    const { pdf } = renderOn(below, { fld_0: 'Magdalena' })
    const open = await openPage(below, (300 / 72) * DPI)
    expectSame(await shown(open, { fld_0: 'Magdalena' }), printed(pdf, 'Probe'), 0.8)
  })
})

describe('a preview of a picture', () => {
  let book: PictureBook
  before(async () => {
    book = openPictureBook()
    const [width, height] = [160, 120]
    const gray = Buffer.alloc(width * height)
    for (let at = 0; at < gray.length; at += 1) gray[at] = (at * 7 + Math.floor(at / width) * 3) % 251
    const smooth = sharp(gray, { raw: { width, height, channels: 1 } }).blur(6)
    await book.add('gray', await smooth.clone().png().toBuffer())
    const art = Buffer.alloc(width * height, 255)
    for (let at = 0; at < art.length; at += 1) if ((at % width) + Math.floor(at / width) < 130) art[at] = 0
    await book.add(
      'line art',
      await sharp(art, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    )
  })
  after(() => book?.close())

  for (const picture of ['gray', 'line art'])
    for (const fit of ['fit', 'fill'] as const)
      it(`(${picture}, ${fit}) has the ink that its plate has`, async function () {
        needs(this, 'mutool')
        const compiled = await compileSource(await blankPdf([{}]))
        const placements = [
          testPlacement({ box: [50, 20, 250, 120], insetPt: 0, picture: { fit, anchor: 'center' } }),
        ]
        const fields = [pictureField('fld_0', book, { placements })]
        const source = { ...compiled, scene: { ...compiled.scene, fields, inks: [BLACK_INK] } }
        const { pdf } = renderOn(source, { fld_0: picture }, { files: book.files })
        const open = await openPage(source, (300 / 72) * DPI)
        expectSame(await shown(open, { fld_0: picture }, book.files), printed(pdf, 'Probe'), 0.93)
      })

  it('in its own colours shows them where the press file has them', async function () {
    needs(this, 'mutool')
    const [width, height] = [64, 64]
    const red = Buffer.alloc(width * height * 3, 255)
    for (let at = 0; at < width * height; at += 1) if (at % width < 32) red.set([230, 20, 30], at * 3)
    await book.add(
      'red',
      await sharp(red, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const compiled = await compileSource(await blankPdf([{}]))
    const placements = [
      testPlacement({ box: [50, 20, 150, 120], insetPt: 0, picture: { fit: 'fit', anchor: 'center' } }),
    ]
    const fields = [pictureField('fld_0', book, { placements })]
    const source = { ...compiled, scene: { ...compiled.scene, fields, inks: [BLACK_INK] } }
    const { pdf } = renderOn(source, { fld_0: 'red' }, { files: book.files })
    const magenta = printed(pdf, 'Magenta')
    const preview = await shown(await openPage(source, (300 / 72) * DPI), { fld_0: 'red' }, book.files)
    const isInk = ({ ink }: Plate) => Uint8Array.from(ink, (value) => (value > 90 ? 255 : 0))
    const page = [0, 0, preview.width, preview.height] as const
    const overlap = softOverlap(
      { ...preview, ink: isInk(preview) },
      { ...magenta, ink: isInk(magenta) },
      page,
    )
    expect(overlap).to.be.at.least(0.97)
  })
})
