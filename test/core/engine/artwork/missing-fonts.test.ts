/** Fonts of artwork and forms that are not in the library: each is named, with the face that is used instead. */

import { expect } from 'chai'
import { placeholderPage, readPlaceholderFile } from '../../../support/pdf/placeholder-page.ts'

const PROGRAM = '/FontFile3 << >>'
const embedded = (name: string, program = PROGRAM) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding ` +
  `/FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 32 ${program} >> >>`
const drawn = (more = '') =>
  `<< /Type /Font /Subtype /Type3 ${more} /FontBBox [0 0 1 1] /FontMatrix [0.1 0 0 0.1 0 0] /CharProcs << >> ` +
  `/Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 125 /Widths [${'6 '.repeat(94)}] >>`

const found = async (font: string, words = '{{name}}') => {
  const content = `BT /F9 10 Tf 40 250 Td (${words}) Tj ET`
  const { findings, place } = await readPlaceholderFile(placeholderPage({ content, fonts: `/F9 ${font}` }))
  const { substitute } = place('name').style.font
  const told = findings.filter(({ code }) => code === 'field_font_missing')
  return { substitute, told: told.map((one) => [one.found, one.expected, one.says]) }
}

describe('a font of a field that is not in the library', () => {
  for (const [name, face] of [
    ['NimbusSans-Bold', 'Arimo-Bold'],
    ['ABCDEF+NimbusSans-Regular', 'Arimo-Regular'],
    ['ABCDEF+ArialMT', 'Arimo-Regular'],
    ['ABCDEF+TimesNewRomanPS-BoldMT', 'Tinos-Bold'],
    ['ABCDEF+Helvetica', 'Arimo-Regular'],
  ] as const)
    it(`is told where the PDF brings it along, though its twin has the same widths: ${name}`, async () => {
      const requested = name.replace(/^[A-Z]{6}\+/, '')
      expect(await found(embedded(name))).to.deep.equal({
        substitute: true,
        told: [[requested, face, undefined]],
      })
    })

  it('is told where its name is no standard font’s, though the PDF does not bring it along', async () => {
    const { told } = await found(embedded('NimbusSans-Bold', ''))
    expect(told).to.deep.equal([['NimbusSans-Bold', 'Arimo-Bold', undefined]])
  })

  it('is none where the name stands for its twin: a standard font without letters, or the same design', async () => {
    for (const font of [
      embedded('Helvetica', ''),
      embedded('ABCDEF+LiberationSans'),
      embedded('ABCDEF+Jost-Regular'),
    ])
      expect(await found(font)).to.deep.equal({ substitute: false, told: [] })
  })

  it('is told by a name that helps where the PDF draws its letters', async () => {
    const says = 'field_font_missing.drawn'
    expect(await found(drawn())).to.deep.equal({
      substitute: true,
      told: [['Type 3', 'Arimo-Regular', says]],
    })
    expect((await found(drawn('/Name /T7'))).told).to.deep.equal([['Type 3 T7', 'Arimo-Regular', says]])
    const named = '/FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF#2BRoboto-Regular /Flags 4 >>'
    expect((await found(drawn(named))).told).to.deep.equal([['Roboto-Regular', 'Arimo-Regular', undefined]])
  })

  it('is told in words of their own where it has no name', async () => {
    for (const name of ['ABCDEF+', '#20', ''])
      expect((await found(embedded(name))).told, name).to.deep.equal([
        ['Unnamed', 'Arimo-Regular', 'field_font_missing.unnamed'],
      ])
  })
})
