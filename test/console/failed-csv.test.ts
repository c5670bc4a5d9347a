/** Failed rows of a batch as CSV, without a page around them. */
import { expect } from 'chai'
import { csvOf } from '../../widget/console/batches/failed-csv.ts'

describe('The table of failed rows', () => {
  it('begins with a byte order mark, and ends each row with CR and LF', () => {
    expect(csvOf([['Name'], ['Ada']], ',')).to.equal('\ufeff"Name"\r\n"Ada"\r\n')
  })

  it('has the separator that the language of its reader asks for', () => {
    expect(csvOf([['Ada', 'Oslo']], ';')).to.equal('\ufeff"Ada";"Oslo"\r\n')
  })

  it('keeps separators, line breaks and quotes within their cell', () => {
    expect(csvOf([['a,b', 'c;d', 'e\nf', 'g"h']], ',')).to.equal('\ufeff"a,b","c;d","e\nf","g""h"\r\n')
  })

  it('lets no quote end a cell early and begin a formula', () => {
    expect(csvOf([['x",=1+1,"y']], ',')).to.equal('\ufeff"x"",=1+1,""y"\r\n')
  })

  it('makes formulas harmless, those of headings as well', () => {
    expect(csvOf([['-Name'], ['=1+1'], ['＝1+1'], ['Ada']], ',')).to.equal(
      '\ufeff"\'-Name"\r\n"\'=1+1"\r\n"\'＝1+1"\r\n"Ada"\r\n',
    )
  })
})
