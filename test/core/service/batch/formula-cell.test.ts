/** Cells of downloaded tables that a spreadsheet would run, and the same cells when the table returns. */
import { expect } from 'chai'
import { harmlessCell, originalCell } from '../../../../core/service/batch/formula-cell.ts'

const FORMULAS = {
  'an equals sign': '=1+1',
  'a plus sign': '+49 170',
  'a minus sign': '-2+3',
  'an at sign': '@SUM(1)',
  'a tab': '\t=1+1',
  'a carriage return': '\r=1+1',
  'a line feed': '\n=1+1',
  'a full-width equals sign': '＝1+1',
  'a full-width plus sign': '＋1',
  'a full-width minus sign': '－1',
  'a full-width at sign': '＠SUM(1)',
  'a space before the sign': ' =1+1',
  'a no-break space before the sign': '\u00a0=1+1',
  'a byte order mark before the sign': '\ufeff=1+1',
  'a quote before the sign': '"=1+1',
  'an apostrophe of its own before the sign': "'=1+1",
  'a quote and an apostrophe before the sign': `"'=1+1`,
}
const TEXTS = ['', 'Ada', "'t Hooft", '"Ada"', ' Ada', '1+1', 'a=b', 'ada@example.com', '–', "''"]

describe('A cell of a downloaded table', () => {
  for (const [beginning, cell] of Object.entries(FORMULAS)) {
    it(`begins with an apostrophe where it begins with ${beginning}`, () => {
      expect(harmlessCell(cell)).to.equal(`'${cell}`)
    })

    it(`is as it was when it returns, where it began with ${beginning}`, () => {
      expect(originalCell(harmlessCell(cell))).to.equal(cell)
    })
  }

  for (const cell of TEXTS)
    it(`stays ${JSON.stringify(cell)}, which no spreadsheet runs`, () => {
      expect(harmlessCell(cell)).to.equal(cell)
      expect(originalCell(cell)).to.equal(cell)
    })
})
