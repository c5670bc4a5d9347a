/** A shop binds an ink to the artwork over HTTP, and a shopper's choice recolours the card's own plates. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { coverage, needs, plates, qpdfCheck, RIPS } from '../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = { 'First name': 'Annabel', 'Second name': 'Björn', Date: '14 June 2027', Place: 'Hartfield' }

interface InkWire {
  readonly index: number
  readonly name: string
  readonly binding: readonly string[] | null
}

for (const database of DATABASES)
  describe(`an ink bound to the artwork, on ${longOn(database)}`, () => {
    let server: TestServer
    let path: string
    let templateId: string
    before(async function () {
      needsDatabase(this, database)
      server = await openTestServer({ press: 'workers', database })
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'wedding-card.pdf')
      const { body } = await server.json('/v1/templates', { method: 'POST', body: form })
      templateId = body.template.id
      path = `/v1/templates/${templateId}/scene`
    })
    after(() => server?.close())

    const save = async (binding: (ink: InkWire) => readonly string[] | null) => {
      const { scene } = (await server.json(path)).body
      const inks = scene.inks.map((ink: InkWire) => ({ ...ink, binding: binding(ink) }))
      return server.json(path, { method: 'PUT', body: { ...scene, inks } })
    }

    it('is offered by the scene: nothing is bound, and each separation says whether it can be', async () => {
      const { body } = await server.json(path)
      expect(body.scene.inks.map(({ binding }: InkWire) => binding)).to.deep.equal(
        body.scene.inks.map(() => null),
      )
      const [first] = body.separations
      expect(first).to.deep.include({ bindable: true, reason: null })
      expect(body.separations.map(({ name }: { name: string }) => name)).to.include.members([
        'Letterpress Green',
        'Gold Foil',
      ])
    })

    it('is refused for a plate that the artwork does not have', async () => {
      const { status, body } = await save(({ index }) => (index === 1 ? ['Gelb'] : null))
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_scene'])
      expect(body.error.details[0].param).to.equal('inks[0].binding')
    })

    it('comes back as it was saved', async () => {
      const { status, body } = await save((ink) => (ink.name === 'Black' ? null : [ink.name]))
      expect(status, JSON.stringify(body)).to.equal(200)
      const { scene } = (await server.json(`${path}?revision=latest`)).body
      expect(scene.inks).to.deep.equal(body.scene.inks)
      expect(scene.inks[0].binding).to.deep.equal([scene.inks[0].name])
    })

    // Plates are the same whatever database the scene comes from.
    for (const rip of database === 'sqlite' ? RIPS : [])
      it(`takes the artwork along to the plate of a color, says ${rip}`, async function () {
        needs(this, rip, 'qpdf')
        const { scene } = (await server.json(`${path}?revision=latest`)).body
        const green = scene.inks.find(({ name }: InkWire) => name === 'Letterpress Green')
        const colors = [
          { index: 1, key: 'one', name: 'Gold Foil', hex: '#b08d57' },
          { index: 2, key: 'two', name: 'Spare', hex: '#123456' },
        ].filter(({ index }) => index !== green.index)
        const navy = { index: green.index, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' }
        const request = { template_id: templateId, kind: 'final', values: VALUES, scene_revision: 2 }
        const { status, body } = await server.json('/v1/renders', {
          body: { ...request, colors: [navy, ...colors] },
        })
        expect(status, JSON.stringify(body)).to.be.within(200, 201)
        const notes = JSON.parse(body.render.preflight_notes)
        const plate = notes.plates.find(({ name }: { name: string }) => name === navy.name)
        expect(plate).to.deep.include({ kind: 'bound', artwork: ['Letterpress Green'] })
        expect(notes.render_checks.map(({ code }: { code: string }) => code)).to.include('ink_bound')
        const url = body.render.signed_url.replace(/^https?:\/\/[^/]+/, server.url)
        const pdf = new Uint8Array(await (await fetch(url)).arrayBuffer())
        expect(qpdfCheck(pdf).status).to.equal(0)
        const found = plates(pdf, { rip, dpi: 72 })
        const inked = [...found].filter(([, one]) => coverage(one).max > 0).map(([name]) => name)
        expect(inked).to.include('PANTONE 289 C').and.not.include('Letterpress Green')
      })

    it('refuses a color that no press takes, and one too like another plate of the artwork', async () => {
      for (const name of ['All', 'gold foil']) {
        const request = { template_id: templateId, kind: 'final', values: VALUES, scene_revision: 2 }
        const colors = [{ index: 1, key: 'a', name, hex: '#0c2340' }]
        const { status, body } = await server.json('/v1/renders', { body: { ...request, colors } })
        expect([status, body.error.code], name).to.deep.equal([422, 'invalid_colors'])
      }
    })
  })
