/** Which fields a form has: kinds, names, labels, values and options, inherited or not. */
import { expect } from 'chai'
import { type FormPdfField, formPdf, streamObject, textField } from '../../../../support/pdf/form-pdf.ts'
import { readFormFile, readFormParts, readOneField } from '../../../../support/pdf/form-reading.ts'

const AT = '40 40 200 60'
const states = (...names: string[]) =>
  `/AP << /N << ${[...names, 'Off'].map((name) => `/${name} @mark`).join(' ')} >> >>`
const MARK = { mark: streamObject('') }
const widget = (entries: string, rect = AT) => `/Subtype /Widget /Rect [${rect}] ${entries}`
const child = (entries: string, page = 0): FormPdfField => ({ entries, page, listed: false })
const group = (entries: string, name = 'group'): FormPdfField => ({ entries, name, page: null })

describe('readForm', () => {
  describe('text fields', () => {
    it('reads name, value, length and requirement', async () => {
      const entries = '/TU (Your name) /V (Ada) /DV (Grace) /MaxLen 20 /Ff 2'
      const field = await readOneField({ fields: [textField('name', AT, entries)] })
      expect(field).to.deep.include({
        id: '',
        label: 'Your name',
        sourceName: 'name',
        type: 'text',
        defaultValue: 'Ada',
        required: true,
        maxLength: 20,
        options: null,
        overprint: false,
        slot: 'above',
      })
    })

    it('takes the default value where there is no value, and cuts it to the length', async () => {
      const field = await readOneField({ fields: [textField('a', AT, '/DV (Grace Hopper) /MaxLen 5')] })
      expect(field.defaultValue).to.equal('Grace')
    })

    for (const [name, written, text] of [
      ['PDFDocEncoding', '(caf\\351 \\200 \\240)', 'café • €'],
      ['UTF-16BE', '<FEFF65E5672C00200041>', '日本 A'],
      ['UTF-16LE', '<FFFE4100E500>', 'Aå'],
      ['UTF-8', '<EFBBBF47 72C3BC6E>', 'Grün'],
      ['UTF-16BE with a language', '<FEFF001B00640065001B0041>', 'A'],
      ['escapes', '(a\\(b\\)\\\\)', 'a(b)\\'],
    ] as const)
      it(`decodes a value in ${name}`, async () => {
        const field = await readOneField({ fields: [textField('a', AT, `/V ${written}`)] })
        expect(field.defaultValue).to.equal(text)
      })

    it('reads a value kept in a stream', async () => {
      const objects = { long: streamObject('A long story') }
      const field = await readOneField({ fields: [textField('a', AT, '/V @long')], objects })
      expect(field.defaultValue).to.equal('A long story')
    })

    it('keeps line breaks in multi-line fields alone', async () => {
      const { fields } = await readFormParts({
        fields: [
          textField('one', AT, '/V (a\\r\\nb\\tc)'),
          textField('many', '40 80 200 120', '/Ff 4096 /V (a\\r\\nb\\rc)'),
        ],
      })
      expect(fields.map((field) => field.defaultValue)).to.deep.equal(['a b c', 'a\nb\nc'])
    })

    it('shows no password, takes no file, and says that formatting and locks are lost', async () => {
      const { fields, findings } = await readFormParts({
        fields: [
          textField('secret', AT, '/Ff 8192 /V (hush)'),
          textField('file', '40 70 200 90', '/Ff 1048576'),
          textField('rich', '40 100 200 120', '/Ff 33554432 /V (plain) /RV (<b>plain</b>)'),
          textField('locked', '40 130 200 150', '/Ff 1 /V (kept)'),
        ],
      })
      expect(fields.map((field) => field.defaultValue)).to.deep.equal(['', 'plain', 'kept'])
      const info = findings.map(({ code, severity }) => `${code} ${severity}`)
      expect(info).to.deep.equal([
        'field_type_unsupported info',
        'field_rich_text info',
        'field_read_only info',
      ])
    })
  })

  describe('names and labels', () => {
    it('cleans a label of control characters and the index of XFA names', async () => {
      const { fields } = await readFormParts({
        fields: [textField('a', AT, '/TU (Two\\r\\n  lines\\001)'), textField('Name[0]', '40 80 200 100')],
      })
      expect(fields.map((field) => field.label)).to.deep.equal(['Two lines', 'Name'])
      expect(fields[1]?.sourceName).to.equal('Name[0]')
    })

    it('says that two fields have one label', async () => {
      const { findings, codes } = await readFormParts({
        fields: [textField('a', AT, '/TU (Name)'), textField('b', '40 80 200 100', '/TU (Name)')],
      })
      expect(codes).to.deep.equal(['field_label_duplicate'])
      expect(findings[0]).to.include({ severity: 'warn', page: 0, found: 2 })
    })

    it('joins partial names and inherits everything inheritable from the parents', async () => {
      const parent = '/T (person) /FT /Tx /Ff 2 /MaxLen 7 /Q 2 /DV (ab) /DA (/F 11 Tf) /Kids [@sub]'
      const { fields } = await readFormParts({
        fields: [
          group(parent),
          {
            entries: '/T (name) /Parent @group /Kids [@first @last]',
            name: 'sub',
            page: null,
            listed: false,
          },
          { ...child(widget('/T (first) /Parent @sub')), name: 'first' },
          { ...child(widget('/T (last) /Parent @sub /Q 1 /V (x)', '40 80 200 100')), name: 'last' },
        ],
        form: '/DA (/Helv 9 Tf) /Q 1',
      })
      expect(fields.map((field) => field.sourceName)).to.deep.equal(['person.name.first', 'person.name.last'])
      expect(fields[0]).to.include({ label: 'first', required: true, maxLength: 7, defaultValue: 'ab' })
      expect(fields[0]?.placements[0]?.style).to.include({ align: 'right', sizePt: 11 })
      expect(fields[1]).to.include({ label: 'last', defaultValue: 'x' })
      expect(fields[1]?.placements[0]?.style.align).to.equal('center')
    })

    it('takes kids that do not name their parent', async () => {
      const field = await readOneField({
        fields: [group('/T (a) /FT /Tx /V (x) /Kids [@kid]'), { ...child(widget('')), name: 'kid' }],
      })
      expect(field).to.include({ sourceName: 'a', defaultValue: 'x' })
    })

    it('takes widgets that only a page names, with and without a form', async () => {
      const orphan = { entries: textField('lost', AT, '/V (x)'), listed: false }
      for (const form of ['', null])
        expect(await readOneField({ fields: [orphan], form })).to.include({
          sourceName: 'lost',
          defaultValue: 'x',
        })
    })

    it('reads fields of one name as one field, and tells other twins apart by number', async () => {
      const { fields } = await readFormParts({
        fields: [
          textField('a', AT, '/V (x)'),
          textField('a', '40 80 200 100'),
          textField('a', '40 120 60 140', `/FT /Btn ${states('On')}`),
          widget('/FT /Tx', '220 40 280 60'),
          widget('/FT /Tx', '220 80 280 100'),
        ],
        objects: MARK,
      })
      const names = fields.map((field) => `${field.sourceName}: ${field.placements.length}`)
      expect(names).to.deep.equal(['a: 2', 'a (2): 1', 'unnamed: 1', 'unnamed (2): 1'])
      expect(fields[3]?.label).to.equal('unnamed (2)')
    })

    it('ends on chains of parents and kids that run in circles', async () => {
      const { fields } = await readFormParts({
        fields: [
          { entries: '/T (a) /FT /Tx /Parent @b /Kids [@b @w]', name: 'a', page: null },
          { entries: '/T (b) /Parent @a /Kids [@a @b]', name: 'b', page: null },
          { ...child(widget('/Parent @a')), name: 'w' },
        ],
      })
      expect(fields.map((field) => field.sourceName)).to.deep.equal(['b.a'])
    })

    it('leaves out push buttons, fields without a type and signatures, and says where one was signed', async () => {
      const { fields, codes } = await readFormParts({
        fields: [
          textField('push', AT, '/FT /Btn /Ff 65536'),
          textField('typeless', '40 70 200 90').replace('/FT /Tx', ''),
          group('/T (branch)'),
          textField('empty', '40 100 200 120', '/FT /Sig'),
          textField('signed', '40 130 200 150', '/FT /Sig /V << /Type /Sig >>'),
        ],
      })
      expect(fields).to.deep.equal([])
      expect(codes).to.deep.equal(['field_type_unsupported', 'pdf_signed'])
    })
  })

  describe('choices', () => {
    const choice = (entries: string) => ({ fields: [textField('a', AT, `/FT /Ch ${entries}`)] })

    it('reads options as strings and as pairs, and the chosen one', async () => {
      const field = await readOneField(
        choice('/Ff 131072 /Opt [(Red) [(g) (Green)] [(b) (Blue)] (Red) ()] /V (b)'),
      )
      expect(field).to.deep.include({ type: 'selection', defaultValue: 'b', maxLength: null })
      expect(field.options).to.deep.equal([
        { value: 'Red', label: 'Red' },
        { value: 'g', label: 'Green' },
        { value: 'b', label: 'Blue' },
      ])
    })

    for (const [name, entries, value] of [
      ['the shown text', '/V (Green)', 'g'],
      ['the first of several', '/V [(g) (Red)]', 'g'],
      ['an index alone', '/I [1]', 'g'],
      ['nothing known', '/V (Violet)', ''],
      ['nothing', '', ''],
    ] as const)
      it(`takes ${name} for the default`, async () => {
        const field = await readOneField(choice(`/Opt [(Red) [(g) (Green)]] ${entries}`))
        expect(field.defaultValue).to.equal(value)
      })

    it('lets the own value of an editable list join its options', async () => {
      const field = await readOneField(choice('/Ff 393216 /Opt [(Red)] /V (Violet)'))
      expect(field.options?.map((option) => option.value)).to.deep.equal(['Red', 'Violet'])
      expect(field.defaultValue).to.equal('Violet')
    })

    it('reads an editable combo without a list as text, and leaves out a list without options', async () => {
      expect(await readOneField(choice('/Ff 393216 /V (free)'))).to.include({
        type: 'text',
        defaultValue: 'free',
      })
      const { fields, codes } = await readFormParts(choice('/Opt []'))
      expect([fields.length, codes]).to.deep.equal([0, ['field_options_missing']])
    })
  })

  describe('check boxes and radio buttons', () => {
    const check = (entries: string) => ({
      fields: [textField('a', '40 40 60 60', `/FT /Btn ${entries}`)],
      objects: MARK,
    })

    it('gives a check box its on-state and Off', async () => {
      const field = await readOneField(check(`${states('Gr#c3#bcn')} /V /Gr#C3#BCn`))
      expect(field).to.deep.include({ type: 'selection', defaultValue: 'Grün', required: false })
      expect(field.options?.map((option) => option.value)).to.deep.equal(['Grün', 'Off'])
      expect(field.placements[0]).to.include({ option: 'Grün', mark: 'check' })
    })

    for (const [entries, value] of [
      [`${states('On')}`, 'Off'],
      [`${states('On')} /AS /On`, 'On'],
      [`${states('On')} /AS /On /V /Off`, 'Off'],
      [`${states('On')} /DV /On`, 'On'],
      ['', 'Off'],
      ['/AS /Ja', 'Ja'],
    ])
      it(`is ${value} by default with ${entries || 'no appearance'}`, async () => {
        expect((await readOneField(check(entries!))).defaultValue).to.equal(value)
      })

    for (const [caption, mark] of Object.entries({
      '4': 'check',
      '8': 'cross',
      l: 'circle',
      u: 'diamond',
      n: 'square',
      H: 'star',
      '?': 'check',
    }))
      it(`shows ${mark} for the caption ${caption}`, async () => {
        const field = await readOneField(check(`${states('On')} /MK << /CA (${caption}) >>`))
        expect(field.placements[0]?.mark).to.equal(mark)
      })

    it('gives a radio group one option a state, with labels from /Opt and no more required than it says', async () => {
      const kid = (state: string, rect: string) =>
        child(widget(`/Parent @group ${states(state)} /TU (tip)`, rect))
      const radio = {
        fields: [
          group('/T (size) /FT /Btn /Ff 49152 /V /1 /Opt [(Small) (Large) (Small too)] /Kids [@k0 @k1 @k2]'),
          { ...kid('0', '40 40 60 60'), name: 'k0' },
          { ...kid('1', '80 40 100 60'), name: 'k1' },
          { ...kid('0', '120 40 140 60'), name: 'k2' },
        ],
        objects: MARK,
      }
      const field = await readOneField(radio)
      expect(field).to.deep.include({ label: 'size', defaultValue: '1', required: false })
      expect(field.options).to.deep.equal([
        { value: '0', label: 'Small' },
        { value: '1', label: 'Large' },
      ])
      expect(field.placements.map(({ option, mark }) => `${option} ${mark}`)).to.deep.equal([
        '0 circle',
        '1 circle',
        '0 circle',
      ])
    })
  })

  it('refuses forms that no person made', async () => {
    const fields = Array.from({ length: 10_001 }, (_, index) => textField(`f${index}`, AT))
    let code = ''
    await readFormFile(formPdf({ fields })).catch((error) => {
      code = error.code
    })
    expect(code).to.equal('pdf_too_complex')
  })
})
