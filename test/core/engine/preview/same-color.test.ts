/** The same ink has one colour: in fields, in the artwork beside them, and in the picture of the print file. */

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import { shownHex } from '../../../../core/engine/ink/process-inks.ts'
import { mixFault, mixHex } from '../../../../core/engine/ink/process-mix.ts'
import { type Cmyk, screenHexOfCmyk } from '../../../../core/engine/pdf/space/screen-cmyk.ts'
import { screenHexOfLab } from '../../../../core/engine/pdf/space/screen-lab.ts'
import { artworkLook, markLook } from '../../../../core/engine/preview/ink-look.ts'
import { openBody } from '../../../../core/engine/preview/open-body.ts'
import { drawPressPicture } from '../../../../core/engine/preview/press-picture.ts'
import { DRAWING_DATA } from '../../../../server/workers/drawing-data.ts'
import { draw, openPage } from '../../../support/engine/drawn-example.ts'
import { compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { testField, testPage, testPlacement, testStyle } from '../../../support/engine/scene.ts'
import { artworkPdf } from '../../../support/pdf/page-artwork.ts'

type Pixels = (x: number, y: number) => readonly [number, number, number]

/** Points of a page of 200 by 200; 4 px each. */
const SCALE = 4
const SIDE = 16
/** Within one shade of 256: what rounding takes. */
const ROUNDING = 1
/** One blue by name and by its inks. */
const BLUE: Cmyk = [1, 0.75, 0, 0.1]
const TINT = (solid: Cmyk) => ({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [...solid], N: 1 })
const separation = (name: string, solid: Cmyk) => ['Separation', name, 'DeviceCMYK', TINT(solid)]

const MIXES: readonly Cmyk[] = [
  ...([1, 0.6, 0.25] as const).flatMap((tint): Cmyk[] => [
    [tint, 0, 0, 0],
    [0, tint, 0, 0],
    [0, 0, tint, 0],
    [0, 0, 0, tint],
  ]),
  BLUE,
  [0.3, 0.3, 0.3, 1],
  [0, 0.9, 0.8, 0.05],
  [0.5, 0, 1, 0.4],
  [1, 1, 1, 1],
]

/** Patches in rows of ten from the upper left corner. */
const place = (at: number) => [2 + (at % 10) * 19, 180 - Math.floor(at / 10) * 19] as const
const patch = (color: string, at: number) => `${color} ${place(at).join(' ')} ${SIDE} ${SIDE} re f`
const middle = (pixels: Pixels, at: number) => {
  const [x, y] = place(at)
  return pixels((x + SIDE / 2) * SCALE, (200 - y - SIDE / 2) * SCALE)
}

const off = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - other[at]!)))
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

async function pngPixels(png: Uint8Array): Promise<Pixels> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return (x, y) => {
    const at = (Math.round(y) * image.width + Math.round(x)) * 4
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  }
}

/** The picture of the design, and that of the print file which it becomes. */
async function bothPictures(
  content: string,
  resources: Parameters<typeof artworkPdf>[0] extends (...all: never) => readonly (infer P)[] ? P : never,
  change: Parameters<typeof fieldsOf>[0] = [],
  paper = '#ffffff',
) {
  const source = await artworkPdf(() => [{ ...resources, content }])
  const compiled = await compileSource(source)
  const { fields, colors, assignments } = fieldsOf(change)
  const own = { ...compiled, scene: { ...compiled.scene, pages: [testPage([0, 0, 200, 200])], fields } }
  const open = await openPage(own, 200 * SCALE)
  const substrate = { key: 'paper', name: 'Paper', hex: paper }
  const choice = colors.length === 0 ? {} : { colors, assignments }
  const preview = await pngPixels(await draw(open, { ...choice, substrate }))
  const { pdf } = renderOn(own, {}, choice)
  const looks = Object.fromEntries([
    ...colors.map(({ name, hex }) => [name, markLook(name, hex)] as const),
    ...compiled.plan.inks.map(({ name, hex }) => [name, artworkLook(name, hex)] as const),
  ])
  const size = { widthPx: open.plates.widthPx, heightPx: open.plates.heightPx }
  const picture = { body: openBody(pdf), page: 0, size, looks, paper, plates: null, gray: false }
  const drawn = await drawPressPicture(picture, DRAWING_DATA)
  const press: Pixels = (x, y) => {
    const at = (Math.round(y) * size.widthPx + Math.round(x)) * 3
    return [drawn[at]!, drawn[at + 1]!, drawn[at + 2]!]
  }
  return { preview, press, compiled }
}

interface Patched {
  readonly ink: string
  readonly hex: string
  readonly tint?: number
  readonly overprint?: boolean
  /** Which place it has. */
  readonly at: number
}

