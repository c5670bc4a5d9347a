/** The shapes of check marks. */
import { expect } from 'chai'
import { drawShape } from '../../../../core/engine/layout/shape-path.ts'
import { MARK_SHAPES } from '../../../../core/engine/scene/scene.ts'
import { boundsOfPath, overhang } from '../../../support/engine/ink.ts'

describe('check marks', () => {
  for (const shape of MARK_SHAPES) {
    it(`draws a ${shape} centred, inside the inset, in any box`, () => {
      for (const [width, height] of [
        [12, 12],
        [200, 8],
        [7, 90],
      ] as const) {
        const drawn = drawShape(shape, width, height, 1)!
        const ink = boundsOfPath(drawn.path)!
        expect(drawn.path).to.match(/^[-\d. mlc]+ h$/)
        expect(overhang(ink, [1, 1, width - 1, height - 1])).to.be.at.most(0)
        expect(overhang(ink, drawn.ink)).to.be.at.most(1e-9)
        expect(overhang(drawn.ink, ink)).to.be.below(Math.min(width, height) * 0.02)
        expect((ink[0] + ink[2]) / 2).to.be.closeTo(width / 2, 0.05 * Math.min(width, height))
        expect((ink[1] + ink[3]) / 2).to.be.closeTo(height / 2, 0.05 * Math.min(width, height))
      }
    })
  }

  it('gives the inset up in a box that is small', () => {
    const { ink } = drawShape('square', 6, 6, 4)!
    expect(ink[2] - ink[0]).to.be.greaterThan(1.5)
    expect(drawShape('check', 0, 10, 0)).to.equal(null)
  })
})
