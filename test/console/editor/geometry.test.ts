/** The editor's geometry: fields on turned and scaled pages, resized, turned, snapped, aligned, and in printers' units. */
import { expect } from 'chai'
import fc from 'fast-check'
import { aligned, distributed } from '../../../widget/console/editor/arrange.ts'
import {
  angleOf,
  boundsOf,
  isUpright,
  movedBy,
  placedOf,
  placeOf,
  seenBox,
  sizeOf,
} from '../../../widget/console/editor/placed.ts'
import {
  boxBetween,
  draggedAngle,
  HANDLES,
  keptInside,
  resized,
  sized,
  snappedAngle,
  turnedBy,
  turnedTo,
} from '../../../widget/console/editor/reshape.ts'
import type { PageWire, QuarterTurn } from '../../../widget/console/editor/scene-wire.ts'
import { safeZone, snapMove, snapPoint, snapTable } from '../../../widget/console/editor/snap.ts'

function page(rotate: QuarterTurn = 0, user_unit = 1): PageWire {
  const box = [10, 20, 310, 220] as const
  const [width, height] = rotate % 180 === 0 ? [300, 200] : [200, 300]
  const boxes = { media_box: [0, 0, 330, 240] as const, crop_box: box, bleed_box: box, trim_box: box }
  const size = { width_pt: width * user_unit, height_pt: height * user_unit }
  return { index: 0, ...boxes, trim_stated: true, rotate, user_unit, ...size }
}
const FIELD = { box: [30, 60, 130, 80], turn: 0, frame: null } as const
const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const TURNS: readonly QuarterTurn[] = [0, 90, 180, 270]
const near = (one: number, other: number) => expect(one).to.be.closeTo(other, 0.002)

describe('Fields on the page as it is seen', () => {
  it('stand where the page shows them, upright or turned, in real points', () => {
    expect(boundsOf(placedOf(FIELD, page()))).to.deep.equal(rect(20, 140, 120, 160))
    // Turned clockwise by 90 degrees the page's left edge is its upper one.
    expect(boundsOf(placedOf(FIELD, page(90)))).to.deep.equal(rect(40, 20, 60, 120))
    expect(boundsOf(placedOf(FIELD, page(180)))).to.deep.equal(rect(180, 40, 280, 60))
    expect(boundsOf(placedOf(FIELD, page(270)))).to.deep.equal(rect(140, 180, 160, 280))
    expect(boundsOf(placedOf(FIELD, page(0, 2)))).to.deep.equal(rect(40, 280, 240, 320))
    expect(sizeOf(placedOf(FIELD, page(0, 2)))).to.deep.equal({ width: 200, height: 40 })
    expect(TURNS.map((turn) => angleOf(placedOf(FIELD, page(turn))))).to.deep.equal([0, -90, 180, 90])
    expect(seenBox(page(90), [10, 20, 60, 220])).to.deep.equal(rect(0, 0, 200, 50))
  })

  it('come back exactly as the scene had them, on every page and at every turn', () => {
    for (const rotate of TURNS)
      for (const turn of TURNS)
        for (const unit of [1, 2.5]) {
          const place = { ...FIELD, turn }
          expect(placeOf(placedOf(place, page(rotate, unit)), page(rotate, unit))).to.deep.equal(place)
        }
    const slanted = { matrix: [1, 0, 0.3, 1, 40, 50] as const, width_pt: 100, height_pt: 20 }
    const place = { box: [40, 50, 146, 70] as const, turn: 0 as const, frame: slanted }
    expect(placeOf(placedOf(place, page()), page())).to.deep.equal(place)
  })

  it('turned freely are written as a frame with the box around it, which the service accepts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TURNS),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        (rotate, degrees, unit) => {
          const ground = page(rotate, unit)
          const turned = turnedBy(placedOf(FIELD, ground), degrees)
          const { box, frame } = placeOf(turned, ground)
          if (frame == null) return
          const [a, b, c, d, e, f] = frame.matrix
          const { width_pt: w, height_pt: h } = frame
          const xs = [e, a * w + e, c * h + e, a * w + c * h + e]
          const ys = [f, b * w + f, d * h + f, b * w + d * h + f]
          const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
          for (const [at, side] of bounds.entries()) expect(side).to.be.closeTo(box[at] ?? Number.NaN, 0.05)
        },
      ),
    )
  })

  it('turned by quarters stay boxes, and are exact again after four of them', () => {
    const before = placedOf(FIELD, page())
    const once = turnedBy(before, 90)
    expect(placeOf(once, page())).to.deep.equal({ box: [70, 20, 90, 120], turn: 90, frame: null })
    expect(angleOf(once)).to.equal(90)
    expect(isUpright(once)).to.equal(true)
    expect(isUpright(turnedBy(before, 30))).to.equal(false)
    const around = [90, 90, 90, 90].reduce(turnedBy, before)
    expect(placeOf(around, page())).to.deep.equal(FIELD)
    near(angleOf(turnedTo(turnedBy(before, 33), -12)), -12)
  })
})

