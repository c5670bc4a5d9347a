/** Borders and backgrounds that a form draws around its fields: counted where they go, printed as the upload shows them where they stay. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { FormBorders } from '../../../../core/engine/artwork/form/form-borders.ts'
import { findingMessage } from '../../../../core/engine/finding/sentence.ts'
import { type CompileOptions, compilePdf } from '../../../../core/engine/press/compile.ts'
import { readSymbols } from '../../../../server/fonts/symbols.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  renderOn,
} from '../../../support/engine/rendering.ts'
import { type FormPdf, formPdf, streamObject } from '../../../support/pdf/form-pdf.ts'
import { BUTTONS, MARK_RESOURCES, markedForm } from '../../../support/pdf/marked-form.ts'
import {
  comparedPlates,
  coverage,
  needs,
  pdfFonts,
  pdfText,
  plateDifferences,
  plates,
  RIPS,
} from '../../../support/rips/oracles.ts'
import { leavePending } from '../../../support/run/leave-pending.ts'

const DPI = 150
const HELV = '/Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const LOOK = `/Type /XObject /Subtype /Form /BBox [0 0 80 20] /Resources ${MARK_RESOURCES.replace('/ZaDb', `${HELV} /ZaDb`)}`
const BOX = '0.9 g 0 0 80 20 re f /Gold CS 1 SCN 2 w 1 1 78 18 re S'
const value = (words: string) => `/Tx BMC q 2 2 76 16 re W n BT 0 g /Helv 12 Tf 4 5 Td (${words}) Tj ET Q EMC`
const widget = (at: string, type: string, entries: string) =>
  `/Type /Annot /Subtype /Widget ${type} /T (${at}) /Rect [${at}] /F 4 /DA (/Helv 12 Tf 0 g) ${entries}`

/** Fields of each kind with `words` in them; all draw a border that prints but the last two. */
function borderedForm(words: string): Uint8Array {
  const more: FormPdf = {
    fields: [
      widget('20 20 100 40', '/FT /Tx', `/V (${words}) /AP << /N @text >>`),
      widget('120 20 200 40', '/FT /Ch /Ff 131072', `/Opt [(${words}) (b)] /AP << /N @choice >>`),
      widget('120 60 200 80', '/FT /Btn /Ff 65536', '/AP << /N @push >>'),
      widget('20 60 100 80', '/FT /Tx', '/AP << /N @turned >> /MK << /R 180 >>'),
      widget('220 20 280 40', '/FT /Tx', '/AP << /N @bare >>'),
      widget('220 60 280 80', '/FT /Tx', '/AP << /N @text >>').replace('/F 4', '/F 6'),
    ],
    objects: {
      text: streamObject(`${BOX} ${value(words)}`, LOOK),
      choice: streamObject(`${BOX} ${value(words)}`, LOOK),
      push: streamObject('/Red cs 0.5 scn 0 0 80 20 re f 1 g 5 5 70 10 re f', LOOK),
      turned: streamObject(
        `0 0.4 0.4 0 k 0 0 60 20 re f ${value(words)}`,
        `${LOOK} /Matrix [-1 0 0 -1 80 20]`,
      ),
      bare: streamObject(value(words), LOOK),
    },
  }
  const boxes = BUTTONS.filter(({ name }) => ['framed', 'gold'].includes(name))
  return markedForm(
    boxes.map((box) => (box.name === 'framed' ? { ...box, on: `${box.off} q 0 g 6 6 8 8 re f Q` } : box)),
    { more, content: '0.2 0 0 0 k 0 0 60 60 re f' },
  )
}

const compileAs = (borders: FormBorders, pdf: Uint8Array) => compileSource(pdf, bundledFonts, { borders })
const findingsOf = async (pdf: Uint8Array, options: CompileOptions = {}) => {
  const fonts = bundledFonts.list()
  const { findings } = await compilePdf(pdf, fonts, { symbols: readSymbols(), ...options })
  return findings.flatMap((fact) => ('code' in fact && fact.code === 'field_border_removed' ? [fact] : []))
}
const empty = ({ scene }: CompiledSource) =>
  Object.fromEntries(
    scene.fields.map(({ id, options }) => [
      id,
      options?.some(({ value: state }) => state === 'Off') === true ? 'Off' : '',
    ]),
  )