/** Fields that print a thick dash in the middle of their places. */
function fieldsOf(patches: readonly Patched[]) {
  const inks = new Map(patches.map(({ ink, hex }) => [ink, hex]))
  const colors = [...inks].map(([name, hex], index) => ({ index: index + 1, key: `ink-${index}`, name, hex }))
  const fields = patches.map(({ tint = 1, overprint = false, at }, number) => {
    const [x, y] = place(at)
    const style = testStyle({ sizePt: 30, align: 'center', minSizePt: 4 })
    const placement = testPlacement({ box: [x - 9, y, x + SIDE + 9, y + SIDE], insetPt: 0, style })
    return testField(`fld_${number}`, { defaultValue: '—', tint, overprint, placements: [placement] })
  })
  const assignments = Object.fromEntries(
    patches.map(({ ink }, number) => [`fld_${number}`, [...inks.keys()].indexOf(ink) + 1]),
  )
  return { fields, colors, assignments }
}

/** Where a field's dash is: the row of its place that is farthest from the paper. */
function dash(pixels: Pixels, at: number, ground: readonly number[]) {
  const [x, y] = place(at)
  const column = (x + SIDE / 2) * SCALE
  const rows = Array.from({ length: SIDE * SCALE }, (_, row) => (200 - y - SIDE) * SCALE + row)
  const found = rows.filter((row) => off(pixels(column, row), ground) > 8)
  return [column, found[Math.floor(found.length / 2)]!] as const
}

