/** Files of a generator and PDF/X-4: each with one fault is kept from the label with its finding, clean ones are labelled. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import type { Output } from '../../../../core/engine/press/output.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { judged } from '../../../support/pdf/judged.ts'
import { type PressPage, pressPage } from '../../../support/pdf/press-page.ts'
import { cleanFiles, faultyFiles } from './pdfx-files.ts'

const OUTPUT: Output = {
  format: 'pdfx4',
  profile: { id: 'coated', sha256: '', condition: 'Custom', info: 'Coated offset', registry: null },
  bytes: readFileSync(join(import.meta.dirname, '../../../../server/profiles/coated.icc')),
}

const DOCS = join(import.meta.dirname, '../../../../docs/print')
const COUNTED = {
  'pdfx.md': (faulty: number, clean: number) => `${faulty} files with one fault each and ${clean} clean ones`,
  'pdfx.de.md': (faulty: number, clean: number) =>
    `${faulty} Dateien mit je einem Fehler und ${clean} fehlerfreien`,
}

async function seen(file: PressPage) {
  const { plan, findings } = await compilePdf(pressPage(file), testFonts().list(), { output: OUTPUT })
  return {
    label: plan.label?.label ?? null,
    says: judged(findings).flatMap(({ code, says }) => (code === 'pdfx_hindrance' ? [says] : [])),
  }
}

describe('files of a generator, for PDF/X-4', () => {
  const faulty = faultyFiles()
  const clean = cleanFiles()

  it('are 120 with one fault each, and 40 clean ones, as many as the docs say', () => {
    expect(faulty).to.have.length.at.least(120)
    expect(clean).to.have.length.at.least(40)
    for (const [page, words] of Object.entries(COUNTED))
      expect(readFileSync(join(DOCS, page), 'utf8')).to.include(words(faulty.length, clean.length))
  })

  for (const [name, file, says] of faulty)
    it(`with ${name} carry no label, and the finding says so`, async () => {
      const found = await seen(file)
      expect(found.says).to.include(says)
      expect(found.label).not.to.equal('PDF/X-4')
    })

  for (const [name, file] of clean)
    it(`clean, with ${name}, are labelled`, async () => {
      expect(await seen(file)).to.deep.equal({ label: 'PDF/X-4', says: [] })
    })
})
