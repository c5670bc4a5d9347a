/** Forms of real writers, where the corpus is at hand: counts and facts that other tools confirm. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readFormFile } from '../../../../support/pdf/form-reading.ts'
import { leavePending } from '../../../../support/run/leave-pending.ts'

const CORPUS = join(import.meta.dirname, '../../../../../../shared/corpus')

/** Numbers of text fields and of selections. */
const FORMS: Readonly<Record<string, readonly [texts: number, selections: number]>> = {
  'forms/cantoo__with_xfa_fields.pdf': [82, 34],
  'forms/pdfbox__DifferentDALevels.pdf': [6, 0],
  'forms/pdfjs__annotation-choice-widget.pdf': [0, 5],
  'forms/pdfjs__textfields.pdf': [9, 0],
  'forms/pikepdf__form.pdf': [1, 2],
  'print-real/pdfjs__issue6127.pdf': [47, 2],
  'structure/cantoo__with_update_sections.pdf': [12, 0],
}

describe('readForm: real files', () => {
  for (const [name, [texts, selections]] of Object.entries(FORMS))
    it(`finds ${texts} texts and ${selections} selections in ${name}`, async function () {
      const path = join(CORPUS, name)
      if (!existsSync(path)) return leavePending(this, 'the corpus of the project')
      const { fields } = await readFormFile(readFileSync(path))
      expect(fields.filter((field) => field.type === 'text')).to.have.length(texts)
      expect(fields.filter((field) => field.type === 'selection')).to.have.length(selections)
      expect(new Set(fields.map((field) => field.sourceName)).size).to.equal(fields.length)
      for (const field of fields) {
        expect(field.label).to.not.equal('')
        expect(field.placements).to.not.have.length(0)
      }
    })

  it('reads the default appearances of every level', async function () {
    const path = join(CORPUS, 'forms/pdfbox__DifferentDALevels.pdf')
    if (!existsSync(path)) return leavePending(this, 'the corpus of the project')
    const { fields } = await readFormFile(readFileSync(path))
    const sizes = fields.map((field) => field.placements.map(({ style }) => style.sizePt).join(' '))
    expect(sizes).to.deep.equal(['12', '12 12', '12', '12 12', '12 10', '12 10'])
  })

  it('reads combs, lines and alignment as the file names them', async function () {
    const path = join(CORPUS, 'forms/pdfjs__textfields.pdf')
    if (!existsSync(path)) return leavePending(this, 'the corpus of the project')
    const { fields } = await readFormFile(readFileSync(path))
    const kinds = fields.map(({ placements }) => {
      const { align, wrap, comb } = placements[0]!.style
      return `${wrap ? 'lines' : 'line'} ${comb ?? align}`
    })
    expect(kinds.slice(0, 3)).to.deep.equal(['line left', 'lines left', 'line 11'])
    expect(kinds.slice(3)).to.deep.equal([
      ...['line center', 'lines center', 'line 11'],
      ...['line right', 'lines right', 'line 11'],
    ])
  })
})
