/** What placeholders become: settings, boxes, sentences, and what is said where they cannot. */
import { expect } from 'chai'
import { readSettings } from '../../../../../core/engine/artwork/placeholders/placeholder-settings.ts'
import { POINTS_PER_MM } from '../../../../../core/engine/geometry/box.ts'
import {
  anchorOf,
  RESOURCES,
  readPlaceholderFile,
  readPlaceholderPage,
} from '../../../../support/pdf/placeholder-page.ts'
import { onePage } from '../../../../support/pdf/raw-pdf.ts'

const at = (x: number, y: number, words: string, font = '/F1 10 Tf') =>
  `BT ${font} ${x} ${y} Td (${words}) Tj ET\n`

describe('the settings of a placeholder', () => {
  it('are read whatever their case, units, spaces and quotes', () => {
    const { label, settings, faults } = readSettings(
      ' Guest  name | W = 60mm|h=1in| align=CENTRE |valign=bottom|lines=2|min=“6,5pt”|size=12|max=40|ink=Gold' +
        '|font=Jost-Medium|default=Anna, Bo|required|empty=drop|group=Names|Outline=0,5mm PANTONE 286 C|opacity=40 %',
    )
    expect(faults).to.deep.equal([])
    expect(label).to.equal('Guest name')
    expect(settings.width).to.be.closeTo(170.0787, 1e-4)
    expect(settings).to.deep.include({
      height: 72,
      align: 'center',
      verticalAlign: 'bottom',
      lines: 2,
      minSize: 6.5,
      size: 12,
      maxLength: 40,
      ink: 'Gold',
      font: 'Jost-Medium',
      defaultValue: 'Anna, Bo',
      required: true,
      dropWhenEmpty: true,
      group: 'Names',
      opacity: 0.4,
    })
    expect(settings.outline).to.deep.equal({ width: 0.5 * POINTS_PER_MM, ink: 'PANTONE 286 C' })
  })

  for (const [setting, unknown] of [
    ['colour=red', true],
    ['w', false],
    ['w=-3mm', false],
    ['w=3 miles', false],
    ['lines=0', false],
    ['align=justify', false],
    ['ink=All', false],
    ['max=1e3', false],
    ['required=maybe', false],
    ['outline=thick', false],
    ['outline=0mm Gold', false],
    ['outline=1mm All', false],
    ['opacity=0%', false],
    ['opacity=140%', false],
    ['constructor=1', true],
  ] as const)
    it(`are never passed over in silence: ${setting}`, () => {
      expect(readSettings(`a|${setting}|max=3`)).to.deep.include({ faults: [{ text: setting, unknown }] })
      expect(readSettings(`a|${setting}|max=3`).settings.maxLength).to.equal(3)
    })
})