describe('Resizing', () => {
  const before = placedOf(FIELD, page())
  it('moves the side that is pulled and leaves the others', () => {
    expect(boundsOf(resized(before, 'se', { x: 10, y: 5 }))).to.deep.equal(rect(20, 140, 130, 165))
    expect(boundsOf(resized(before, 'nw', { x: 10, y: 5 }))).to.deep.equal(rect(30, 145, 120, 160))
    expect(boundsOf(resized(before, 'n', { x: 99, y: -5 }))).to.deep.equal(rect(20, 135, 120, 160))
    expect(boundsOf(resized(before, 'e', { x: 10, y: 9 }, { fromMiddle: true }))).to.deep.equal(
      rect(10, 140, 130, 160),
    )
    expect(boundsOf(resized(before, 'se', { x: 100, y: 0 }, { proportional: true }))).to.deep.equal(
      rect(20, 140, 220, 180),
    )
  })

  it('never turns a field inside out', () => {
    for (const handle of HANDLES) {
      const { width, height } = sizeOf(resized(before, handle, { x: 500, y: 500 }))
      expect(width).to.be.at.least(2)
      expect(height).to.be.at.least(2)
    }
  })

  it('pulls a turned field along its own sides', () => {
    const turned = turnedBy(before, 90)
    // Its right end points upwards.
    const longer = resized(turned, 'e', { x: 0, y: -10 })
    near(sizeOf(longer).width, 110)
    near(boundsOf(longer).bottom, boundsOf(turned).bottom)
    near(sizeOf(sized(turnedBy(before, 30), { width: 50 })).width, 50)
  })

  it('draws a field from any corner to any other, on a page with a user unit too', () => {
    const place = placeOf(boxBetween({ x: 120, y: 160 }, { x: 20, y: 140 }, 1), page())
    expect(place).to.deep.equal(FIELD)
    expect(placeOf(boxBetween({ x: 40, y: 280 }, { x: 240, y: 320 }, 2), page(0, 2))).to.deep.equal(FIELD)
  })

  it('keeps fields on the sheet, for the service takes no other', () => {
    const area = rect(0, 0, 300, 200)
    expect(boundsOf(keptInside(movedBy(before, -50, 100), area))).to.deep.equal(rect(0, 180, 100, 200))
    expect(keptInside(before, area)).to.equal(before)
    expect(boundsOf(keptInside(sized(movedBy(before, 5, 0), { width: 400 }), area)).left).to.equal(0)
  })
})

describe('Turning by hand', () => {
  it('gives whole degrees, steps of 15 with Shift, and finds the quarters by itself', () => {
    expect([12.4, 88.4, -91.7, 179.2, 50].map((angle) => snappedAngle(angle, false))).to.deep.equal([
      12, 90, -90, 180, 50,
    ])
    expect([50, 97, -180, 345].map((angle) => snappedAngle(angle, true))).to.deep.equal([45, 90, 180, -15])
  })

  it('follows the pointer around the middle', () => {
    const placed = placedOf(FIELD, page())
    // From above the middle to its left: a quarter counterclockwise.
    near(draggedAngle(placed, { x: 70, y: 100 }, { x: 20, y: 150 }), 90)
  })
})

