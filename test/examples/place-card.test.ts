/** The example with placeholders and a picture: committed as written, read as it is meant. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { EXAMPLES } from '../../examples/make.ts'
import { compileSource } from '../support/engine/rendering.ts'
import { testFonts } from '../support/pdf/fonts.ts'
import { toldOf } from '../support/pdf/judged.ts'
import { needs, qpdfCheck } from '../support/rips/oracles.ts'
import { pdfStructure } from './pdf-structure.ts'

const committed = () => readFileSync(new URL('../../examples/place-card.pdf', import.meta.url))

describe('the place card', () => {
  it('is committed as it is written, and sound', async function () {
    needs(this, 'qpdf')
    const written = (await EXAMPLES['place-card.pdf']?.()) ?? new Uint8Array()
    expect(await pdfStructure(written)).to.deep.equal(await pdfStructure(committed()))
    expect(qpdfCheck(committed())).to.include({ status: 0 })
  })

  it('has a picture, and its words as fields on the gold plate', async () => {
    const { scene, plan } = await compileSource(committed())
    const read = scene.fields.map(({ label, type, ink, slot }) => ({ label, type, ink, slot }))
    expect(read).to.have.deep.members([
      { label: 'Picture', type: 'image', ink: null, slot: 'above' },
      { label: 'Guest', type: 'text', ink: 'Gold Foil', slot: 'in_place' },
      { label: 'Table', type: 'text', ink: 'Gold Foil', slot: 'in_place' },
    ])
    expect(plan.inks.map(({ name, hindrance }) => [name, hindrance])).to.deep.equal([['Gold Foil', null]])
    const table = scene.fields.find(({ label }) => label === 'Table')
    expect(table?.placements[0]?.line?.parts[0]?.text).to.equal('Table ')
  })

  it('has nothing that a printer would mind', async () => {
    const told = toldOf(await compilePdf(committed(), testFonts().list()))
    expect(told.filter(({ severity }) => severity !== 'info')).to.deep.equal([])
  })
})
