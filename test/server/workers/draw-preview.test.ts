/** Previews as files: what is written in many ways shows one picture, and the same state is the same bytes. */
import { inflateSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import type { PagePlates } from '../../../core/engine/press/plates.ts'
import { composeBlank } from '../../../core/engine/preview/compose.ts'
import { createPainter } from '../../../core/engine/preview/coverage.ts'
import { drawMarks, inkedPage } from '../../../core/engine/preview/draw.ts'
import type { Drawing, DrawnShapes } from '../../../core/engine/preview/drawing.ts'
import { stripedPage } from '../../../core/engine/preview/strips.ts'
import { createPreviewDrawer } from '../../../server/workers/draw-preview.ts'
import { seededChance } from '../../support/run/seeded-chance.ts'

const WIDTH = 90
const HEIGHT = 130

/** Flat areas above, and below them a photograph: its pixels are all different. */
function platesOf(seed: number): PagePlates {
  const chance = seededChance(seed)
  const process = new Uint8Array(WIDTH * HEIGHT * 3).fill(255)
  const gold = new Uint8Array(WIDTH * HEIGHT)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    const row = Math.floor(pixel / WIDTH)
    if (row >= 96) for (let at = 0; at < 3; at += 1) process[pixel * 3 + at] = chance.whole(0, 255)
    else if (row > 20 && pixel % WIDTH < 40) process.set([200, row, 40], pixel * 3)
    if (row > 10 && row < 60 && pixel % 7 === 0) gold[pixel] = pixel % 256
  }
  return {
    widthPx: WIDTH,
    heightPx: HEIGHT,
    process,
    spots: [{ name: 'Gold', coverage: gold }],
    slots: [],
    appearances: [],
  }
}

function squareAt(top: number): DrawnShapes {
  return {
    ...{ kind: 'shapes', slot: 'above', inPlace: null, bounds: [4, top, 34, top + 12], overprint: false },
    ...{ plate: 'Mark', look: { hex: '#123456', kind: 'transparent' }, tint: 1 },
    shapes: [{ outline: 0, matrix: [30, 0, 0, 12, 4, top] }],
  }
}

function drawingOf(changes: Partial<Drawing> = {}): Drawing {
  return {
    ...{ widthPx: WIDTH, heightPx: HEIGHT, paper: '#fdf0d8', images: [], problems: [] },
    artwork: [{ plate: 'Gold', printsOn: 'Gold', hex: '#a08030', kind: 'transparent' }],
    outlines: ['0 0 m 1 0 l 1 1 l 0 1 l h'],
    marks: [squareAt(70)],
    ...changes,
  }
}

async function pixelsOf(png: Uint8Array): Promise<Buffer> {
  // Throws where the check sum at the end of the stream is not that of its bytes, which sharp does not mind.
  expect(inflateSync(dataOf(Buffer.from(png))).length).to.equal((WIDTH * 3 + 1) * HEIGHT)
  return sharp(png).removeAlpha().raw().toBuffer()
}

async function expectedPixels(plates: PagePlates, drawing: Drawing): Promise<Buffer> {
  const page = inkedPage(plates, drawing)
  const pixels = composeBlank(plates, page)
  await drawMarks(page, pixels, drawing, createPainter())
  return Buffer.from(pixels)
}

describe('a drawn preview', () => {
  const states: readonly (readonly [string, Partial<Drawing>])[] = [
    ['flat artwork, a photograph and a mark', {}],
    ['no mark', { marks: [] }],
    ['white paper', { paper: '#ffffff' }],
    ['a covering ink', { artwork: [{ plate: 'Gold', printsOn: 'Foil', hex: '#d4af37', kind: 'covering' }] }],
    [
      'white on dark paper',
      { paper: '#101820', artwork: [{ plate: 'Gold', printsOn: 'W', hex: '#ffffff', kind: 'white' }] },
    ],
    ['a mark on the photograph', { marks: [squareAt(110)] }],
    [
      'a value that cannot be printed',
      {
        problems: [
          {
            corners: [
              [10, 30],
              [60, 30],
              [60, 50],
              [10, 50],
            ],
            shapes: [],
          },
        ],
      },
    ],
  ]
  for (const [what, changes] of states)
    it(`holds the pixels that composing gives, with ${what}`, async () => {
      const plates = platesOf(1)
      const drawing = drawingOf(changes)
      const png = await createPreviewDrawer().draw(plates, drawing)
      expect((await pixelsOf(png)).equals(await expectedPixels(plates, drawing))).to.equal(true)
    })

  it('is the same bytes for the same state, whatever was drawn before it', async () => {
    const plates = platesOf(2)
    const used = createPreviewDrawer()
    const first = Buffer.from(await used.draw(plates, drawingOf()))
    for (const marks of [[], [squareAt(20)], [squareAt(110), squareAt(40)]])
      await used.draw(plates, drawingOf({ marks }))
    await used.draw(platesOf(3), drawingOf({ paper: '#000000' }))
    expect(first.equals(await used.draw(plates, drawingOf()))).to.equal(true)
    expect(first.equals(await createPreviewDrawer().draw(platesOf(2), drawingOf()))).to.equal(true)
  })

  it('is those bytes after any others that share marks, outlines and places with it', async () => {
    const chance = seededChance(6)
    const plates = platesOf(6)
    const used = createPreviewDrawer()
    const outlines = ['0 0 m 1 0 l 1 1 l 0 1 l h', '0 0 m 1 0 l 0 1 l h']
    for (let count = 0; count < 80; count += 1) {
      const marks = Array.from({ length: chance.whole(0, 3) }, (): DrawnShapes => {
        const square = squareAt(chance.whole(0, 8) * 13)
        const hex = chance.pick(['#123456', '#a03020'])
        const look = { hex, kind: chance.pick(['transparent', 'covering'] as const) }
        return {
          ...square,
          look,
          shapes: square.shapes.map((one) => ({ ...one, outline: chance.whole(0, 1) })),
        }
      })
      // The same number stands for another outline in another drawing.
      const drawing = drawingOf({ marks, outlines: chance.pick([outlines, outlines.toReversed()]) })
      const drawn = Buffer.from(await used.draw(plates, drawing))
      expect(drawn.equals(await createPreviewDrawer().draw(platesOf(6), drawing)), `${count}`).to.equal(true)
    }
  })

  it('draws two pictures at once that do not run into each other', async () => {
    const drawer = createPreviewDrawer()
    const plates = platesOf(4)
    const drawings = [drawingOf(), drawingOf({ paper: '#223344', marks: [squareAt(20)] })]
    const drawn = await Promise.all(drawings.map((drawing) => drawer.draw(plates, drawing)))
    for (const [at, drawing] of drawings.entries())
      expect(
        (await pixelsOf(drawn[at] ?? new Uint8Array())).equals(await expectedPixels(plates, drawing)),
      ).to.equal(true)
  })

  it('has classes where few pixels differ, and plain rows where many do', () => {
    const kinds = stripedPage(platesOf(5)).strips.map(({ kind }) => kind)
    expect(kinds[0]).to.equal('classed')
    expect(kinds.at(-1)).to.equal('plain')
  })
})

function dataOf(png: Buffer): Buffer {
  const at = png.indexOf('IDAT')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}
