/** Which values make a finalized fill wait for review. */
import { expect } from 'chai'
import { hasShopperPicture, needsReview } from '../../../../core/service/access/review-mode.ts'

const ID = 'pic_01kq3f8w2bx6mt4v9y0hzd5s7e'

describe('Review', () => {
  it('is asked for by a picture of the customer, however it stands in the values', () => {
    for (const value of [ID, `${ID}?crop=0,0,1000,1000`, { picture: ID, crop: [0, 0, 1000, 1000] }])
      expect(hasShopperPicture({ fld_1: 'Ada', fld_2: value }), JSON.stringify(value)).to.equal(true)
    expect(hasShopperPicture({ fld: JSON.stringify({ picture: ID, turn: 90 }) })).to.equal(true)
  })

  it('is not asked for by texts, options and images of the catalogue', () => {
    const values = [
      'Ada',
      'pic_',
      'pic_nic',
      `a ${ID}`,
      `${ID}0`,
      'ast_01kq3f8w2bx6mt4v9y0hzd5s7e',
      '{',
      '{}',
      'null',
    ]
    for (const value of values) expect(hasShopperPicture({ fld: value }), value).to.equal(false)
    for (const value of [null, 7, [], { picture: 7 }, { image: ID }])
      expect(hasShopperPicture({ fld: value }), JSON.stringify(value)).to.equal(false)
  })

  it('is asked for by the mode of the team', () => {
    expect(needsReview('none', { fld: ID })).to.equal(false)
    expect(needsReview('pictures', { fld: ID })).to.equal(true)
    expect(needsReview('pictures', { fld: 'Ada' })).to.equal(false)
    expect(needsReview('all', {})).to.equal(true)
  })
})
