/** Inks on paper, pixel by pixel: what a mark makes of the artwork and the paper below it. */
import { expect } from 'chai'
import type { PagePlates, SlotPlates } from '../../../../core/engine/press/plates.ts'
import { composeBlank } from '../../../../core/engine/preview/compose.ts'
import { createPainter } from '../../../../core/engine/preview/coverage.ts'
import { drawMarks, inkedPage } from '../../../../core/engine/preview/draw.ts'
import type { ArtworkLook, Drawing, DrawnShapes } from '../../../../core/engine/preview/drawing.ts'
import { artworkLook, markLook } from '../../../../core/engine/preview/ink-look.ts'

const SIDE = 4
const PIXELS = SIDE * SIDE
type Rgb = readonly [number, number, number]

const full = (value: number) => new Uint8Array(PIXELS).fill(value)
const flat = ([red, green, blue]: Rgb) =>
  Uint8Array.from({ length: PIXELS * 3 }, (_, at) => [red, green, blue][at % 3] ?? 0)

interface Page {
  readonly process?: Rgb
  readonly spots?: Readonly<Record<string, number>>
  readonly slots?: readonly SlotPlates[]
}

function platesOf({ process = [255, 255, 255], spots = {}, slots = [] }: Page): PagePlates {
  return {
    ...{ widthPx: SIDE, heightPx: SIDE, process: flat(process), slots, appearances: [] },
    spots: Object.entries(spots).map(([name, tint]) => ({ name, coverage: full(tint) })),
  }
}

/** A mark that covers the page. */
function covering(plate: string, hex: string, more: Partial<DrawnShapes> = {}): DrawnShapes {
  return {
    ...{
      kind: 'shapes',
      slot: 'above',
      inPlace: null,
      bounds: [0, 0, SIDE, SIDE],
      overprint: false,
      tint: 1,
    },
    ...{ plate, look: markLook(plate, hex), shapes: [{ outline: 0, matrix: [1, 0, 0, 1, 0, 0] }] },
    ...more,
  }
}

const inks = (hexes: Readonly<Record<string, string>>): ArtworkLook[] =>
  Object.entries(hexes).map(([plate, hex]) => ({ plate, printsOn: plate, ...artworkLook(plate, hex) }))

async function colorOf(
  page: Page,
  { paper = '#ffffff', artwork = [], marks = [] }: Partial<Drawing>,
  outline = `0 0 m ${SIDE} 0 l ${SIDE} ${SIDE} l 0 ${SIDE} l h`,
): Promise<Rgb> {
  const plates = platesOf(page)
  const drawing: Drawing = {
    ...{
      widthPx: SIDE,
      heightPx: SIDE,
      paper,
      artwork,
      marks,
      outlines: [outline],
      images: [],
      problems: [],
    },
  }
  const inked = inkedPage(plates, drawing)
  const pixels = composeBlank(plates, inked)
  await drawMarks(inked, pixels, drawing, createPainter())
  const at = (1 * SIDE + 1) * 3
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
}

describe('Inks on paper', () => {
  it('show the paper where nothing is printed', async () => {
    expect(await colorOf({}, { paper: '#c8a165' })).to.deep.equal([200, 161, 101])
  })

  it('let the paper shine through what is transparent, and are darker together', async () => {
    const artwork = inks({ 'Sky Blue': '#80c0ff' })
    const page = { process: [255, 128, 0] as Rgb, spots: { 'Sky Blue': 255 } }
    expect(await colorOf(page, { paper: '#ffffff', artwork })).to.deep.equal([128, 96, 0])
    expect(await colorOf(page, { paper: '#808080', artwork })).to.deep.equal([64, 48, 0])
  })

  it('print white that hides dark paper, below the process colours', async () => {
    const artwork = inks({ White: '#ffffff' })
    const page = { process: [255, 0, 0] as Rgb, spots: { White: 255 } }
    expect(await colorOf(page, { paper: '#202020', artwork })).to.deep.equal([255, 0, 0])
    expect(await colorOf({ spots: { White: 255 } }, { paper: '#202020', artwork })).to.deep.equal([
      255, 255, 255,
    ])
    expect(await colorOf({ process: [255, 0, 0] }, { paper: '#202020', artwork })).to.deep.equal([32, 0, 0])
  })

  it('hide what lies below a foil, half of it at half the tint', async () => {
    const artwork = inks({ 'Gold Foil': '#b08d2e' })
    const dark = { process: [0, 0, 0] as Rgb }
    expect(await colorOf({ ...dark, spots: { 'Gold Foil': 255 } }, { artwork })).to.deep.equal([176, 141, 46])
    expect(await colorOf({ ...dark, spots: { 'Gold Foil': 128 } }, { artwork })).to.deep.equal([88, 71, 23])
  })

  it('hint at cutting lines on any paper, and do not show notes to the printer', async () => {
    const artwork = inks({ CutContour: '#ff00ff', Dimensions: '#00ff00' })
    const light = await colorOf({ spots: { CutContour: 255 } }, { artwork })
    const dark = await colorOf({ spots: { CutContour: 255 } }, { paper: '#000000', artwork })
    expect(light[0]).to.be.within(150, 220)
    expect(dark[0]).to.be.within(40, 110)
    expect(new Set([...light.slice(1), light[0]]).size, 'gray').to.equal(1)
    expect(await colorOf({ spots: { Dimensions: 255 } }, { artwork })).to.deep.equal([255, 255, 255])
  })
})

