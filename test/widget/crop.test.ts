/** How an image stands in its frame, as numbers: covered, held, turned about the same point, and opened again as it was. */
import { expect } from 'chai'
import { mapBox } from '../../core/engine/geometry/matrix.ts'
import { placePicture } from '../../core/engine/layout/picture.ts'
import { ANCHORS, type Anchor, type Placement } from '../../core/engine/scene/scene.ts'
import {
  effectivePpi,
  type Framing,
  fineness,
  firstView,
  held,
  mostZoom,
  moved,
  partOf,
  placedOf,
  TURNS,
  turnedRight,
  turnedSize,
  type View,
  viewOf,
  zoomed,
} from '../../widget/editor/own/crop.ts'
import { imageRules } from '../../widget/editor/own/image-rules.ts'
import type { FieldWire } from '../../widget/editor/wire.ts'
import { seededChance } from '../support/run/seeded-chance.ts'

const MIDDLE = { x: 0.5, y: 0.5 }
const chance = seededChance(20_261)
const between = (least: number, most: number) => least + chance.fraction() * (most - least)

const framings = (count: number, fit: Framing['fit']): readonly Framing[] =>
  Array.from({ length: count }, () => ({
    image: { width: Math.round(between(60, 8000)), height: Math.round(between(60, 8000)) },
    frame: { width: between(20, 900), height: between(20, 900) },
    fit,
    shares: MIDDLE,
  }))

const WHOLE = { x: 0, y: 0, width: 1000, height: 1000 }

interface Place {
  readonly width: number
  readonly height: number
  readonly fit: Framing['fit']
  readonly anchor: Anchor
}

const fitOf = (fit: Framing['fit']) => (fit === 'contain' ? 'fit' : 'fill')

function fieldTaking({ width, height, fit, anchor }: Place): FieldWire {
  const frames = [{ width_pt: width, height_pt: height, fit: fitOf(fit), anchor }]
  return {
    upload: { source: 'upload', min_ppi: 150, warn_ppi: 225, kinds: [], max_bytes: 1, frames },
  } as never
}

function placementOf(frame: Framing['frame'], fit: Framing['fit'], anchor: Anchor): Placement {
  const box = [0, 0, frame.width, frame.height]
  return { page: 0, box, turn: 0, insetPt: 0, picture: { fit: fitOf(fit), anchor } } as never
}

/** As a customer leaves it after many steps. */
const wandered = (framing: Framing): View => {
  let view = firstView(framing)
  for (let steps = 0; steps < 12; steps += 1) {
    const kind = Math.floor(chance.fraction() * 3)
    if (kind === 0) view = moved(framing, view, between(-1, 1), between(-1, 1))
    if (kind === 1)
      view = zoomed(framing, view, between(0.5, 2), { x: between(-0.2, 1.2), y: between(-0.2, 1.2) })
    if (kind === 2) view = turnedRight(framing, view)
  }
  return view
}