describe('Snapping', () => {
  const trim = rect(10, 10, 110, 60)
  const ground = { trim, bleed: rect(2, 2, 118, 68), safe: safeZone(trim, 5), fields: [], artwork: [] }
  const table = snapTable(ground)

  it('draws the nearest edge or middle to the nearest line within reach', () => {
    const snapped = snapMove(rect(12, 30, 52, 40), table, 3)
    expect([snapped.x, snapped.y]).to.deep.equal([-2, 0])
    expect([snapped.lineX?.kind, snapped.lineY?.kind]).to.deep.equal(['trim', 'centre'])
    near(snapMove(rect(14.4, 13.9, 30, 20), table, 2).x, 0.6)
    const none = snapMove(rect(24, 20, 44, 26), table, 3)
    expect([none.x, none.y, none.lineX, none.lineY]).to.deep.equal([0, 0, null, null])
    const centred = snapMove(rect(41, 33, 77, 41), table, 3)
    expect([centred.x, centred.lineX?.kind]).to.deep.equal([1, 'centre'])
  })

  it('knows other fields and what the artwork paints, the trim first', () => {
    const table = snapTable({ ...ground, fields: [rect(10, 80, 40, 90)], artwork: [rect(70, 0, 74, 9)] })
    expect(snapMove(rect(26.5, 0, 90, 7), table, 2).lineX?.kind).to.equal('field')
    expect(snapMove(rect(71, 30, 95, 31), table, 1.5).lineX?.kind).to.equal('artwork')
    expect(snapMove(rect(11, 20, 99, 22), table, 2).lineX?.kind).to.equal('trim')
    expect(snapPoint({ x: 39, y: null }, table, 2)).to.deep.include({ x: 1, y: 0, lineY: null })
  })

  it('finds what a look at every line finds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ left: fc.integer({ min: 0, max: 300 }), width: fc.integer({ min: 1, max: 60 }) }),
          {
            maxLength: 60,
          },
        ),
        fc.double({ min: 0, max: 300, noNaN: true }),
        fc.double({ min: 1, max: 80, noNaN: true }),
        (others, left, width) => {
          const fields = others.map((one) => rect(one.left, 0, one.left + one.width, 10))
          const table = snapTable({ ...ground, fields })
          const places = [left, left + width / 2, left + width]
          const distances = table.x.flatMap(({ at }) => places.map((place) => Math.abs(at - place)))
          const least = Math.min(...distances)
          const { x, lineX } = snapMove(rect(left, 0, left + width, 10), table, 4)
          if (least > 4) expect(lineX).to.equal(null)
          else expect(Math.abs(x)).to.be.closeTo(least, 1e-6)
        },
      ),
    )
  })

  it('is drawn to a guide before what stands there', () => {
    const table = snapTable({
      ...{ trim, bleed: trim, safe: null, fields: [], artwork: [] },
      guides: [{ axis: 'x', at: trim.left }],
    })
    expect(snapMove(rect(trim.left + 2, 5, trim.left + 8, 9), table, 3).lineX?.kind).to.equal('guide')
  })

  it('has no safe zone where the trim is too small for one', () => {
    expect(safeZone(rect(0, 0, 10, 100), 5)).to.equal(null)
    expect(safeZone(trim, 0)).to.equal(null)
  })
})

describe('Aligning', () => {
  const rects = [rect(0, 0, 10, 10), rect(20, 5, 50, 15), rect(90, 30, 100, 60)]
  it('moves all to one edge or middle, of themselves or of the page', () => {
    expect(aligned(rects, 'left').map(({ x }) => x)).to.deep.equal([0, -20, -90])
    expect(aligned(rects, 'right').map(({ x }) => x)).to.deep.equal([90, 50, 0])
    expect(aligned(rects, 'middle').map(({ y }) => y)).to.deep.equal([25, 20, -15])
    expect(aligned(rects.slice(0, 1), 'centre', rect(0, 0, 200, 100))).to.deep.equal([{ x: 95, y: 0 }])
    expect(aligned([], 'top')).to.deep.equal([])
  })

  it('makes the gaps between neighbours equal, whatever their order', () => {
    const shuffled = [rects[2], rects[0], rects[1]].flatMap((one) => one ?? [])
    expect(distributed(shuffled, 'across')).to.deep.equal([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: 15, y: 0 },
    ])
    expect(distributed(rects.slice(0, 2), 'down').every(({ x, y }) => x === 0 && y === 0)).to.equal(true)
  })

  it('makes the gaps over an area equal to those at its edges', () => {
    const area = rect(0, 0, 100, 50)
    const pair = [rect(60, 0, 80, 10), rect(10, 0, 20, 10)]
    expect(distributed(pair, 'across', area).map(({ x }) => Math.round(x * 100) / 100)).to.deep.equal([
      -3.33, 13.33,
    ])
    expect(distributed(pair.slice(0, 1), 'down', area)).to.deep.equal([{ x: 0, y: 20 }])
  })
})
