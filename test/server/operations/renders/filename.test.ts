/** Names of downloads. */
import { expect } from 'chai'
import { contentDisposition, safeFilename } from '../../../../server/operations/renders/filename.ts'

describe('safeFilename', () => {
  const CASES: readonly (readonly [string, string])[] = [
    ['card', 'card.pdf'],
    ['My card-2_b.PDF', 'My card-2_b.pdf'],
    ['card.txt', 'card.txt.pdf'],
    ['../../etc/passwd', '_.._etc_passwd.pdf'],
    ['...hidden', 'hidden.pdf'],
    ['.pdf', 'render.pdf'],
    ['', 'render.pdf'],
    ['a"b\r\nSet-Cookie: x', 'a_b__Set-Cookie_ x.pdf'],
    ['Grüße', 'Gr__e.pdf'],
    ['👋', '_.pdf'],
    ['x'.repeat(120), `${'x'.repeat(116)}.pdf`],
    [`${'x'.repeat(116)}.pdf`, `${'x'.repeat(116)}.pdf`],
    [`${'x'.repeat(115)}. y`, `${'x'.repeat(115)}.pdf`],
    ['a\u202Efdp.exe', 'a_fdp.exe.pdf'],
  ]
  for (const [wanted, safe] of CASES)
    it(`makes ${JSON.stringify(wanted)} ${safe}`, () => {
      expect(safeFilename(wanted)).to.equal(safe)
    })
})

describe('contentDisposition', () => {
  it('holds no line end and one name', () => {
    expect(contentDisposition('attachment', 'a"\r\nX: y')).to.equal('attachment; filename="a___X_ y.pdf"')
    expect(contentDisposition('inline', 'a')).to.match(/^inline; filename="?a\.pdf"?$/)
  })
})
