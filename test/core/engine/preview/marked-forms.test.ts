/** What a form draws for its choices, in previews: the picture of a design is that of the press file it becomes. */

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect } from 'chai'
import { artworkLook, markLook } from '../../../../core/engine/preview/ink-look.ts'
import { openBody } from '../../../../core/engine/preview/open-body.ts'
import { drawPressPicture } from '../../../../core/engine/preview/press-picture.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { DRAWING_DATA } from '../../../../server/workers/drawing-data.ts'
import { type DrawnContent, draw, openPage } from '../../../support/engine/drawn-example.ts'
import { type CompiledSource, compileSource, renderOn } from '../../../support/engine/rendering.ts'
import { BUTTONS, markedForm } from '../../../support/pdf/marked-form.ts'
import { needs, plates, RIPS } from '../../../support/rips/oracles.ts'

const WIDTH = 600
/** A ground of two process inks, a patch of gold, and marks half on it and half on paper. */
const ARTWORK = '0.4 0 0.2 0 k 0 150 160 40 re f /Gold cs 0.7 scn 0 90 110 25 re f'
const PROBE = [{ index: 1, key: 'probe', name: 'Probe', hex: '#204060' }]
const KRAFT = { key: 'kraft', name: 'Kraft', hex: '#b98f5e' }

const chosen = ({ scene }: CompiledSource) => Object.fromEntries(scene.fields.map(({ id }) => [id, 'Yes']))

async function pixelsOf(png: Uint8Array) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}

/**
 * The largest difference of a channel and how many pixels differ by more than a shade. In an ink of the order: Black shows
 * in previews as its hex, and pdf.js has another black.
 */
async function compared(compiled: CompiledSource, content: DrawnContent) {
  const values = chosen(compiled)
  const open = await openPage(compiled, WIDTH)
  const mine = await pixelsOf(await draw(open, { ...content, values }))
  const { widthPx, heightPx } = open.plates
  const { pdf } = renderOn(compiled, values, content.colors === undefined ? {} : { colors: content.colors })
  const looks = {
    ...Object.fromEntries(compiled.plan.inks.map(({ name, hex }) => [name, artworkLook(name, hex)])),
    ...Object.fromEntries((content.colors ?? []).map(({ name, hex }) => [name, markLook(name, hex)])),
  }
  const paper = content.substrate?.hex ?? '#ffffff'
  const picture = {
    body: openBody(pdf),
    page: 0,
    size: { widthPx, heightPx },
    looks,
    paper,
    plates: null,
    gray: false,
  }
  const press = await drawPressPicture(picture, DRAWING_DATA)
  let [most, many, painted] = [0, 0, 0]
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    const off = Math.max(...[0, 1, 2].map((at) => Math.abs(mine[pixel * 4 + at]! - press[pixel * 3 + at]!)))
    most = Math.max(most, off)
    if (off > 3) many += 1
    if (mine[pixel * 4]! < 128) painted += 1
  }
  expect(painted).to.be.above(1000)
  return { most, many }
}

describe('Marks that a form draws, in previews', () => {
  const open = (change: (field: SceneField) => SceneField = (field) => field) =>
    compileSource(markedForm(BUTTONS, { content: ARTWORK })).then((compiled) => ({
      ...compiled,
      scene: { ...compiled.scene, fields: compiled.scene.fields.map(change) },
    }))

  const STATES: Readonly<Record<string, DrawnContent>> = {
    'in an ink of the order': { colors: PROBE },
    'on kraft paper': { colors: PROBE, substrate: KRAFT },
  }
  for (const [state, content] of Object.entries(STATES))
    it(`look as they print, ${state}`, async () => {
      const { most, many } = await compared(await open(), content)
      // Soft edges are mixed in another order; whole areas are the same.
      expect(most).to.be.at.most(40)
      expect(many).to.be.at.most(250)
    })

  it('look as they print below the artwork and overprinting it', async () => {
    const below = await compared(await open((field) => ({ ...field, slot: 'below' })), { colors: PROBE })
    expect(below.many).to.be.at.most(250)
    const over = await compared(await open((field) => ({ ...field, overprint: true })), { colors: PROBE })
    expect(over.many).to.be.at.most(250)
  })

  it('follow their places', async () => {
    const moved = await open((field) => ({
      ...field,
      placements: field.placements.map((placement) => ({
        ...placement,
        box: placement.box.map(
          (edge, at) => edge * 0.8 + (at % 2 === 0 ? 7.3 : 3.1),
        ) as unknown as typeof placement.box,
        turn: 270 as const,
      })),
    }))
    expect((await compared(moved, { colors: PROBE })).many).to.be.at.most(400)
  })

  for (const rip of RIPS)
    it(`have their ink where ${rip} has it`, async function () {
      needs(this, rip)
      const compiled = await compileSource(markedForm(BUTTONS.filter(({ name }) => name !== 'helvetica')))
      const values = chosen(compiled)
      const [page] = compiled.scene.pages
      const widthPx = Math.round((page!.widthPt / 72) * 216)
      const shown = await pixelsOf(
        await draw(await openPage(compiled, widthPx), { values, colors: PROBE, assignments: {} }),
      )
      const plate = plates(renderOn(compiled, values, { colors: PROBE }).pdf, {
        dpi: 216,
        rip,
        only: 'Probe',
      }).get('Probe')
      expect(plate?.width).to.equal(widthPx)
      for (const field of compiled.scene.fields) {
        const { box, appearance } = field.placements[0]!
        if (appearance?.oneColor !== true) continue
        const sums = { mine: 0, theirs: 0 }
        for (let y = Math.round((page!.heightPt - box[3]) * 3); y < (page!.heightPt - box[1]) * 3; y += 1)
          for (let x = Math.round(box[0] * 3); x < box[2] * 3; x += 1) {
            // The ink's red channel falls by 223 from paper to solid.
            sums.mine += (255 - shown[(y * widthPx + x) * 4]!) / (255 - 0x20)
            sums.theirs += plate!.ink[y * widthPx + x]! / 255
          }
        expect(sums.mine / sums.theirs, field.label).to.be.within(0.95, 1.05)
      }
    })
})
