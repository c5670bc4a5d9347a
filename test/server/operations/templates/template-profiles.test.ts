/** The preflight profile of a template over HTTP: given with the upload, changed later, named in reports. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { pressPage } from '../../../support/pdf/press-page.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { uploadForm } from '../../../support/service/sample-press.ts'

/** An image of 200 ppi, and text of 7 pt in two inks. */
const ARTWORK = pressPage({
  content:
    'q 72 0 0 72 100 90 cm /I Do Q 1 0 0 1 k BT /F 7 Tf 100 60 Td (Words) Tj ET BT /F 7 Tf 100 50 Td (More) Tj ET',
  resources: '/XObject << /I @image >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
  page: '/Annots [@field]',
  catalog: '/AcroForm << /Fields [@field] >>',
  objects: {
    field:
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [180 60 260 90] /F 4 /DA (/Helv 12 Tf 0 g) >>',
    image: {
      entries:
        '/Type /XObject /Subtype /Image /Width 200 /Height 200 /BitsPerComponent 8 /ColorSpace /DeviceCMYK',
      data: Buffer.alloc(160_000),
    },
  },
})

interface Found {
  readonly code: string
  readonly severity: string
  readonly count: number
  readonly boxes: readonly unknown[]
}

const judgement = (findings: readonly Found[], code: string) =>
  findings.find((finding) => finding.code === code)?.severity ?? null

for (const database of DATABASES)
  describe(`Preflight profiles, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: 'workers', database })
    })
    after(() => test?.close())

    it('are sheet-fed offset where nothing is said, and named by the template and its renders', async () => {
      const { body } = await test.json('/v1/templates', { body: uploadForm(ARTWORK, 'Plain') })
      const { template } = body
      expect(template.profile).to.equal('sheetfed')
      expect(judgement(template.findings, 'image_low_res')).to.equal('warn')
      const text = template.findings.find(({ code }: Found) => code === 'text_small_multi')
      expect(text).to.include({ count: 2, page: 0, found: 7, expected: 8, ref: 'GWG2022 R0017' })
      expect(text.boxes).to.have.length(2)

      const changed = await test.json(`/v1/templates/${template.id}`, {
        method: 'PATCH',
        body: { profile: 'packaging' },
      })
      expect(changed.status).to.equal(200)
      expect(changed.body.template.profile).to.equal('packaging')
      expect(judgement(changed.body.template.findings, 'image_low_res')).to.equal('fail')

      const { body: reply } = await test.json('/v1/renders', {
        body: { template_id: template.id, kind: 'proof', values: { Name: 'Ada' } },
      })
      const notes =
        typeof reply.render.preflight_notes === 'string'
          ? JSON.parse(reply.render.preflight_notes)
          : reply.render.preflight_notes
      expect(notes.profile).to.equal('packaging')
      expect(judgement(notes.template_checks, 'image_low_res')).to.equal('fail')
      expect(reply.render.preflight_status).to.equal('fail')
    })

    it('are taken from the upload, and changed by sending the same file with another', async () => {
      const form = (profile: string) => {
        const body = uploadForm(Buffer.concat([ARTWORK, Buffer.from('% another\n')]), 'Labels')
        body.append('profile', profile)
        return { body }
      }
      const first = await test.json('/v1/templates', form('digital'))
      expect(first.body.template.profile).to.equal('digital')
      expect(judgement(first.body.template.findings, 'image_low_res')).to.equal(null)
      expect(judgement(first.body.template.findings, 'text_small_multi')).to.equal(null)
      const again = await test.json('/v1/templates', form('flexo'))
      expect(again.body).to.include({ deduplicated: true, refreshed: true })
      expect(again.body.template).to.include({ id: first.body.template.id, profile: 'flexo' })
      expect(judgement(again.body.template.findings, 'image_low_res')).to.equal('warn')
      const same = await test.json('/v1/templates', form('flexo'))
      expect(same.body).not.to.have.property('refreshed')
    })

    it('are refused where there is none of the name', async () => {
      const { body } = await test.json('/v1/templates', { body: uploadForm(ARTWORK, 'Plain') })
      const { status } = await test.json(`/v1/templates/${body.template.id}`, {
        method: 'PATCH',
        body: { profile: 'newspaper' },
      })
      expect(status).to.be.oneOf([400, 422])
    })
  })
