/** How the text of fields is set: default appearances, fonts, sizes, combs and inks. */
import { expect } from 'chai'
import { streamObject, textField } from '../../../../support/pdf/form-pdf.ts'
import { readFormParts, readOneField } from '../../../../support/pdf/form-reading.ts'

const AT = '40 40 200 60'

const styleOf = async (entries: string, rect = AT, form = '/DA (/Helv 10 Tf)', page = '') => {
  const field = await readOneField({
    pages: [`/MediaBox [0 0 300 200] ${page}`],
    fields: [textField('a', rect, entries)],
    form,
  })
  return field.placements[0]!.style
}

describe('readForm: text style', () => {
  it('sets one line by its cap height in the middle, several from the top', async () => {
    expect(await styleOf('/DA (/Helv 12 Tf 0 g)')).to.deep.equal({
      font: { requested: 'Helv', key: 'bundled:Arimo-Regular', substitute: false },
      sizePt: 12,
      autoSize: false,
      minSizePt: 7.2,
      leading: 1.2,
      tracking: 0,
      minTracking: -0.01,
      align: 'left',
      verticalAlign: 'middle',
      wrap: false,
      maxLines: 1,
      comb: null,
      features: [],
    })
    const lines = await styleOf('/Ff 4096 /Q 2')
    expect(lines).to.include({ wrap: true, maxLines: null, verticalAlign: 'top', align: 'right', sizePt: 10 })
  })

  for (const [name, appearance, expected] of [
    ['the last font', '/TiRo 8 Tf /CoBo 9.5 Tf', 'CoBo 9.5'],
    ['a name with escapes', '/He#42o 9 Tf', 'HeBo 9'],
    ['operators without blanks', '0 g/TiIt 9 Tf', 'TiIt 9'],
    ['a text matrix', '1 0 0 1 5 5 Tm /Helv 9 Tf [(a)] 0 d', 'Helv 9'],
    ['a size below zero', '/Helv -9 Tf', 'Helv 9'],
    ['no font', '0 g', 'Helvetica 14.5'],
    ['nothing', '', 'Helvetica 14.5'],
  ])
    it(`reads ${name}`, async () => {
      const { font, sizePt } = await styleOf(`/DA (${appearance})`, '40 40 200 61.5')
      expect(`${font.requested} ${sizePt}`).to.equal(expected)
    })

  it('reads letter spacing and leading as shares of the size', async () => {
    const style = await styleOf('/DA (/Helv 10 Tf 1.5 Tc 14 TL)')
    expect(style).to.include({ tracking: 0.15, minTracking: -0.01, leading: 1.4 })
    expect(await styleOf('/DA (/Helv 10 Tf -0.5 Tc)')).to.include({ tracking: -0.05, minTracking: -0.05 })
    expect(await styleOf('/DA (/Helv 10 Tf 900 Tc 900 TL)')).to.include({ tracking: 0, leading: 1.2 })
  })

  for (const [state, overprint] of [
    ['/op true', true],
    ['/OP true', true],
    ['/OP true /op false', false],
    ['', false],
  ] as const)
    it(`takes ${state || 'no statement'} of the appearance as overprint ${overprint}`, async () => {
      const entries = `/Subtype /Form /BBox [0 0 160 20] /Resources << /ExtGState << /G << ${state} >> >> >>`
      const objects = { look: streamObject('/G gs BT /Helv 10 Tf (a) Tj ET', entries) }
      const field = await readOneField({ fields: [textField('a', AT, '/AP << /N @look >>')], objects })
      expect(field.overprint).to.equal(overprint)
    })

  it('keeps overprint where a later graphics state says nothing of it', async () => {
    const states = '/G << /op true >> /H << /ca 1 >>'
    const entries = `/Subtype /Form /BBox [0 0 160 20] /Resources << /ExtGState << ${states} >> >>`
    const objects = { look: streamObject('/G gs /H gs BT /Helv 10 Tf (a) Tj ET', entries) }
    const field = await readOneField({ fields: [textField('a', AT, '/AP << /N @look >>')], objects })
    expect(field.overprint).to.equal(true)
  })

  describe('sizes', () => {
    const auto = async (rect: string, entries = '', page = '') => {
      const { autoSize, sizePt } = await styleOf(`/DA (/Helv 0 Tf) ${entries}`, rect, '', page)
      expect(autoSize).to.equal(true)
      return sizePt
    }
    it('fit one line to the height of its box, in quarter points', async () => {
      expect(await auto('40 40 200 60')).to.equal(13.25)
      expect(await auto('40 40 60 190', '/MK << /R 90 >>')).to.equal(13.25)
      expect(await auto('40 40 200 60', '/BS << /W 0 >>')).to.equal(16.5)
    })
    it('are 12 points for several lines, or what fits', async () => {
      expect(await auto('40 40 200 160', '/Ff 4096')).to.equal(12)
      expect(await auto('40 40 200 160', '/Ff 4096', '/UserUnit 2')).to.equal(6)
      expect(await auto('40 40 200 52', '/Ff 4096')).to.equal(6.5)
    })
    it('fit the cells of a comb', async () => {
      expect(await auto('40 40 100 60', '/Ff 16777216 /MaxLen 10')).to.equal(6.5)
    })
    it('shrink to three fifths at most, and to 6 points where that is more', async () => {
      expect((await styleOf('/DA (/Helv 20 Tf)')).minSizePt).to.equal(12)
      expect((await styleOf('/DA (/Helv 8 Tf)')).minSizePt).to.equal(6)
      expect((await styleOf('/DA (/Helv 5 Tf)')).minSizePt).to.equal(5)
      expect((await styleOf('/DA (/Helv 4 Tf)', AT, '', '/UserUnit 2')).minSizePt).to.equal(3)
    })
  })

  it('makes a comb of the flag and a length, and of neither alone', async () => {
    expect(await styleOf('/Ff 16777216 /MaxLen 6 /Q 1')).to.include({ comb: 6, align: 'left' })
    expect((await styleOf('/Ff 16777216')).comb).to.equal(null)
    expect((await styleOf('/MaxLen 6')).comb).to.equal(null)
    expect((await styleOf('/Ff 16781312 /MaxLen 6')).comb).to.equal(null)
  })

  it('resolves a font through the resources to its base font and its descriptor', async () => {
    const { fields, findings } = await readFormParts({
      fields: [
        textField('bold', '40 40 140 60', '/DA (/F1 9 Tf)'),
        textField('serif', '40 70 140 90', '/DA (/F2 9 Tf)'),
        textField('own', '40 100 140 120', '/DA (/F3 9 Tf) /AP << /N @look >>'),
      ],
      form: '/DR << /Font << /F1 << /BaseFont /Arial,Bold >> /F2 @composite >> >>',
      objects: {
        composite: '<< /Subtype /Type0 /BaseFont /ABCDEF+Odd-Identity-H /DescendantFonts [@cid] >>',
        cid: '<< /BaseFont /ABCDEF+Odd /FontDescriptor << /Flags 66 /FontWeight 700 >> >>',
        look: streamObject('', '/Resources << /Font << /F3 << /BaseFont /Courier >> >> >>'),
      },
    })
    expect(fields.map((field) => field.placements[0]?.style.font)).to.deep.equal([
      { requested: 'Arial,Bold', key: 'bundled:Arimo-Bold', substitute: false },
      { requested: 'Odd', key: 'bundled:Tinos-BoldItalic', substitute: true },
      { requested: 'Courier', key: 'bundled:Cousine-Regular', substitute: false },
    ])
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({
      code: 'field_font_missing',
      severity: 'warn',
      found: 'Odd',
      expected: 'Tinos-BoldItalic',
    })
  })

  describe('inks', () => {
    const GOLD =
      '[/Separation /Gr#C3#BCn#20Gold /DeviceCMYK << /FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 1 0] >>]'
    const spaces = (name: string) =>
      `/ColorSpace << /CS0 ${name} /All [/Separation /All /DeviceGray @gold] >>`
    const ink = async (appearance: string, entries = '', look = '') => {
      const { fields, findings } = await readFormParts({
        fields: [textField('a', AT, `/DA (${appearance}) ${entries}`)],
        form: `/DR << ${spaces('@gold')} >>`,
        objects: {
          gold: GOLD,
          one: '[/DeviceN [/Gold] /DeviceCMYK @gold]',
          two: '[/DeviceN [/Gold /Cyan] /DeviceCMYK @gold]',
          look: streamObject(look, `/Resources << /ColorSpace << /CS9 @gold /N1 @one /N2 @two >> >>`),
        },
      })
      const said = findings.find((finding) => finding.code === 'field_color_not_kept')
      return `${fields[0]?.ink} ${fields[0]?.tint}${said === undefined ? '' : ` (${said.found})`}`
    }
    const look = '/AP << /N @look >>'

    const painted: Record<string, [string, string?, string?]> = {
      'Grün Gold 0.5': ['/CS0 cs 0.5 scn /Helv 9 Tf'],
      'Grün Gold 1': ['/CS0 cs /Helv 9 Tf'],
      'null 1': ['0 g /Helv 9 Tf'],
      'RGB 255/0/0 1': ['1 0 0 rg /Helv 9 Tf'],
      'CMYK 100/75/0/10 1': ['1 0.75 0 0.1 k /Helv 9 Tf'],
      'Paper (no ink) 1': ['/CS0 cs 0 scn /Helv 9 Tf'],
      'null 1 (Pattern)': ['/Pattern cs /P1 scn /Helv 9 Tf'],
      'null 1 (All)': ['/All cs 1 scn /Helv 9 Tf'],
    }
    for (const [expected, [appearance]] of Object.entries(painted))
      it(`reads ${appearance} as ${expected}`, async () => {
        expect(await ink(appearance)).to.equal(expected)
      })

    it('knows black and its tints in every process space', async () => {
      expect(await ink('0 0 0 rg')).to.equal('null 1')
      expect(await ink('0 0 0 1 k')).to.equal('null 1')
      expect(await ink('/DeviceCMYK cs 0 0 0 1 sc')).to.equal('null 1')
      expect(await ink('0 0 0 0.5 k')).to.equal('Black 0.5')
      expect(await ink('0.3 g')).to.equal('Black 0.7')
      expect(await ink('0.25 0.25 0.25 rg')).to.equal('Black 0.75')
    })

    it('looks into the appearance stream for a colour space, and for a colour where none is stated', async () => {
      expect(await ink('/CS9 cs 1 scn', look)).to.equal('Grün Gold 1')
      const text = '/Tx BMC q BT /CS9 cs 0.25 scn /Helv 9 Tf (x) Tj ET Q EMC'
      expect(await ink('/Helv 9 Tf', look, text)).to.equal('Grün Gold 0.25')
      expect(await ink('/Unknown cs 1 scn', look, text)).to.equal('Grün Gold 0.25')
      expect(await ink('1 0 0 rg', look, text)).to.equal('RGB 255/0/0 1')
    })

    it('takes the colour of the text, not that of the ground under it', async () => {
      expect(await ink('/Helv 9 Tf', look, 'q /CS9 cs 1 scn 0 0 9 9 re f Q BT (x) Tj ET')).to.equal('null 1')
      expect(await ink('/Helv 9 Tf', look, '/CS9 cs 1 scn 0 0 9 9 re f')).to.equal('null 1')
    })

    it('takes what a DeviceN prints on one plate for an ink, and a spot ink with others for none', async () => {
      expect(await ink('/N1 cs 0.75 scn', look)).to.equal('Gold 0.75')
      expect(await ink('/N2 cs 1 0 scn', look)).to.equal('Gold 1')
      expect(await ink('/N2 cs 0.5 1 scn', look)).to.equal('Gold 0.5 (Gold 0.5, Cyan 1)')
    })
  })
})
