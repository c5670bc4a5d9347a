/** Bad input over HTTP with real workers: each a catalogued refusal that names the parameter, and nothing kept. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { blankPdf } from '../support/pdf/blank-pdf.ts'
import { formPdf, textField } from '../support/pdf/form-pdf.ts'
import { spotPdf } from '../support/pdf/spot-pdf.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const FORM = {
  pages: ['/MediaBox [0 0 300 200]'],
  fields: [
    textField('name', '20 20 200 50', '/DA (/Helv 14 Tf) /MaxLen 40 /TU (Name)'),
    textField('tiny', '20 80 40 88', '/DA (/Helv 8 Tf) /TU (Tiny)'),
    {
      entries: '/FT /Ch /Ff 131072 /Opt [(S) (M) (L)] /Subtype /Widget /Rect [20 100 90 120] /TU (Size)',
      name: 'size',
      page: 0,
    },
  ],
}

for (const database of DATABASES)
  describe(`bad input, on ${longOn(database)}`, () => {
    let server: TestServer
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      server = await openTestServer({ press: 'workers', database })
      const { status, body } = await upload(await formPdf(FORM))
      expect(status, JSON.stringify(body)).to.equal(200)
      templateId = body.template.id
    })
    after(() => server?.close())

    const upload = (bytes: Uint8Array) => {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(bytes)]), 'upload.pdf')
      return server.json('/v1/templates', { method: 'POST', body: form })
    }
    const encrypted = () => readFile(join(import.meta.dirname, '../fixtures/encrypted.pdf'))
    const text = (content: string) => async () => Buffer.from(content)

    describe('of uploads', () => {
      const FILES: readonly (readonly [string, () => Promise<Uint8Array>, number, string])[] = [
        ['an empty file', text(''), 400, 'missing_file'],
        ['no PDF at all', text('Dear printer, please find enclosed'), 400, 'invalid_pdf'],
        ['a web page', text('<!doctype html><title>Not found</title>'), 400, 'invalid_pdf'],
        [
          'a ZIP',
          async () => Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1'),
          400,
          'invalid_pdf',
        ],
        ['a header and nothing else', text('%PDF-1.7\n'), 400, 'invalid_pdf'],
        ['a PDF cut off', async () => (await spotPdf('Gold')).subarray(0, 120), 400, 'invalid_pdf'],
        ['a PDF with a password', encrypted, 400, 'encrypted_pdf'],
        [
          'a PDF of 201 pages',
          () => blankPdf(Array.from({ length: 201 }, () => ({}))),
          400,
          'too_many_pages',
        ],
        [
          'a page of 300 inches',
          () => blankPdf([{ mediaBox: [0, 0, 21_600, 200] }]),
          400,
          'unsupported_page_size',
        ],
        ['more than 50 MB', async () => Buffer.alloc(52_428_801, 0x20), 413, 'payload_too_large'],
      ]
      for (const [what, bytes, status, code] of FILES)
        it(`refuses ${what} as ${code} and keeps nothing`, async () => {
          const kept = await server.keptFiles()
          const answer = await upload(await bytes())
          expect(answer.status).to.equal(status)
          expect(answer.body.error).to.include({ code })
          expect(answer.body.error.message.length).to.be.greaterThan(20)
          expect(await server.temporaryFiles()).to.deep.equal([])
          expect(await server.keptFiles()).to.deep.equal(kept)
        })
    })

    describe('of renders', () => {
      const COLOR = { index: 1, key: 'a', name: 'Ink A', hex: '#112233' }
      const BODIES: readonly (readonly [string, Record<string, unknown>, number, string, string])[] = [
        ['an unknown field', { values: { Nobody: 'x' } }, 400, 'unknown_field', 'values.Nobody'],
        ['an option that is none', { values: { Size: 'XL' } }, 400, 'invalid_option', 'values.Size'],
        ['a value too long', { values: { Name: 'x'.repeat(41) } }, 400, 'value_too_long', 'values.Name'],
        ['a value with NUL', { values: { Name: 'a\u0000b' } }, 400, 'invalid_parameter', 'values.Name'],
        ['a lone surrogate', { values: { Name: 'a\ud800' } }, 400, 'invalid_parameter', 'values.Name'],
        ['a control character', { values: { Name: 'a\u0007' } }, 400, 'invalid_value', 'values.Name'],
        [
          'an ink named All',
          { colors: [{ ...COLOR, name: 'All' }] },
          422,
          'invalid_colors',
          'colors[0].name',
        ],
        [
          'twin inks',
          { colors: [COLOR, { ...COLOR, index: 2, name: 'INK a' }] },
          422,
          'invalid_colors',
          'colors',
        ],
        [
          'an index without a color',
          { assignments: { Name: 7 } },
          422,
          'invalid_assignments',
          'assignments.Name',
        ],
        [
          'a hex that is none',
          { colors: [{ ...COLOR, hex: 'red' }] },
          422,
          'invalid_colors',
          'colors[0].hex',
        ],
        [
          'a paper without a hex',
          { substrate: { key: 'k', name: 'K', hex: 'brown' } },
          422,
          'invalid_substrate',
          'substrate.hex',
        ],
        ['a kind that is none', { kind: 'preview' }, 400, 'invalid_parameter', 'kind'],
        ['a body with a field of the record', { status: 'succeeded' }, 400, 'unknown_parameter', 'status'],
      ]
      for (const [what, changes, status, code, param] of BODIES)
        it(`refuses ${what} as ${code} and writes no render`, async () => {
          const answer = await server.json('/v1/renders', { body: { template_id: templateId, ...changes } })
          expect(answer.status, JSON.stringify(answer.body)).to.equal(status)
          expect(answer.body.error).to.include({ code, param })
          expect((await server.json('/v1/renders')).body.data).to.deep.equal([])
        })

      it('refuses text that cannot fit or be set with every fault at once, and writes no render', async () => {
        const values = { Name: '中文', Tiny: 'far too much for so small a place' }
        const answer = await server.json('/v1/renders', { body: { template_id: templateId, values } })
        expect(answer.status).to.equal(400)
        expect(answer.body.error.code).to.equal('values_not_printable')
        const details: { code: string; page: number; found: string }[] = answer.body.error.details
        expect(details.map((detail) => detail.code)).to.have.members(['glyph_missing', 'text_does_not_fit'])
        expect(details.find((detail) => detail.code === 'glyph_missing')?.found).to.include('U+4E2D')
        expect((await server.json('/v1/renders')).body.data).to.deep.equal([])
      })

      for (const key of ['__proto__', 'constructor', 'prototype'])
        it(`refuses ${key} as a key and pollutes nothing`, async () => {
          const body = `{"template_id":"${templateId}","values":{"${key}":{"polluted":"yes"}}}`
          const headers = { 'content-type': 'application/json' }
          const answer = await server.json('/v1/renders', { method: 'POST', body, headers })
          expect(answer.status).to.equal(400)
          expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
        })

      it("answers 404 for another team's template and render", async () => {
        const other = await server.makeTeam('Other shop')
        const body = { template_id: templateId, values: {} }
        expect((await server.json('/v1/renders', { body, key: other.key })).status).to.equal(404)
      })
    })
  })