describe('The colour of an ink on the screen', () => {
  it('is of CMYK what pdf.js draws', async () => {
    const content = MIXES.map((inks, at) => patch(`${inks.join(' ')} k`, at)).join('\n')
    const { preview, press } = await bothPictures(content, { content: '' })
    for (const [at, inks] of MIXES.entries()) {
      expect(off(middle(preview, at), rgb(screenHexOfCmyk(inks))), inks.join()).to.be.most(ROUNDING)
      expect(off(middle(press, at), middle(preview, at)), inks.join()).to.be.most(ROUNDING)
    }
  })

  it('is one of black, whatever space of the artwork names it', async () => {
    const gray = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 }
    const source = artworkPdf((context) => {
      const image = context.register(
        context.stream(Uint8Array.of(102), { ...gray, ColorSpace: 'DeviceGray' }),
      )
      const shading = {
        ShadingType: 2,
        ColorSpace: 'DeviceGray',
        Coords: [0, 0, 0, 200],
        Extend: [true, true],
        Function: { FunctionType: 2, Domain: [0, 1], C0: [0.4], C1: [0.4], N: 1 },
      }
      const table = ['Indexed', 'DeviceGray', 1, context.register(context.stream(Uint8Array.of(255, 102)))]
      const table2 = context.obj(table as never)
      return [
        {
          content: [
            patch('0 0 0 0.6 k', 0),
            patch('0.4 g', 1),
            patch('/Black cs 0.6 scn', 2),
            `q ${SIDE} 0 0 ${SIDE} ${place(3).join(' ')} cm /Picture Do Q`,
            `q ${place(4).join(' ')} ${SIDE} ${SIDE} re W n /Ramp sh Q`,
            patch('/Table cs 1 scn', 5),
            patch('/Four cs 0 0 0 0.6 scn', 6),
          ].join('\n'),
          resources: {
            ColorSpace: {
              Black: separation('Black', [0, 0, 0, 1]),
              Table: context.register(table2),
              Four: [
                'DeviceN',
                ['Cyan', 'Magenta', 'Yellow', 'Black'],
                'DeviceRGB',
                context.register(
                  context.stream('{pop pop pop pop 1 0 0}', {
                    FunctionType: 4,
                    Domain: [0, 1, 0, 1, 0, 1, 0, 1],
                    Range: [0, 1, 0, 1, 0, 1],
                  }),
                ),
              ],
            },
            XObject: { Picture: image },
            Shading: { Ramp: shading },
          } as never,
        },
      ]
    })
    const compiled = await compileSource(await source)
    const picture = await pngPixels(await draw(await openPage(compiled, 200 * SCALE), {}))
    const colors = Array.from({ length: 7 }, (_, at) => middle(picture, at))
    for (const [at, color] of colors.entries())
      expect(off(color, rgb(screenHexOfCmyk([0, 0, 0, 0.6]))), `patch ${at}: ${color}`).to.be.most(ROUNDING)
  })

  it('is of a spot ink that of the same inks beside it', async () => {
    const content = [patch(`${BLUE.join(' ')} k`, 0), patch('/Blue cs 1 scn', 1)].join('\n')
    const resources = {
      content,
      resources: { ColorSpace: { Blue: separation('Brand Blue', BLUE) } as never },
    }
    const { preview, press, compiled } = await bothPictures(content, resources)
    expect(compiled.plan.inks.map(({ hex }) => hex)).to.deep.equal([screenHexOfCmyk(BLUE)])
    for (const pixels of [preview, press])
      expect(off(middle(pixels, 0), middle(pixels, 1))).to.be.most(ROUNDING)
  })

  const INKS = { Cyan: '#00ffff', Magenta: '#ff00ff', Yellow: '#ffff00', Black: '#000000', Moss: '#4f6f3a' }
  const SOLID: Readonly<Record<string, Cmyk>> = {
    Cyan: [1, 0, 0, 0],
    Magenta: [0, 1, 0, 0],
    Yellow: [0, 0, 1, 0],
    Black: [0, 0, 0, 1],
  }

  for (const paper of ['#ffffff', '#b98f5e'])
    it(`is in fields on ${paper} that of the print file, and of the artwork beside them`, async () => {
      const patches = Object.entries(INKS).flatMap(([ink, hex], row) =>
        [1, 0.5, 0.2].map((tint, column): Patched => ({ ink, hex, tint, at: row * 20 + column * 3 + 1 })),
      )
      const beside = patches.flatMap(({ ink, tint = 1, at }) => {
        const solid = SOLID[ink]
        return solid === undefined ? [] : [patch(`${solid.map((part) => part * tint).join(' ')} k`, at + 10)]
      })
      const { preview, press } = await bothPictures(beside.join('\n'), { content: '' }, patches, paper)
      for (const { ink, tint = 1, at } of patches) {
        const [x, y] = dash(preview, at, rgb(paper))
        const shown = preview(x, y)
        expect(off(shown, press(x, y)), `${ink} ${tint}: ${shown}, ${press(x, y)}`).to.be.most(ROUNDING)
        if (SOLID[ink] !== undefined)
          expect(off(shown, middle(preview, at + 10)), `${ink} ${tint} beside`).to.be.most(ROUNDING)
      }
    })

  it('is the same where a field overprints the artwork', async () => {
    const grounds = ['0.7 0 0.1 0 k', '0 0.2 0.9 0.3 k', '/Blue cs 0.8 scn', '0 0 0 0.2 k']
    const patches = grounds.flatMap((_, at): Patched[] => [
      { ink: 'Black', hex: '#000000', at: at * 20 + 1, overprint: true },
      { ink: 'Magenta', hex: '#ff00ff', at: at * 20 + 4, tint: 0.7, overprint: true },
      { ink: 'Moss', hex: '#4f6f3a', at: at * 20 + 7, overprint: true },
    ])
    const content = patches.map(({ at }) => patch(grounds[Math.floor(at / 20)]!, at)).join('\n')
    const resources = {
      content,
      resources: { ColorSpace: { Blue: separation('Brand Blue', BLUE) } as never },
    }
    const { preview, press } = await bothPictures(content, resources, patches)
    for (const { ink, at } of patches) {
      const [x, y] = dash(preview, at, preview(place(at)[0] * SCALE + 2, (200 - place(at)[1]) * SCALE - 2))
      const label = `${ink} over ${grounds[Math.floor(at / 20)]}: ${preview(x, y)}, ${press(x, y)}`
      expect(off(preview(x, y), press(x, y)), label).to.be.most(ROUNDING)
    }
  })

  it('is of a process ink by its name, whatever colour a palette gives it', () => {
    expect(shownHex('Black', '#ff0000', [])).to.equal(screenHexOfCmyk([0, 0, 0, 1]))
    expect(shownHex('Gold', '#ff0000', [{ name: 'Gold', hex: '#aa8844' }])).to.equal('#aa8844')
    expect(shownHex('Gold', '#ff0000', [])).to.equal('#ff0000')
  })

  it('is of a spot ink its Lab where that is known, in fields, artwork and press images', async () => {
    const lab = [45, 60, 30]
    const wanted = rgb(screenHexOfLab(lab))
    const spot = { ...BLUE_SPOT, lab }
    const source = await artworkPdf(() => [
      {
        resources: { ColorSpace: { Spot: separation(spot.name, BLUE) } as never },
        content: patch('/Spot cs 1 scn', 0),
      },
    ])
    const compiled = await compileSource(source)
    const { fields } = fieldsOf([{ ink: spot.name, hex: spot.hex, at: 12 }])
    const own = { ...compiled, scene: { ...compiled.scene, pages: [testPage([0, 0, 200, 200])], fields } }
    const open = await openPage(own, 200 * SCALE)
    const preview = await pngPixels(await draw(open, { colors: [spot] }))
    expect(off(middle(preview, 0), wanted)).to.be.most(ROUNDING)
    expect(off(preview(...dash(preview, 12, [255, 255, 255])), wanted)).to.be.most(ROUNDING)
    expect(mixHex({ lab })).to.equal(screenHexOfLab(lab))
    expect(mixHex({})).to.equal(null)
    for (const [ink, member] of [
      [{ lab: [1, 2] }, 'lab'],
      [{ lab: [101, 0, 0] }, 'lab'],
      [{ lab, gray: 50 }, 'lab'],
    ] as const)
      expect(mixFault({ name: 'Spot', ...ink }, true)?.member).to.equal(member)
    expect(mixFault({ name: 'Spot', lab }, false)).to.equal(null)
  })
})

const BLUE_SPOT = { index: 1, key: 'spot', name: 'House red', hex: '#0000ff' }
