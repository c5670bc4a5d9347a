/** What is laid out on no order when the service starts. */

import { expect } from 'chai'
import { rehearseLayout } from '../../../../core/engine/preview/rehearse.ts'
import type { Fonts } from '../../../../core/engine/text/fonts.ts'
import { bundledFonts } from '../../../support/rendering.ts'

describe('a layout that is rehearsed', () => {
  it('uses a font of the library as a shopper’s text does, and needs none where there is none', () => {
    const opened: string[] = []
    const open: Fonts['open'] = (key) => {
      opened.push(key)
      return bundledFonts.open(key)
    }
    rehearseLayout({ ...bundledFonts, open })
    expect(new Set(opened)).to.deep.equal(new Set([bundledFonts.list()[0]?.key]))
    opened.splice(0)
    rehearseLayout({ ...bundledFonts, open, list: () => [] })
    expect(opened).to.deep.equal([])
  })
})
