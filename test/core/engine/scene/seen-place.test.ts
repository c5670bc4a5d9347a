/** Where fields stand on the page as it is seen, whatever its boxes and its turn. */
import { expect } from 'chai'
import { seenPlace } from '../../../../core/engine/scene/seen-place.ts'
import { testPage, testPlacement } from '../../../support/engine/scene.ts'

/** A field in the upper left of a page that is 200 wide and 100 high, seen through a crop box away from the origin. */
const placement = testPlacement({ box: [110, 170, 160, 190] })
const cropBox = [100, 100, 300, 200] as const

describe('The place of a field as it is seen', () => {
  const turns = [
    [0, { left: 0.05, top: 0.1, width: 0.25, height: 0.2 }],
    [90, { left: 0.7, top: 0.05, width: 0.2, height: 0.25 }],
    [180, { left: 0.7, top: 0.7, width: 0.25, height: 0.2 }],
    [270, { left: 0.1, top: 0.7, width: 0.2, height: 0.25 }],
  ] as const
  for (const [rotate, expected] of turns)
    it(`turns with a page of /Rotate ${rotate}`, () => {
      const place = seenPlace(placement, [testPage([0, 0, 400, 400], { cropBox, rotate })])
      expect(place?.page).to.equal(0)
      for (const [name, value] of Object.entries(expected))
        expect(place?.[name as keyof typeof expected], name).to.be.closeTo(value, 1e-9)
    })

  it('is cut off at the page, and is none outside of it', () => {
    const page = testPage([0, 0, 400, 400], { cropBox })
    const across = seenPlace(testPlacement({ box: [50, 150, 150, 250] }), [page])
    expect(across).to.deep.equal({ page: 0, left: 0, top: 0, width: 0.25, height: 0.5 })
    expect(seenPlace(testPlacement({ box: [10, 10, 60, 60] }), [page])).to.equal(null)
    expect(seenPlace(testPlacement({ page: 3 }), [page])).to.equal(null)
  })
})