describe('a placeholder’s box', () => {
  it('begins at the anchor and ends at the safe zone', async () => {
    const { place } = await readPlaceholderPage(at(40, 250, '{{name}}'))
    expect(anchorOf(place('name'))).to.deep.equal([40, 250])
    expect(place('name').box[2]).to.be.closeTo(400 - 8.5039, 1e-3)
    expect(place('name').style).to.include({ align: 'left', sizePt: 10, verticalAlign: 'top', wrap: false })
  })

  it('ends at the next words, pictures and paths, and at the ground it stands on', async () => {
    const words = await readPlaceholderPage(at(40, 250, '{{name}}') + at(200, 250, 'next'))
    expect(words.place('name').box[2]).to.be.closeTo(197.5, 1e-3)
    const path = await readPlaceholderPage(`${at(40, 250, '{{name}}')}150 240 30 30 re f`)
    expect(path.place('name').box[2]).to.be.closeTo(150, 1e-3)
    const ground = await readPlaceholderPage(`1 g 30 230 140 40 re f 0 g ${at(40, 250, '{{name}}')}`)
    expect(ground.place('name').box[2]).to.be.closeTo(170, 1e-3)
  })

  it('ends where its clip does, whatever width is stated', async () => {
    const { place } = await readPlaceholderPage(`q 0 0 120 300 re W n ${at(40, 250, '{{name|w=100mm}}')} Q`)
    expect(place('name').box[2]).to.be.closeTo(120, 1e-3)
  })

  it('ends where its clip does, though its words stand at the right and reach beyond', async () => {
    const clipped = (words: string) => readPlaceholderPage(`q 20 0 70 300 re W n ${at(40, 250, words)} Q`)
    for (const words of ['{{name|align=right}}', '{{name|align=right|w=20mm}}']) {
      const { place } = await clipped(words)
      const [left, , right] = place('name').box
      expect(place('name').style.align).to.equal('right')
      expect(right, words).to.be.closeTo(90, 1e-3)
      expect(left, words).to.be.within(20, 88 - 20)
      expect(place('name').insetPt, words).to.be.closeTo(2, 1e-3)
    }
    // One that cuts nothing of the words moves nothing: `{{name}}` ends at 78.37.
    const { place } = await readPlaceholderPage(
      `q 20 0 58.5 300 re W n ${at(40, 250, '{{name}}')} Q ${at(78.37 - 22.24, 264, 'aaaa')}`,
    )
    expect(place('name').style.align).to.equal('right')
    expect(place('name').box[2]).to.be.closeTo(80.37, 1e-2)
  })

  it('is as wide and high as stated', async () => {
    const { place } = await readPlaceholderPage(at(40, 200, '{{name|w=50mm|h=20mm|valign=bottom|lines=3}}'))
    const [left, bottom, right, top] = place('name').box
    expect(right - left).to.be.closeTo(141.732 + 2, 1e-2)
    expect(top - bottom).to.be.closeTo(56.693, 1e-2)
    expect(anchorOf(place('name'))).to.deep.equal([40, 200])
    expect(place('name').style).to.include({ wrap: true, maxLines: 3, verticalAlign: 'bottom' })
  })

  it('is centred where the artwork is, and hangs on the right edge of lines above', async () => {
    // Half of the width of `{{name}}` at 10 points is 19.185.
    const centred = await readPlaceholderPage(at(200 - 19.185, 250, '{{name}}'))
    expect(centred.place('name').style.align).to.equal('center')
    const [left, , right] = centred.place('name').box
    expect((left + right) / 2).to.be.closeTo(200, 1e-3)
    const hung = await readPlaceholderPage(at(300 - 38.37, 250, '{{name}}') + at(300 - 22.24, 264, 'aaaa'))
    expect(hung.place('name').style.align).to.equal('right')
    expect(hung.place('name').box[2]).to.be.closeTo(302, 1e-2)
  })

  it('takes the leading, the letter spacing and the slant of the artwork', async () => {
    const lines = await readPlaceholderPage(at(40, 250, 'A line above') + at(40, 236, '{{name}}'))
    expect(lines.place('name').style.leading).to.equal(1.4)
    const spaced = await readPlaceholderPage(`0.8 Tc ${at(40, 250, '{{name}}')}`)
    expect(spaced.place('name').style.tracking).to.equal(0.08)
    const slanted = await readPlaceholderPage('BT /F1 10 Tf 1 0 0.2 1 40 250 Tm ({{name}}) Tj ET')
    expect(slanted.place('name').frame?.matrix.slice(0, 4)).to.deep.equal([1, 0, 0.2, 1])
    expect(anchorOf(slanted.place('name'))[0]).to.be.closeTo(40, 1e-6)
  })

  it('shares the room with one that grows towards it', async () => {
    const { place } = await readPlaceholderPage(
      at(40, 250, '{{a}}') + at(300, 250, '{{b|align=right}}') + at(40, 200, 'x'),
    )
    expect(place('a').box[2]).to.be.greaterThan(150).and.lessThan(place('b').box[0])
  })
})

