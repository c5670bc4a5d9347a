/** The main job over HTTP with real workers: a press PDF in, a press-ready PDF with true plates out. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { coverage, needs, pdfText, plates, qpdfCheck, RIPS } from '../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = {
  'First name': 'Annabel',
  'Second name': 'Björn',
  Date: '14 June 2027',
  Place: 'Orchard House\nHartfield',
}
const COLORS = [
  { index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' },
  { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
]

for (const database of DATABASES)
  describe(`from upload to press, on ${longOn(database)}`, () => {
    let server: TestServer
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      server = await openTestServer({ press: 'workers', database })
    })
    after(() => server?.close())

    const upload = async (bytes: Uint8Array, title?: string) => {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(bytes)]), 'wedding-card.pdf')
      if (title !== undefined) form.set('title', title)
      return server.json('/v1/templates', { method: 'POST', body: form })
    }
    const render = (body: Record<string, unknown>) =>
      server.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values: VALUES, ...body },
      })
    const bytesOf = async (url: string) => {
      const response = await fetch(url.replace(/^https?:\/\/[^/]+/, server.url))
      expect(response.status).to.equal(200)
      return new Uint8Array(await response.arrayBuffer())
    }

    it('turns the upload into a draft with its fields and inks', async () => {
      const { status, body } = await upload(await readFile(CARD), 'Wedding card')
      expect(status).to.equal(200)
      expect(body.template).to.include({
        title: 'Wedding card',
        status: 'draft',
        slug: 'wedding-card',
        field_count: 4,
      })
      expect(body.scene.inks.map((ink: { name: string }) => ink.name)).to.deep.equal([
        'Letterpress Green',
        'Gold Foil',
      ])
      const codes = body.template.findings.map((finding: { code: string }) => finding.code)
      expect(codes, 'both inks print').to.not.include('spot_technical')
      expect(body).to.not.have.any.keys('deduplicated', 'restored', 'refreshed')
      templateId = body.template.id
      const fields = await server.json(`/v1/templates/${templateId}/fields`)
      expect(fields.body.data.map((field: { label: string }) => field.label)).to.have.members(
        Object.keys(VALUES),
      )
    })

    it('finds the same bytes again, by any title, archived or not', async () => {
      const card = await readFile(CARD)
      const again = await upload(card)
      expect(again.body).to.include({ deduplicated: true })
      expect(again.body.template.id).to.equal(templateId)
      const retitled = await upload(card, 'Our card')
      expect(retitled.body).to.include({ deduplicated: true, refreshed: true })
      expect(retitled.body.template.title).to.equal('Our card')
      await server.json(`/v1/templates/${templateId}/archive`, { method: 'POST' })
      expect((await server.json('/v1/templates')).body.data).to.deep.equal([])
      const restored = await upload(card)
      expect(restored.body).to.include({ restored: true })
      expect(restored.body.template).to.include({ id: templateId, status: 'draft' })
    })

    it('publishes its first revision', async () => {
      const published = await server.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
      expect(published.body).to.include({ revision: 1 })
    })

    it('renders and hands out the press file by link, download and range', async function () {
      needs(this, 'qpdf', 'pdftotext')
      const { status, body } = await render({ external_order_id: 'order-1', external_cart_id: 'cart-1' })
      expect(status).to.equal(200)
      expect(body.render).to.include({ status: 'succeeded', kind: 'final', preflight_status: 'pass' })
      expect(body.render.render_id).to.equal(body.render.id)
      const pdf = await bytesOf(body.render.signed_url)
      expect(pdf.length).to.equal(body.render.size_bytes)
      expect(createHash('sha256').update(pdf).digest('hex')).to.equal(body.render.content_sha256)
      expect(qpdfCheck(pdf).status).to.equal(0)
      expect(pdfText(pdf)).to.include('Annabel').and.include('Björn').and.include('Hartfield')
      const part = await server.send(`/v1/renders/${body.render.id}/download?inline=1`, {
        headers: { range: `bytes=${pdf.length - 6}-` },
      })
      expect(part.status).to.equal(206)
      expect(part.headers.get('content-disposition')).to.match(/^inline/)
      expect(await part.text()).to.equal('%%EOF\n')
      const listed = await server.json('/v1/renders?external_order_id=order-1')
      expect(listed.body.data.map((row: { id: string }) => row.id)).to.deep.equal([body.render.id])
    })

    for (const rip of RIPS)
      it(`prints each field on the plate it is assigned to, says ${rip}`, async function () {
        needs(this, rip)
        const { body } = await render({ colors: COLORS, assignments: { Date: 2 } })
        const found = plates(await bytesOf(body.render.signed_url), { rip, dpi: 72 })
        const inked = [...found].filter(([, plate]) => coverage(plate).max > 0).map(([name]) => name)
        expect(inked).to.have.members(['Gold Foil', 'Letterpress Green', 'PANTONE 289 C'])
        const checks = JSON.parse(body.render.preflight_notes).render_checks
        expect(checks.map((check: { code: string }) => check.code)).to.include('ink_hex_ignored')
      })

    it('gives the same bytes for the same fill, whatever the paper', async () => {
      const one = await render({ substrate: { key: 'kraft', name: 'Kraft', hex: '#b08d57' } })
      const other = await render({})
      expect(one.body.render.id).to.not.equal(other.body.render.id)
      expect(one.body.render.content_sha256).to.equal(other.body.render.content_sha256)
    })

    it('replays a retry of a render that passed, and prints a correction under the same id', async () => {
      const { body } = await render({})
      const path = `/v1/renders/${body.render.id}/retry`
      const replay = await server.json(path, { method: 'POST' })
      expect(replay.body).to.include({ idempotent_replay: true })
      const corrected = await server.json(path, { body: { values: { 'First name': 'Annabelle' } } })
      expect(corrected.body).to.not.have.property('idempotent_replay')
      expect(corrected.body.render.id).to.equal(body.render.id)
      expect(corrected.body.render.content_sha256).to.not.equal(body.render.content_sha256)
    })

    it('prints on the published revision until the changed scene is published', async () => {
      const { body } = await server.json(`/v1/templates/${templateId}/scene`)
      const scene = { ...body.scene, text_output: 'outlines' }
      const saved = await server.json(`/v1/templates/${templateId}/scene`, { method: 'PUT', body: scene })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      expect(saved.body.revision).to.equal(2)
      expect((await render({})).body.render.scene_revision).to.equal(1)
      expect((await render({ scene_revision: 2 })).body.render.scene_revision).to.equal(2)
      expect((await render({ scene_revision: 9 })).status).to.equal(404)
      await server.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
      expect((await render({})).body.render.scene_revision).to.equal(2)
      const ids = (fields: { id: string }[]) => fields.map((field) => field.id)
      expect(ids(saved.body.scene.fields)).to.deep.equal(ids(body.scene.fields))
    })

    it('watermarks a proof', async () => {
      const { body } = await render({ kind: 'proof' })
      expect(body.render).to.include({ kind: 'proof', status: 'succeeded' })
      expect(body.render.content_sha256).to.not.equal((await render({})).body.render.content_sha256)
    })
  })
