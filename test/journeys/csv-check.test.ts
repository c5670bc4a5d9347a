/** A table of records tried before it is printed: encodings, columns, formulas and rows that could not be printed. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { liveTemplate } from '../support/service/sample-fill.ts'
import { openSamplePress } from '../support/service/sample-press.ts'

const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const latin1 = (text: string) => Buffer.from(text, 'latin1')

for (const database of DATABASES)
  describe(`Trying a CSV, on ${longOn(database)}`, () => {
    let test: TestServer
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), database })
      templateId = (await liveTemplate(test)).id
    })
    after(() => test?.close())

    const send = (path: string, csv: string | Buffer, more: Record<string, string> = {}) => {
      const form = new FormData()
      form.set('template_id', templateId)
      for (const [name, value] of Object.entries(more)) form.set(name, value)
      form.set('csv', new Blob([new Uint8Array(Buffer.from(csv))]), 'list.csv')
      return test.json(path, { method: 'POST', body: form })
    }
    const check = (csv: string | Buffer, more?: Record<string, string>) =>
      send('/v1/batches/csv/check', csv, more)

    it('tells the columns, and suggests what an unknown one may be', async () => {
      const { status, body } = await check('NAME!;size;Order no.;Colour;Name\nAda;Small;A-1;red;\n')
      expect(status, JSON.stringify(body)).to.equal(200)
      const meanings = body.check.columns.map(
        (one: { name: string; meaning: string; suggestion: string }) => [
          one.name,
          one.meaning,
          one.suggestion,
        ],
      )
      expect(meanings).to.deep.equal([
        ['NAME!', 'unknown', 'Name'],
        ['size', 'field', null],
        ['Order no.', 'unknown', 'external_order_id'],
        ['Colour', 'unknown', null],
        ['Name', 'field', null],
      ])
      const columns = JSON.stringify({ 'NAME!': 'Name', size: 'Size', Colour: null, Name: null })
      const mapped = (await check('NAME!;size;Order no.;Colour;Name\nAda;Small;A-1;red;\n', { columns })).body
        .check
      expect(mapped.columns.map((one: { meaning: string }) => one.meaning)).to.deep.equal([
        'field',
        'field',
        'unknown',
        'ignored',
        'ignored',
      ])
      expect(mapped.columns[0]).to.include({ label: 'Name', sample: 'Ada' })
      expect(Object.values(mapped.first_row.values)).to.deep.equal(['Ada', 'Small'])
    })

    it('reads a table as spreadsheets and exporters write it, and a batch of it is made alike', async () => {
      const tables: Record<string, string | Buffer> = {
        'nameless columns': 'Name,Size,,\nAda,s,,\nBo,m,,\n,,,\n',
        'a stray comma': 'Name,Size,\nAda,s\nBo,m,,\n',
        'left out cells': 'Name,Size\nAda\nBo,m\n',
        'a line that says the separator': 'sep=;\r\nName;Size\r\nAda;s\r\nBo;m\r\n',
        'the same in UTF-16': utf16('sep=\t\r\nName\tSize\r\nAda\ts\r\nBo\tm\r\n'),
        'marks at the end': 'Name,Size\nAda,s\nBo,m\n\x1a\0\0\0',
        'rows of separators': ',,\n\nName,Size\n,\nAda,"s"\n"",""\nBo,m\n,,,,\n',
        'invisible characters': '\ufeff\u200bNAME,\u00a0Si\u00adze\rAda,s\rBo,m',
      }
      for (const [what, csv] of Object.entries(tables)) {
        const { body } = await check(csv)
        expect(body.check, `${what}: ${JSON.stringify(body)}`).to.include({ rows: 2, ready: 2, faulty: 0 })
        const { encoding } = body.check
        const made = await send('/v1/batches/csv', csv, { encoding })
        expect(made.body.batch, `${what}: ${JSON.stringify(made.body)}`).to.include({ total: 2, failed: 0 })
      }
    })

    it('names a column without a name by its place where a row has a value in it, as the batch does', async () => {
      const csv = 'Name,Size,,\nAda,s,,\nBo,m,,see above\n'
      const { columns } = (await check(csv)).body.check
      expect(columns.map((one: { name: string; meaning: string }) => [one.name, one.meaning])).to.deep.equal([
        ['Name', 'field'],
        ['Size', 'field'],
        ['#3', 'ignored'],
        ['#4', 'unknown'],
      ])
      const refused = await send('/v1/batches/csv', csv)
      expect(refused.body.error).to.include({
        code: 'unknown_field',
        param: '#4',
        message: 'Column 4 has no name, but line 3 has a value in it. Name the column, or leave it out.',
      })
      const left = JSON.stringify({ '#4': null })
      expect((await check(csv, { columns: left })).body.check.columns[3].meaning).to.equal('ignored')
      expect((await send('/v1/batches/csv', csv, { columns: left })).status).to.equal(201)
    })

    it('finds the rows that could not be printed before anything is', async () => {
      const count = async () => (await test.json('/v1/batches?limit=100')).body.data.length
      const before = await count()
      const rows = ['Ada,s', ',s', 'Grace,Enormous', `${'W'.repeat(60)},s`, 'one,two,three', '', 'Bo,m']
      const { body } = await check(`Name,Size\n${rows.join('\n')}\n`)
      expect(body.check, JSON.stringify(body.check.errors)).to.include({
        rows: 6,
        ready: 2,
        faulty: 4,
        rows_set: 5,
      })
      const told = body.check.errors.map((one: { row: number; code: string; param: string | null }) => [
        one.row,
        one.code,
        one.param,
      ])
      expect(told).to.deep.equal([
        [3, 'required_value_missing', 'Name'],
        [4, 'invalid_option', 'Size'],
        [5, 'value_too_long', 'Name'],
        [6, 'invalid_csv', null],
      ])
      expect(await count()).to.equal(before)
      expect(await test.temporaryFiles()).to.deep.equal([])
    })

    it('keeps formulas as the text that they are, and says where they stand', async () => {
      const cells = [
        '=SUM(A1:A3)',
        '@name',
        '#REF!',
        '-5',
        '+49 170 123-45',
        '=1',
        'a=b',
        "-2+cmd|' /C'!A0*2",
      ]
      const { body } = await check(`Name,Size\n${cells.map((cell) => `"${cell}",m`).join('\n')}\n`)
      expect(body.check.formulas.map((one: { text: string }) => one.text)).to.deep.equal([
        '=SUM(A1:A3)',
        '@name',
        '#REF!',
        '=1',
        "-2+cmd|' /C'!A0*2",
      ])
      expect(body.check).to.include({ formula_count: 5, faulty: 0 })
    })

    it('says how the file is encoded, and a batch is made in no other encoding than it is told', async () => {
      const text = 'Name,Size\nZoë Müller,m\n'
      const files: readonly (readonly [Buffer, string])[] = [
        [Buffer.from(text), 'utf-8'],
        [Buffer.from(`\ufeff${text}`), 'utf-8'],
        [utf16(text), 'utf-16le'],
        [utf16(text, true), 'utf-16be'],
        [Buffer.from(text, 'utf16le'), 'utf-16le'],
        [latin1(text), 'windows-1252'],
      ]
      for (const [bytes, encoding] of files) {
        const { body } = await check(bytes)
        expect(body.check, encoding).to.include({ encoding, rows: 1, faulty: 0 })
        expect(body.check.columns[0], encoding).to.include({ name: 'Name', sample: 'Zoë Müller' })
      }
      const blind = await send('/v1/batches/csv', latin1(text))
      expect([blind.status, blind.body.error.code]).to.deep.equal([400, 'invalid_csv'])
      expect(blind.body.error.message).to.match(/Line 2.*not UTF-8/)
      const told = await send('/v1/batches/csv', latin1(text), { encoding: 'windows-1252' })
      expect(told.status, JSON.stringify(told.body)).to.equal(201)
      const odd = await check(text, { encoding: 'utf-16le' })
      expect([odd.status, odd.body.error.code]).to.be.deep.oneOf([[400, 'invalid_csv']])
    })

    it('refuses what is no table', async () => {
      for (const csv of ['\n', 'Name,Size\n', 'Name\n"open\n'])
        expect((await check(csv)).body.error?.code, csv).to.equal('invalid_csv')
      const foreign = await check('Name\nAda\n', { template_id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e' })
      expect(foreign.status).to.equal(404)
    })
  })
