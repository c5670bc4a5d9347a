/** Balancing a page’s content: what is closed, blanked and cut. */
import { expect } from 'chai'
import { balanceContent } from '../../../../core/engine/pdf/balance.ts'
import { surveyContent } from '../../../../core/engine/pdf/survey-content.ts'

const balance = (content: string) => {
  const bytes = Buffer.from(content, 'latin1')
  const { closing, rewritten } = balanceContent(surveyContent(bytes), () => bytes)
  return { closing, rewritten: rewritten === null ? null : Buffer.from(rewritten).toString('latin1') }
}

describe('balancing the content of a page', () => {
  it('leaves balanced content alone', () => {
    expect(balance('q BT (Q) Tj ET /OC /L BDC 0 0 m S EMC Q')).to.deep.equal({ closing: '', rewritten: null })
    expect(balance('')).to.deep.equal({ closing: '', rewritten: null })
  })

  it('closes what is left open: path, text, marked content and graphics states', () => {
    expect(balance('q q /T BMC BT 0 0 m 1 1 l')).to.deep.equal({
      closing: 'n ET EMC Q Q ',
      rewritten: null,
    })
  })

  it('blanks a Q that no q precedes and keeps every other byte', () => {
    const content = 'Q q 1 0 0 1 0 0 cm Q Q 0 g (Q) Tj'
    expect(balance(content).rewritten).to.equal('  q 1 0 0 1 0 0 cm Q   0 g (Q) Tj')
  })

  it('cuts off what would swallow the operators that follow', () => {
    for (const rest of ['(never', '[1 2', '<41', '<< /A', 'BI /W 1 ID x']) {
      expect(balance(`q 0 g ${rest}`)).to.deep.equal({ closing: 'Q ', rewritten: 'q 0 g' })
    }
  })

  it('keeps a trailing comment and stray operands', () => {
    expect(balance('0 g 1 2 % end').rewritten).to.equal(null)
  })
})
