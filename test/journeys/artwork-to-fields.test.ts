/** Plain artwork becomes a template: its text is picked, leaves the plates, and comes back as values on the right plate. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { placeholderPage } from '../support/pdf/placeholder-page.ts'
import { coverage, needs, pdfText, plateDifferences, plates, qpdfCheck } from '../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const GOLD = '/Gold cs 1 scn'
const CARD = placeholderPage({
  content:
    `0 0 0 0.2 k 20 20 360 10 re f BT ${GOLD} /F1 24 Tf 40 220 Td (Annabel) Tj ET ` +
    'BT 0 0 0 1 k /F2 12 Tf 40 180 Td (Dear guest, welcome) Tj ET ' +
    'BT /F3 10 Tf 12 TL 40 140 Td (Orchard House) Tj T* (12 Mill Lane) Tj T* (Hartfield) Tj ET ' +
    'BT /F1 9 Tf 0 1 0 0 k 40 60 Td (Stays as it is) Tj ET',
})
const WITHOUT_NAME = placeholderPage({
  content:
    '0 0 0 0.2 k 20 20 360 10 re f ' +
    'BT 0 0 0 1 k /F2 12 Tf 40 180 Td (Dear guest, welcome) Tj ET ' +
    'BT /F3 10 Tf 12 TL 40 140 Td (Orchard House) Tj T* (12 Mill Lane) Tj T* (Hartfield) Tj ET ' +
    'BT /F1 9 Tf 0 1 0 0 k 40 60 Td (Stays as it is) Tj ET',
})

interface Run {
  readonly id: string
  readonly text: string
  readonly [key: string]: unknown
}

for (const database of DATABASES)
  describe(`text of the artwork becomes fields, on ${longOn(database)}`, () => {
    let server: TestServer
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      server = await openTestServer({ press: 'workers', database })
      templateId = await upload(CARD)
    })
    after(() => server?.close())

    const upload = async (bytes: Uint8Array) => {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(bytes)]), 'card.pdf')
      return (await server.json('/v1/templates', { method: 'POST', body: form })).body.template.id as string
    }
    const artwork = async (id = templateId) =>
      (await server.json(`/v1/templates/${id}/artwork?revision=latest`)).body
    const runOf = async (text: string, id = templateId): Promise<Run> => {
      const { runs } = (await artwork(id)) as { runs: Run[] }
      const run = runs.find((one) => one.text === text)
      if (run === undefined) throw new Error(`No run ${text} in ${runs.map((one) => one.text).join(' | ')}`)
      return run
    }
    const pick = (fields: unknown[], base?: number, id = templateId) =>
      server.json(`/v1/templates/${id}/artwork/fields`, {
        body: { fields, ...(base === undefined ? {} : { base_revision: base }) },
      })
    const press = async (values: Record<string, string>, revision: number) => {
      const { body } = await server.json('/v1/renders', {
        body: { template_id: templateId, kind: 'final', values, scene_revision: revision },
      })
      expect(body.render?.status, JSON.stringify(body)).to.equal('succeeded')
      return new Uint8Array(await (await server.send(`/v1/renders/${body.render.id}/download`)).arrayBuffer())
    }

    it('tells the runs of a page with place, font, size, ink and alignment', async () => {
      const { runs, objects, revision } = await artwork()
      expect(revision).to.equal(1)
      expect(runs.map((run: Run) => run.text)).to.deep.equal([
        'Annabel',
        'Dear guest, welcome',
        'Orchard House',
        '12 Mill Lane',
        'Hartfield',
        'Stays as it is',
      ])
      const [name, , , , , magenta] = runs
      expect(name).to.deep.include({ ink: 'Gold', tint: 1, size_pt: 24, align: 'left', pickable: true })
      expect(name.quad[0][0]).to.equal(40)
      expect(name.baseline[0]).to.deep.equal([40, 220])
      expect(name.font).to.deep.include({ requested: 'Helvetica' })
      const mix = { cmyk: [0, 100, 0, 0] }
      expect(magenta).to.deep.include({ ink: 'CMYK 0/100/0/0', mix, lost_color: null })
      expect(objects).to.deep.include({ kind: 'path', box: [20, 20, 380, 30] })
    })

    it('takes the glyphs out of the plates and prints a value on the same plate', async function () {
      needs(this, 'gs', 'qpdf', 'pdftotext')
      const run = await runOf('Annabel')
      const { status, body } = await pick([{ runs: [run.id], label: 'First name' }], 1)
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body.revision).to.equal(2)
      const field = body.scene.fields.find((one: { id: string }) => one.id === body.field_ids[0])
      expect(field).to.deep.include({
        label: 'First name',
        default_value: 'Annabel',
        ink: 'Gold',
        slot: 'in_place',
        source_name: `artwork:${run.id}`,
      })
      expect(field.placements[0].style).to.deep.include({ size_pt: 24, align: 'left' })
      expect((await artwork()).runs.map((one: Run) => one.text)).to.not.include('Annabel')

      const expected = plates(WITHOUT_NAME, { rip: 'gs', dpi: 100 })
      const blank = plates(await press({ 'First name': '' }, 2), { rip: 'gs', dpi: 100 })
      expect(plateDifferences(expected, blank)).to.deep.equal([])

      const printed = await press({ 'First name': 'Wilhelmina' }, 2)
      expect(qpdfCheck(printed).status).to.equal(0)
      expect(pdfText(printed)).to.include('Wilhelmina').and.not.include('Annabel')
      const found = plates(printed, { rip: 'gs', dpi: 100 })
      const gold = found.get('Gold')
      expect(gold === undefined ? 0 : coverage(gold).max).to.equal(100)
      found.delete('Gold')
      expect(plateDifferences(expected, found), 'nothing else has changed').to.deep.equal([])
    })

    it('makes one field of the lines of a paragraph, and of a part of a line', async function () {
      needs(this, 'pdftotext')
      const { runs } = (await artwork()) as { runs: Run[] }
      const address = ['Orchard House', '12 Mill Lane', 'Hartfield'].map(
        (text) => runs.find((one) => one.text === text)?.id,
      )
      const greeting = runs.find((one) => one.text === 'Dear guest, welcome')
      const { status, body } = await pick([
        { runs: address, label: 'Address' },
        { runs: [greeting?.id], label: 'First name', start: 5, end: 10 },
      ])
      expect(status, JSON.stringify(body)).to.equal(200)
      const [lines, name] = body.field_ids.map((id: string) =>
        body.scene.fields.find((one: { id: string }) => one.id === id),
      )
      expect(lines.default_value).to.equal('Orchard House\n12 Mill Lane\nHartfield')
      expect(lines.placements[0].style).to.include({ wrap: true, max_lines: 3, leading: 1.2, size_pt: 10 })
      // A label means one field.
      expect(name).to.include({ label: 'First name 2', default_value: 'guest' })
      const parts = name.placements[0].line.parts.map((part: { text: string | null }) => part.text)
      expect(parts).to.deep.equal(['Dear ', null, ', welcome'])

      const printed = await press({ Address: 'Mill\nWest Road', 'First name 2': 'Ada' }, body.revision)
      expect(pdfText(printed))
        .to.include('Dear Ada, welcome')
        .and.include('West Road')
        .and.not.include('Hartfield')
      // What stood there stands there still when nothing is said.
      const asDesigned = await press({}, body.revision)
      expect(pdfText(asDesigned)).to.match(
        /Annabel[\s\S]*Dear guest, welcome[\s\S]*Orchard House\s+12 Mill Lane\s+Hartfield/,
      )
    })

    it('goes back to an earlier revision with its artwork, and tells the history', async function () {
      needs(this, 'gs')
      const path = `/v1/templates/${templateId}/revisions`
      const stale = await server.json(`${path}/1/restore`, { body: { base_revision: 2 } })
      expect(stale.status).to.equal(409)
      expect(stale.body.error).to.include({ code: 'scene_changed', latest_revision: 3 })
      const { status, body } = await server.json(`${path}/1/restore`, { body: { base_revision: 3 } })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body).to.include({ revision: 4 })
      expect(body.scene.fields).to.deep.equal([])
      const restored = plates(await press({}, 4), { rip: 'gs', dpi: 100 })
      expect(plateDifferences(plates(CARD, { rip: 'gs', dpi: 100 }), restored)).to.deep.equal([])
      expect((await artwork()).runs).to.have.length(6)

      const list = (await server.json(path)).body
      expect(list.data.map((one: { cause: string }) => one.cause)).to.deep.equal([
        'restored',
        'text_picked',
        'text_picked',
        'uploaded',
      ])
      expect(list.data[0]).to.deep.include({ latest: true, restored_revision: 1 })
      expect(list.data[0].changes.removed).to.have.members(['First name', 'Address', 'First name 2'])
      expect(list.data[1].changes).to.deep.include({ added: ['Address', 'First name 2'], changed: [] })
      expect(list.data[2].actor).to.match(/^key_/)
      const older = await server.json(`${path}?limit=2&starting_after=3`)
      expect(older.body.data.map((one: { revision: number }) => one.revision)).to.deep.equal([2, 1])
      expect(older.body).to.include({ has_more: false })
      const second = (await server.json(`${path}/2`)).body
      expect(second.scene.fields.map((one: { label: string }) => one.label)).to.deep.equal(['First name'])
      expect((await server.json(`${path}/9`)).status).to.equal(404)
      const log = await server.json(`/v1/audit_events?object_id=${templateId}&action=scene.saved`)
      expect(log.body.data.map((one: { details: object }) => one.details)).to.deep.equal([
        { revision: 4, restored: 1 },
        { revision: 3, from_artwork: 2 },
        { revision: 2, from_artwork: 1 },
      ])
    })

    it('refuses what cannot become a field, and changes nothing then', async function () {
      // The tests before it make the revisions that it counts.
      needs(this, 'gs', 'qpdf', 'pdftotext')
      const run = await runOf('Stays as it is')
      for (const [fields, says] of [
        [[{ runs: ['0-0123456789ab'] }], /no longer in the artwork/],
        [[{ runs: ['nonsense'] }], /no longer in the artwork/],
        [[{ runs: [run.id] }, { runs: [run.id] }], /already a field/],
        [[{ runs: [run.id], start: 3, end: 99 }], /no such part|does not have this part/],
        [[{ runs: [run.id, run.id] }], /twice|already/],
      ] as const) {
        const { status, body } = await pick([...fields])
        expect(status, JSON.stringify(body)).to.equal(422)
        expect(body.error.code).to.equal('text_not_editable')
        expect(body.error.message).to.match(says)
        expect(body.error.details[0].param).to.match(/^fields\.\d\.runs$/)
      }
      const stale = await pick([{ runs: [run.id] }], 1)
      expect(stale.body.error).to.include({ code: 'scene_changed', latest_revision: 4 })
      expect((await server.json(`/v1/templates/${templateId}/revisions`)).body.data).to.have.length(4)
      expect((await server.json(`/v1/templates/${templateId}/artwork?page=1`)).status).to.equal(422)
    })

    it('keeps the outline of a text, whose ink joins the palette', async function () {
      needs(this, 'gs')
      const look = 'q 2 Tr 1.5 w /Gold CS 1 SCN 0 0 0 0 k BT /F2 30 Tf 40 200 Td (Sticker) Tj ET Q '
      const dashed = 'q 2 Tr [2 1] 0 d 0 0 0 1 K 0 0 0 0 k BT /F2 30 Tf 40 100 Td (Dashed) Tj ET Q'
      const id = await upload(placeholderPage({ content: look + dashed }))
      expect(await runOf('Dashed', id)).to.deep.include({ lost_look: ['dashed_outline'] })
      const run = await runOf('Sticker', id)
      expect(run).to.deep.include({ lost_look: [], opacity: 1, blend: 'normal' })
      const { status, body } = await pick([{ runs: [run.id], label: 'Word' }], 1, id)
      expect(status, JSON.stringify(body)).to.equal(200)
      const { scene } = body
      expect(scene.fields[0].placements[0].style.stroke).to.deep.include({
        width_pt: 1.5,
        ink: 'Gold',
        tint: 1,
      })
      expect(scene.inks.map(({ name }: { name: string }) => name)).to.include('Gold')
      // Sent back as it is, the scene is the same.
      const again = await server.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: scene })
      expect(again.body.scene?.fields, JSON.stringify(again.body)).to.deep.equal(scene.fields)
      const { body: made } = await server.json('/v1/renders', {
        body: { template_id: id, kind: 'final', values: { Word: 'Label' }, scene_revision: 2 },
      })
      const file = await server.send(`/v1/renders/${made.render.id}/download`)
      const gold = plates(new Uint8Array(await file.arrayBuffer()), { rip: 'gs', dpi: 100 }).get('Gold')
      expect(gold === undefined ? 0 : coverage(gold).mean).to.be.greaterThan(0)
    })

    it('tells the later of two who save one scene, and overwrites nothing', async () => {
      const read = (await server.json(`/v1/templates/${templateId}/scene?revision=latest`)).body
      const path = `/v1/templates/${templateId}/scene`
      const save = (textOutput: string) =>
        server.json(path, {
          method: 'PUT',
          body: { ...read.scene, text_output: textOutput, base_revision: read.revision },
        })
      const [one, other] = await Promise.all([save('outlines'), save('live')])
      const statuses = [one.status, other.status].sort()
      expect(statuses).to.deep.equal([200, 409])
      const late = one.status === 409 ? one : other
      expect(late.body.error).to.include({ code: 'scene_changed', latest_revision: read.revision + 1 })
      const won = one.status === 200 ? 'outlines' : 'live'
      expect((await server.json(`${path}?revision=latest`)).body.scene.text_output).to.equal(won)
    })
  })

describe('text of real artwork becomes fields', () => {
  it('stands beside the placeholders of a letter', async () => {
    const server = await openTestServer({ press: 'workers' })
    try {
      const form = new FormData()
      const bytes = await readFile(
        join(import.meta.dirname, '../fixtures/placeholders/libreoffice-letter.pdf'),
      )
      form.set('pdf', new Blob([new Uint8Array(bytes)]), 'card.pdf')
      const { template } = (await server.json('/v1/templates', { method: 'POST', body: form })).body
      const path = `/v1/templates/${template.id}`
      const { runs } = (await server.json(`${path}/artwork`)).body
      expect(runs.length).to.be.greaterThan(0)
      const body = { fields: [{ runs: [runs[0].id] }], base_revision: 1 }
      const made = await server.json(`${path}/artwork/fields`, { body })
      expect(made.status, JSON.stringify(made.body)).to.equal(200)
      const field = made.body.scene.fields.at(-1)
      expect(field).to.include({ id: made.body.field_ids[0], default_value: runs[0].text })
      const before = (await server.json(`${path}/revisions/1`)).body.scene.fields
      expect(before).to.not.have.length(0)
      expect(made.body.scene.fields.slice(0, -1), 'the others stand as they stood').to.deep.equal(before)
    } finally {
      await server.close()
    }
  })
})