describe('Borders of form fields', () => {
  it('go with the form, and are counted page by page', async function () {
    needs(this, 'gs')
    const found = await findingsOf(borderedForm('secret'))
    expect(found).to.have.length(1)
    expect(found[0]).to.include({ severity: 'warn', page: 0, found: 5 })
    const [sentence] = found.map((finding) => findingMessage(finding))
    expect(sentence).to.include('5 form fields').and.to.include('form_borders set to keep')
    const compiled = await compileAs('remove', borderedForm('secret'))
    const shown = plates(renderOn(compiled, empty(compiled)).pdf)
    expect([...shown].filter(([, plate]) => coverage(plate).max > 0).map(([name]) => name)).to.deep.equal([
      'Cyan',
    ])
  })

  for (const rip of RIPS)
    it(`stay as the upload shows them, plate by plate, in ${rip}`, async function () {
      needs(this, rip)
      expect(await findingsOf(borderedForm('secret'), { borders: 'keep' })).to.deep.equal([])
      const compiled = await compileAs('keep', borderedForm('secret'))
      const { pdf } = renderOn(compiled, empty(compiled))
      const { differences, found } = comparedPlates(borderedForm(''), pdf, { rip, dpi: DPI })
      expect(differences).to.deep.equal([])
      for (const name of ['Gold', 'Red', 'Black', 'Magenta'])
        expect(coverage(found.get(name)!).max, name).to.be.above(5)
    })

  it('stay without the values that stood in them, and below the values that are given', async function () {
    needs(this, 'pdftotext', 'pdffonts', 'gs')
    const compiled = await compileAs('keep', borderedForm('secret'))
    expect(pdfText(compiled.body)).not.to.include('secret')
    expect(pdfFonts(compiled.body)).to.deep.equal([])
    const [first] = compiled.scene.fields.filter(({ type }) => type === 'text')
    const values = { ...empty(compiled), [first!.id]: 'Ada' }
    expect(pdfText(renderOn(compiled, values).pdf)).to.include('Ada')
    const ink = { index: 1, key: 'probe', name: 'Probe', hex: '#204060' }
    const shown = plates(renderOn(compiled, values, { colors: [ink] }).pdf, { dpi: DPI })
    expect(coverage(shown.get('Probe')!).max).to.equal(100)
  })

  it('are ink of the artwork: they join the palette and can print as another', async () => {
    const gold = formPdf({
      pages: ['/MediaBox [0 0 300 200]'],
      fields: [widget('20 20 100 40', '/FT /Tx', '/AP << /N @text >>')],
      objects: { text: streamObject(BOX, LOOK) },
    })
    const [kept, removed] = [await compileAs('keep', gold), await compileAs('remove', gold)]
    expect(kept.scene.inks.map(({ name }) => name)).to.deep.equal(['Gold', 'Black'])
    expect(kept.plan.inks.find(({ name }) => name === 'Gold')).to.deep.include({ hindrance: null })
    expect(removed.scene.inks.map(({ name }) => name)).to.deep.equal(['Black'])
    expect([kept.plan.borders, removed.plan.borders]).to.deep.equal(['keep', undefined])
  })

  it('of fields that do not print are none', async () => {
    const unprinted = (flags: string) =>
      formPdf({
        fields: [widget('20 20 100 40', '/FT /Tx', '/AP << /N @text >>').replace('/F 4', flags)],
        objects: { text: streamObject(BOX, LOOK) },
      })
    for (const flags of ['/F 0', '/F 6', '/F 36'])
      for (const borders of ['keep', 'remove'] as const) {
        expect(await findingsOf(unprinted(flags), { borders }), flags).to.deep.equal([])
        expect((await compileAs(borders, unprinted(flags))).plan.inks, flags).to.deep.equal([])
      }
    expect(await findingsOf(unprinted('/F 4'))).to.have.length(1)
  })

  it('are drawn as the form states them where it draws nothing itself', async function () {
    needs(this, 'gs')
    const stated = (looks: string) =>
      formPdf({ fields: [widget('20 20 100 40', '/FT /Tx', looks)], pages: ['/MediaBox [0 0 300 200]'] })
    const filled = stated('/MK << /BG [0 0 1 0] /BC [1 0 0 0] >> /BS << /W 4 >>')
    const compiled = await compileAs('keep', filled)
    const shown = plates(renderOn(compiled, empty(compiled)).pdf, { dpi: 72 })
    const at = (name: string, x: number, y: number) =>
      shown.get(name)!.ink[(200 - y) * shown.get(name)!.width + x]
    expect([at('Yellow', 60, 30), at('Cyan', 60, 30), at('Cyan', 22, 30), at('Cyan', 18, 30)]).to.deep.equal([
      255, 0, 255, 0,
    ])
    expect(await findingsOf(filled)).to.have.length(1)
    expect(await findingsOf(stated('/MK << /CA (4) >>'))).to.deep.equal([])
  })

  it('of a button go where its mark would print over something else', async function () {
    needs(this, 'gs')
    const either = {
      name: 'either',
      at: [20, 160] as const,
      off: '0 g 2 w 2 2 m 18 18 l S',
      on: '0 g 2 w 2 18 m 18 2 l S',
    }
    const pdf = markedForm([either])
    const [told] = await findingsOf(pdf, { borders: 'keep' })
    expect(told).to.include({ found: 1 })
    expect(told).to.include({ says: 'field_border_removed.attached' })
    const compiled = await compileAs('keep', pdf)
    const { pdf: chosen } = renderOn(compiled, { [compiled.scene.fields[0]!.id]: 'Yes' })
    expect(
      comparedPlates(markedForm([either], { on: ['either'] }), chosen, { dpi: DPI }).differences,
    ).to.deep.equal([])
  })

  it('of a button stay with the letters on it where its mark draws the same again', async () => {
    const letter = (at: string, shown: string) =>
      `0 g 2 w 2 2 16 16 re S ${at} BT /ZaDb 8 Tf 6 6 Td (${shown}) Tj ET`
    const button = (on: string) => markedForm([{ name: 'lettered', at: [20, 160], off: letter('', 'l'), on }])
    const tick = ' q 0 g 12 12 4 4 re f Q'
    expect(
      await findingsOf(button(letter('% later', 'l').replace('later', 'later\n') + tick), {
        borders: 'keep',
      }),
    ).to.deep.equal([])
    const [told] = await findingsOf(button(letter('', '8') + tick), { borders: 'keep' })
    expect(told).to.include({ says: 'field_border_removed.attached' })
  })

  const FORM = join(import.meta.dirname, '../../../../../shared/corpus/forms/pikepdf__form.pdf')
  for (const rip of RIPS)
    it(`of a real form stay, pixel by pixel, in ${rip}`, async function () {
      needs(this, rip)
      if (!existsSync(FORM)) leavePending(this, 'the corpus of the project')
      const compiled = await compileAs('keep', readFileSync(FORM))
      const { pdf } = renderOn(compiled, empty(compiled))
      const [upload, press] = [readFileSync(FORM), pdf].map((file) => plates(file, { rip, dpi: DPI }))
      // Its circles are placed by matrices of more digits than a RIP keeps.
      expect(plateDifferences(upload!, press!, 4)).to.deep.equal([])
    })
})
