/** Labels of fields on the page: over no other field, over no other label, and on artwork only where nothing else is left. */
import { expect } from 'chai'
import fc from 'fast-check'
import { overlaps, type Rect } from '../../../widget/console/editor/affine.ts'
import {
  LABEL_HEIGHT,
  type LabelPlace,
  labelPlaces,
} from '../../../widget/console/editor/canvas/label-places.ts'

const rect = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
})
const spot = (key: string, bounds: Rect, selected = false) => ({ key, label: key, bounds, selected })
const rectOf = ({ left, top, width }: LabelPlace) => rect(left, top, left + width, top + LABEL_HEIGHT)

describe('Labels on the page', () => {
  it('stand above their fields, and below where another field is above', () => {
    const places = labelPlaces(
      [spot('upper', rect(20, 40, 120, 60)), spot('lower', rect(20, 62, 120, 82))],
      [],
    )
    expect(places.map(({ key, top }) => [key, top < 40, top > 82])).to.deep.equal([
      ['upper', true, false],
      ['lower', false, true],
    ])
  })

  it('leave the artwork to be read where they can', () => {
    const above = rect(20, 20, 80, 39)
    const [beside] = labelPlaces([spot('name', rect(20, 40, 220, 60))], [above])
    expect(beside === undefined || overlaps(rectOf(beside), above)).to.equal(false)
    const everywhere = [rect(0, 0, 400, 400)]
    expect(labelPlaces([spot('name', rect(20, 40, 220, 60))], everywhere)).to.have.length(1)
  })

  it('never lie over another field or label, however fields stand; that of the one selected field is never missing', () => {
    const side = fc.integer({ min: 0, max: 300 })
    const length = fc.integer({ min: 4, max: 120 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(side, side, length, length), { minLength: 1, maxLength: 25 }),
        fc.nat(24),
        (boxes, chosen) => {
          const spots = boxes.map(([x, y, w, h], at) =>
            spot(`f${at}`, rect(x, y, x + w, y + h), at === chosen % boxes.length),
          )
          const places = labelPlaces(spots, [])
          const selected = places.filter((place) => place.selected)
          const resting = places.filter((place) => !place.selected)
          return (
            selected.length === 1 &&
            resting.every(
              (one) =>
                spots.every(({ key, bounds }) => key === one.key || !overlaps(rectOf(one), bounds)) &&
                places.every((other) => other === one || !overlaps(rectOf(one), rectOf(other))),
            )
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