describe('crop of an image', () => {
  it('always covers its frame, and keeps the shape of it', () => {
    for (const framing of framings(300, 'cover')) {
      const view = wandered(framing)
      const part = partOf(framing, view)
      expect(Math.min(part.x, part.y)).to.be.at.least(-1e-9)
      expect(Math.max(part.x + part.width, part.y + part.height)).to.be.at.most(1 + 1e-9)
      const { width, height } = turnedSize(framing.image, view.turn)
      const shape = (part.width * width) / (part.height * height)
      expect(shape / (framing.frame.width / framing.frame.height)).to.be.closeTo(1, 1e-9)
      const { crop } = placedOf(framing, view)
      for (const value of Object.values(crop)) expect(Number.isInteger(value)).to.equal(true)
      expect(crop.x + crop.width).to.be.at.most(1000)
      expect(crop.y + crop.height).to.be.at.most(1000)
      expect(Math.min(crop.x, crop.y, crop.width - 1, crop.height - 1)).to.be.at.least(0)
    }
  })

  it('shows paper beside the whole image where the field contains it, and never past its middle', () => {
    for (const framing of framings(300, 'contain')) {
      expect(placedOf(framing, firstView(framing)).crop).to.deep.equal({
        ...{ x: 0, y: 0, width: 1000, height: 1000 },
      })
      const part = partOf(framing, wandered(framing))
      for (const [from, length] of [
        [part.x, part.width],
        [part.y, part.height],
      ] as const)
        if (length >= 1) expect(from + length / 2).to.be.closeTo(0.5, 1e-9)
        else {
          expect(from).to.be.at.least(-1e-9)
          expect(from + length).to.be.at.most(1 + 1e-9)
        }
    }
  })

  it('opens again showing what is printed: the middle of the crop, or all of it', () => {
    for (const fit of ['cover', 'contain'] as const)
      for (const framing of framings(300, fit)) {
        const { crop, turn } = placedOf(framing, wandered(framing))
        const view = viewOf(framing, { crop, turn })
        expect(view.turn).to.equal(turn)
        const part = partOf(framing, view)
        for (const [from, length, least, whole] of [
          [part.x, part.width, crop.x, crop.width],
          [part.y, part.height, crop.y, crop.height],
        ] as const) {
          const [before, after] = [least / 1000 - from, from + length - (least + whole) / 1000]
          const inside = fit === 'cover' ? Math.max(before, after) : -Math.min(before, after)
          // Nothing that is not printed is shown, or nothing that is printed is left out.
          expect(inside).to.be.at.most(1e-9)
        }
      }
  })

  it('stands where the press prints it, for each anchor and turn', () => {
    for (const fit of ['cover', 'contain'] as const)
      for (const anchor of ANCHORS)
        for (const turn of TURNS)
          for (const { image, frame } of framings(6, fit)) {
            const [first] = imageRules(fieldTaking({ ...frame, fit, anchor }))!.frames
            const framing: Framing = { image, ...first }
            const view = viewOf(framing, { crop: WHOLE, turn })
            const placed = placePicture(placementOf(frame, fit, anchor), {
              ...{ widthPx: image.width, heightPx: image.height, view: { crop: null, turn } },
            })!
            const [left, bottom, right, top] = mapBox(placed.turned, placed.area)
            const [width, height] = [right - left, top - bottom]
            const part = partOf(framing, view)
            const said = `${fit} ${anchor} ${turn}`
            expect(part.x, said).to.be.closeTo(-left / width, 1e-6)
            expect(part.y, said).to.be.closeTo((top - frame.height) / height, 1e-6)
          }
  })

  it('keeps what is under the fingers there', () => {
    const framing: Framing = {
      image: { width: 4000, height: 3000 },
      frame: { width: 200, height: 100 },
      fit: 'cover',
      shares: MIDDLE,
    }
    const view = held(framing, { turn: 0, zoom: 2, x: 0.5, y: 0.5 })
    const under = (one: View) => {
      const part = partOf(framing, one)
      return [part.x + 0.3 * part.width, part.y + 0.6 * part.height]
    }
    const after = under(zoomed(framing, view, 1.5, { x: 0.3, y: 0.6 }))
    under(view).forEach((value, at) => {
      expect(after[at]).to.be.closeTo(value, 1e-9)
    })
    expect(zoomed(framing, view, 100).zoom).to.equal(mostZoom(framing, 0))
    expect(zoomed(framing, view, 0.001).zoom).to.equal(1)
  })

  it('comes back after four quarter turns, about the point in the middle', () => {
    const framing: Framing = {
      image: { width: 3000, height: 2000 },
      frame: { width: 150, height: 100 },
      fit: 'cover',
      shares: MIDDLE,
    }
    const view = held(framing, { turn: 0, zoom: 4, x: 0.4, y: 0.7 })
    const once = turnedRight(framing, view)
    expect([once.turn, once.x, once.y]).to.deep.equal([90, 1 - view.y, view.x])
    const four = [1, 2, 3].reduce((one) => turnedRight(framing, one), once)
    expect(four.turn).to.equal(0)
    expect(four.zoom).to.be.closeTo(view.zoom, 1e-9)
    expect([four.x, four.y]).to.deep.equal([view.x, view.y])
  })

  it('has the resolution of what is printed, the smaller of both directions', () => {
    const image = { width: 1500, height: 1000 }
    const frame = { width: 360, height: 240 }
    const framing: Framing = { image, frame, fit: 'cover', shares: MIDDLE }
    const whole = placedOf(framing, firstView(framing))
    expect(effectivePpi(framing, whole)).to.equal(300)
    expect(effectivePpi(framing, placedOf(framing, zoomed(framing, firstView(framing), 2)))).to.equal(150)
    const upright = placedOf(framing, turnedRight(framing, firstView(framing)))
    expect(effectivePpi(framing, upright)).to.be.closeTo((1000 / 360) * 72, 0.5)
    // Contained, the direction that it fills decides.
    const inside: Framing = { image, frame: { width: 360, height: 360 }, fit: 'contain', shares: MIDDLE }
    expect(effectivePpi(inside, placedOf(inside, firstView(inside)))).to.equal(300)
  })

  it('is good, soft or too small at the limits themselves', () => {
    const limits = { min: 150, warn: 225 }
    expect([149, 149.9, 149.96, 150, 224.9, 225].map((ppi) => fineness(ppi, limits))).to.deep.equal([
      'small',
      'small',
      'soft',
      'soft',
      'soft',
      'good',
    ])
  })
})