describe('A mark', () => {
  const photo = { process: [100, 50, 200] as Rgb }

  it('knocks out the artwork and lies on the paper', async () => {
    const marks = [covering('Navy', '#102040')]
    expect(await colorOf(photo, { marks })).to.deep.equal([16, 32, 64])
    expect(await colorOf(photo, { paper: '#80ff80', marks })).to.deep.equal([8, 32, 32])
  })

  it('that overprints lies on the artwork', async () => {
    const marks = [covering('Navy', '#102040', { overprint: true })]
    expect(await colorOf(photo, { marks })).to.deep.equal([6, 6, 50])
    const foil = [covering('Gold Foil', '#b08d2e', { overprint: true, tint: 128 / 255 })]
    expect(await colorOf({ process: [0, 0, 0] }, { marks: foil })).to.deep.equal([88, 71, 23])
  })

  it('in white shows as white on dark paper, and overprinting is the ground of what is printed over it', async () => {
    expect(
      await colorOf({}, { paper: '#101010', marks: [covering('Opaque White', '#ffffff')] }),
    ).to.deep.equal([255, 255, 255])
    const under = [covering('White', '#ffffff', { overprint: true })]
    expect(await colorOf(photo, { paper: '#101010', marks: under })).to.deep.equal([100, 50, 200])
  })

  it('in a technical ink shows all the same', async () => {
    expect(await colorOf({}, { marks: [covering('Spot UV', '#00a0c0')] })).to.deep.equal([0, 160, 192])
  })

  it('has a tint', async () => {
    expect(await colorOf({}, { marks: [covering('Navy', '#000000', { tint: 0.5 })] })).to.deep.equal([
      127, 127, 127,
    ])
  })

  it('covers as much of a pixel as it covers, and nothing beyond', async () => {
    const half = await colorOf({}, { marks: [covering('Soot', '#000000')] }, '0 0 m 1.5 0 l 1.5 4 l 0 4 l h')
    expect(half[0]).to.be.within(125, 130)
    expect(
      await colorOf({}, { marks: [covering('Soot', '#000000')] }, '2 0 m 4 0 l 4 4 l 2 4 l h'),
    ).to.deep.equal([255, 255, 255])
  })

  it('leaves out what the nonzero rule leaves out', async () => {
    const ring = '0 0 m 4 0 l 4 4 l 0 4 l h 1 1 m 1 3 l 3 3 l 3 1 l h'
    expect(await colorOf({}, { marks: [covering('Soot', '#000000')] }, ring)).to.deep.equal([255, 255, 255])
  })
})

describe('A mark within the artwork', () => {
  /** A glass of 3/4 transparency over the slot; where the slot knocks out, the paper and the glass are left. */
  const slot: SlotPlates = {
    ...{ slot: 'in_place', inPlace: 0, leftPx: 1, topPx: 1, widthPx: 2, heightPx: 2 },
    shown: new Uint8Array(4).fill(191),
    throughProcess: new Uint8Array(12).fill(204),
    throughSpots: [{ name: 'Rose', coverage: new Uint8Array(4).fill(0) }],
  }
  const page: Page = { process: [102, 102, 102], spots: { Rose: 128 }, slots: [slot] }
  const artwork = inks({ Rose: '#ff4080' })
  const within = { slot: 'in_place', inPlace: 0 } as const

  it('is seen as far as the artwork over it lets it be seen', async () => {
    const marks = [covering('Soot', '#000000', within)]
    // The glass over the paper, and three quarters of black over that.
    expect(await colorOf(page, { artwork, marks })).to.deep.equal([51, 51, 51])
  })

  it('on a plate of the artwork adds to what that has there', async () => {
    const marks = [covering('Rose', '#ff4080', within)]
    const [red, green, blue] = await colorOf(page, { artwork, marks })
    expect([red, green, blue]).to.deep.equal([204, 90, 128])
  })

  it('overprinting leaves the artwork as it is', async () => {
    const marks = [covering('Soot', '#000000', { ...within, overprint: true })]
    const [blank] = await colorOf(page, { artwork })
    const [red] = await colorOf(page, { artwork, marks })
    expect(red).to.equal(Math.round(((blank ?? 0) * (255 - 191)) / 255))
  })

  it('of another place is as one above everything', async () => {
    const marks = [covering('Soot', '#404040', { slot: 'in_place', inPlace: 3 })]
    expect(await colorOf(page, { artwork, marks })).to.deep.equal([64, 64, 64])
  })
})

describe('A bound ink', () => {
  it('recolours the plate of the artwork, and marks of its name are on one plate with it', async () => {
    const artwork: ArtworkLook[] = [{ plate: 'Rose', printsOn: 'Moss', hex: '#40a040', kind: 'transparent' }]
    expect(await colorOf({ spots: { Rose: 255 } }, { artwork })).to.deep.equal([64, 160, 64])
    const marks = [covering('Moss', '#40a040', { overprint: true })]
    expect((await colorOf({ spots: { Rose: 255 } }, { artwork, marks }))[1]).to.be.at.most(160)
  })
})
