/** Form fields that lean on scripts or take more than one choice: preflight names each of them. */

import { expect } from 'chai'
import type { Finding } from '../../../../../core/engine/finding/finding.ts'
import { findingMessage } from '../../../../../core/engine/finding/sentence.ts'
import type { FormPdf } from '../../../../support/pdf/form-pdf.ts'
import { textField } from '../../../../support/pdf/form-pdf.ts'
import { readFormParts } from '../../../../support/pdf/form-reading.ts'

const AT = '20 20 120 40'
const script = (event: string, text: string) =>
  `/AA << /${event} << /S /JavaScript /JS (${text.replace(/[()]/g, '\\$&')}) >> >>`
const CODES = /^field_(calculated|formatted|validated|single_choice|own_text)$/

async function told(parts: FormPdf): Promise<readonly Finding[]> {
  return (await readFormParts(parts)).findings.filter(({ code }) => CODES.test(code))
}
const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)

describe('The scripts of form fields', () => {
  it('are named with the field, its kind and the value that prints', async () => {
    const findings = await told({
      fields: [
        textField('price', AT, script('F', 'AFNumber_Format(2,0,0,0,"$",true);')),
        textField('total', AT, `/V (0.00) ${script('C', 'AFSimple_Calculate("PRD", ["price"]);')}`),
      ],
    })
    expect(codesOf(findings)).to.deep.equal(['field_formatted', 'field_calculated'])
    expect(findings.map((finding) => findingMessage(finding))).to.deep.equal([
      'The form formats “price” as a number. No script runs here: values print as they are entered.',
      'The form calculates “total” by a script, and scripts do not run here. It prints the value of the PDF, “0.00”, ' +
        'until another value is entered.',
    ])
    expect(findings[1]).to.deep.include({ page: 0, bbox: [20, 20, 120, 40], severity: 'warn' })
  })

  const formats = {
    'AFNumber_Format(2, 0, 0, 0, "", true)': 'number',
    'AFPercent_Format(1, 0)': 'percent',
    'AFDate_Format(1)': 'date',
    'AFDate_FormatEx("d/m/yy")': 'date',
    'AFTime_Format(0)': 'time',
    'AFSpecial_Format(2)': 'special',
    'event.value = event.value.toUpperCase()': 'script',
  }
  for (const [text, way] of Object.entries(formats))
    it(`of the kind ${text.split('(')[0]} are told as a format`, async () => {
      const [finding] = await told({ fields: [textField('a', AT, script('F', text))] })
      expect(finding?.params?.way).to.equal(way)
    })

  it('are found in keystrokes, in ranges and in the parent of a widget', async () => {
    const parent = `/FT /Tx /T (a) /Kids [@kid] ${script('K', 'AFDate_KeystrokeEx("d.m.yyyy")')}`
    const kid =
      '/Type /Annot /Subtype /Widget /Parent @parent /F 4 /Rect [20 60 120 80] /AA << /E << /S /Named >> >>'
    const findings = await told({
      fields: [
        { name: 'parent', entries: parent, page: null },
        { name: 'kid', entries: kid, listed: false },
        textField('b', AT, script('V', 'AFRange_Validate(true, 1, true, 9)')),
      ],
    })
    expect(findings.map(({ code, params }) => `${code} ${params?.way}`)).to.deep.equal([
      'field_formatted date',
      'field_validated range',
    ])
  })

  it('are found where only the form’s order of calculation lists the field', async () => {
    const findings = await told({ fields: [textField('a', AT), textField('b', AT)], form: '/CO [@field1]' })
    expect(findings.map(({ code, params }) => `${code} ${params?.label}`)).to.deep.equal([
      'field_calculated b',
    ])
    expect(findings.map((finding) => findingMessage(finding, 'de'))).to.deep.equal([
      'Das Formular berechnet „b“ mit einem Skript, und Skripte laufen hier nicht. Das Feld bleibt leer, bis ein anderer ' +
        'Wert eingegeben wird.',
    ])
  })
})

describe('A choice field that takes more than one option', () => {
  const choice = (flags: number, more: string) =>
    textField('toppings', AT, `/FT /Ch /Ff ${flags} /Opt [[(h) (Ham)] [(o) (Olive)] [(c) (Corn)]] ${more}`)
  const dropped = async (flags: number, more: string) => {
    const [finding] = await told({ fields: [choice(flags, more)] })
    return [finding?.code, finding?.params?.dropped]
  }

  it('keeps the first of several choices and names the labels of the others', async () => {
    const expected = ['field_single_choice', ['Olive', 'Corn']]
    expect(await dropped(1 << 21, '/V [(h) (o) (c)]')).to.deep.equal(expected)
    expect(await dropped(1 << 21, '/V [(Ham) (Olive) (Corn)]')).to.deep.equal(expected)
    expect(await dropped(1 << 21, '/I [0 1 2]')).to.deep.equal(expected)
    expect(await dropped(0, '/DV [(h) (o) (c)]')).to.deep.equal(expected)
  })

  it('is named although nothing was chosen in it', async () => {
    expect(await dropped(1 << 21, '')).to.deep.equal(['field_single_choice', undefined])
    expect(await dropped(0, '/V (h)')).to.deep.equal([undefined, undefined])
  })

  it('is named where text of one’s own may be typed in', async () => {
    expect(codesOf(await told({ fields: [choice((1 << 17) | (1 << 18), '')] }))).to.deep.equal([
      'field_own_text',
    ])
    expect(codesOf(await told({ fields: [choice(1 << 17, '')] }))).to.deep.equal([])
  })
})