describe('a placeholder within a sentence', () => {
  it('takes the whole line, with runs where faces and inks differ', async () => {
    const { place } = await readPlaceholderPage(
      'BT /F1 10 Tf 40 250 Td (Dear ) Tj /F2 10 Tf ({{first}}) Tj /F1 10 Tf ( of ) Tj /Gold cs 1 scn (York) Tj 0 g (!) Tj ET',
    )
    const { line, style } = place('first')
    expect(style.font.key).to.equal('bundled:Arimo-Bold')
    expect(
      line?.parts.map(({ text, source, font, ink }) => [text ?? source, font?.key ?? null, ink]),
    ).to.deep.equal([
      ['Dear ', 'bundled:Arimo-Regular', null],
      ['{{first}}', null, null],
      [' of ', 'bundled:Arimo-Regular', null],
      ['York', 'bundled:Arimo-Regular', 'Gold'],
      ['!', 'bundled:Arimo-Regular', null],
    ])
  })

  it('leaves words in the artwork that no value could take along', async () => {
    const { place } = await readPlaceholderPage(
      `BT /F1 10 Tf 40 250 Td /Pattern cs (Red ) Tj 0 g ({{a}}) Tj ET ${at(40, 200, '\\253 {{b}}')}`,
    )
    expect(place('a').line).to.equal(undefined)
    expect(place('a').style.align).to.equal('left')
    expect(place('b').line?.parts.map(({ text }) => text)).to.deep.equal(['« ', null])
  })

  it('moves words of another process colour, and keeps that colour', async () => {
    const { place, inks } = await readPlaceholderPage(
      'BT /F1 10 Tf 40 250 Td 0 1 1 0 k (Red ) Tj 0 g ({{a}}) Tj ET',
    )
    expect(place('a').line?.parts.map(({ text, ink }) => [text, ink])).to.deep.equal([
      ['Red ', 'CMYK 0/100/100/0'],
      [null, null],
    ])
    expect(inks.find(({ name }) => name === 'CMYK 0/100/100/0')?.cmyk).to.deep.equal([0, 100, 100, 0])
  })

  it('makes one line of several values, and one field of one label on several lines', async () => {
    const { fields, place } = await readPlaceholderPage(
      at(40, 250, '{{first}} {{last}}') + at(40, 220, 'Love, {{first}} and {{first}}'),
    )
    expect(fields.map(({ label, placements }) => [label, placements.length])).to.deep.equal([
      ['first', 2],
      ['last', 1],
    ])
    expect(place('last').line).to.deep.equal(place('first').line)
  })
})

describe('what is said of placeholders', () => {
  const codesOf = async (content: string, parts = {}) =>
    (await readPlaceholderPage(content, parts)).findings
      .filter(({ code }) => /^placeholder|^field_no|^text_un|^field_ink/.test(code))
      .map(({ code, severity, page, bbox }) => [code, severity, page, bbox?.length])

  for (const [what, content, code, severity] of [
    ['one that is not closed', at(40, 250, 'Dear {{name'), 'placeholder_unclosed', 'warn'],
    ['one without a label', at(40, 250, '{{ |w=3mm}}'), 'placeholder_label_missing', 'warn'],
    ['a setting that does not exist', at(40, 250, '{{a|b=3}}'), 'placeholder_setting_unknown', 'warn'],
    ['a value that a setting cannot have', at(40, 250, '{{a|w=x}}'), 'placeholder_setting_invalid', 'warn'],
    ['an ink that the artwork lacks', at(40, 250, '{{a|ink=Silver}}'), 'field_ink_unknown', 'warn'],
    ['text without width', 'BT /F1 10 Tf 0 Tz 40 250 Td ({{a}}) Tj ET', 'field_no_geometry', 'fail'],
    ['text without height', 'BT /F1 10 Tf 1 0 0 0 40 250 Tm ({{a}}) Tj ET', 'field_no_geometry', 'fail'],
    ['text off the page', at(500, 250, '{{a}}'), 'field_no_geometry', 'fail'],
    [
      'a box that two share',
      at(40, 250, '{{a|w=50mm}}') + at(120, 250, '{{b|w=50mm}}'),
      'field_no_geometry',
      'fail',
    ],
    ['one upon another', at(40, 250, '{{one}}') + at(40, 250, '{{another}}'), 'field_no_geometry', 'fail'],
    ['a clip made of text', 'BT 7 Tr 5 Tr /F1 10 Tf 40 250 Td ({{a}}) Tj ET', 'field_no_geometry', 'fail'],
  ] as const)
    it(`names page and spot: ${what}`, async () => {
      expect(await codesOf(content)).to.deep.equal([[code, severity, 0, 4]])
    })

  it('names page and spot: text that runs downwards', async () => {
    const vertical =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-V /DescendantFonts [<< /Type /Font ' +
      '/Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] ' +
      '/ToUnicode @meanings >>'
    const meanings = { data: '1 beginbfrange <0020> <007e> <0020> endbfrange' }
    const codes = [...'{{a}}'].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')
    const { findings } = await readPlaceholderPage(`BT /F4 10 Tf 40 250 Td <${codes}> Tj ET`, {
      ...{ fonts: '/F4 @vertical', objects: { vertical, meanings } },
    })
    const [told] = findings.filter(({ code }) => code === 'field_no_geometry')
    expect(told).to.deep.include({ severity: 'fail', page: 0, bbox: [35, 240, 45, 250] })
    expect(told).to.include({ says: 'field_no_geometry.vertical' })
  })

  it('names fonts that cannot be read', async () => {
    const parts = {
      fonts: '/F4 << /Type /Font /Subtype /Type1 /BaseFont /Odd /Encoding << /Differences [65 /g1 /g2] >> >>',
    }
    expect(await codesOf('BT /F4 10 Tf 40 250 Td (AB) Tj ET', parts)).to.deep.equal([
      ['text_unreadable', 'info', 0, 4],
    ])
  })

  it('is nothing where text is invisible or its layer is off', async () => {
    const hidden = {
      catalog: '/OCProperties << /OCGs [@layer] /D << /OFF [@layer] >> >>',
      properties: '/Layer @layer',
      objects: { layer: '<< /Type /OCG /Name (Off) >>' },
    }
    for (const content of [
      'BT 3 Tr /F1 10 Tf 40 250 Td ({{a}}) Tj ET',
      `/OC /Layer BDC ${at(40, 250, '{{a}}')} EMC`,
    ]) {
      const { fields, findings } = await readPlaceholderPage(content, hidden)
      expect(fields).to.deep.equal([])
      expect(findings.filter(({ code }) => code.startsWith('placeholder'))).to.deep.equal([])
    }
  })

  it('takes the artwork’s own spelling of an ink', async () => {
    const { fields } = await readPlaceholderPage(
      `/Gold cs 1 scn 0 0 5 5 re f 0 g ${at(40, 250, '{{a|ink=gold}}')}`,
    )
    expect(fields[0]?.ink).to.equal('Gold')
  })

  it('opens with two braces wherever they stand: in two strings, or in a form that is painted twice', async () => {
    const apart = await readPlaceholderPage('BT /F1 10 Tf 40 250 Td ({) Tj ({a}}) Tj ET')
    expect(apart.fields.map(({ label }) => label)).to.deep.equal(['a'])
    const brace = {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << ${RESOURCES} >>`,
      data: at(0, 0, '{'),
    }
    const painted = (x: number) => `q 1 0 0 1 ${x} 250 cm /Brace Do Q\n`
    const twice = await readPlaceholderPage(painted(40) + painted(43.34) + at(46.68, 250, 'a}}'), {
      ...{ xObjects: '/Brace @brace', objects: { brace } },
    })
    expect(twice.fields.map(({ label }) => label)).to.deep.equal(['a'])
  })

  it('is nothing of pages without text', async () => {
    const { fields } = await readPlaceholderFile(onePage({ data: '0 0 10 10 re f' }))
    expect(fields).to.deep.equal([])
  })
})
