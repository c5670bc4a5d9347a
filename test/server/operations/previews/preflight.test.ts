/** Preflight reports over HTTP: data and text for people, the page with its findings marked, plates drawn when asked. */
import { expect } from 'chai'
import sharp from 'sharp'
import { pressPage, separationText } from '../../../support/pdf/press-page.ts'
import { field, fields } from '../../../support/pdf/upload-cases.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { uploadForm } from '../../../support/service/sample-press.ts'

const MM = 72 / 25.4
/** A square of 16 mm with four solid plates, a thin line, small text, RGB, and a field near the trim. */
const FAULTY = pressPage({
  ...fields(field('24 150 120 170')),
  content: `1 1 1 1 k 150 60 ${16 * MM} ${16 * MM} re f 0 0 0 1 K 0.1 w 60 60 m 120 60 l S 1 0 0 rg 40 100 30 20 re f`,
})
const SOUND_BELOW = pressPage({
  ...fields(field('100 80 200 110')),
  content: '/S0 cs 1 scn 60 60 20 20 re f',
  resources: `/ColorSpace << /S0 ${separationText('Gold')} >>`,
})

interface Entry {
  readonly number: number
  readonly code: string
  readonly severity: string
  readonly place_mm: Record<string, number> | null
}

describe('Preflight reports', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer({ press: 'workers' })
  })
  after(() => test?.close())

  const upload = async (pdf: Buffer, title: string) =>
    (await test.json('/v1/templates', { body: uploadForm(pdf, title) })).body.template
  const codesOf = (report: { entries: readonly Entry[] }) => report.entries.map(({ code }) => code)

  it('say what was found, the gravest first, with numbers and places in millimetres', async () => {
    const { id } = await upload(FAULTY, 'Faulty card')
    const { status, body } = await test.json(`/v1/templates/${id}/preflight`)
    expect(status).to.equal(200)
    const { report } = body
    expect(report).to.include({ object: 'preflight_report', title: 'Faulty card', preflight_status: 'warn' })
    expect(report.entries.map(({ number }: Entry) => number)).to.deep.equal(
      report.entries.map((_: Entry, at: number) => at + 1),
    )
    const ranks = report.entries.map(({ severity }: Entry) => ['fail', 'warn', 'info'].indexOf(severity))
    expect(ranks).to.deep.equal(ranks.toSorted((one: number, other: number) => one - other))
    const line = report.entries.find(({ code }: Entry) => code === 'line_thin')
    // From (60, 60) in a trim from (20, 20) to (280, 180).
    expect(line.place_mm).to.include({ left: 14.1, width: 21.2 })
    expect(line.place_mm.top).to.be.closeTo((180 - 60) / MM, 0.1)
    expect(report.text).to.match(/^Preflight of Faulty card for sheet-fed offset\n.*\d+ warnings?/)
    expect(report.text)
      .to.include('Thin line')
      .and.include('page 1; 21.2 × 0 mm, 14.1 mm from the left and 42.3')
    for (const row of report.text.split('\n')) expect(row.length).to.be.at.most(78)
    expect(codesOf(report)).not.to.include('tac_exceeded')
  })

  it('speak the language of the request, English by default', async () => {
    const { id } = await upload(FAULTY, 'Faulty card')
    const told = async (language?: string) => {
      const headers = language === undefined ? {} : { 'Accept-Language': language }
      const { report } = (await test.json(`/v1/templates/${id}/preflight`, { headers })).body
      const { template } = (await test.json(`/v1/templates/${id}`, { headers })).body
      const line = report.entries.find(({ code }: Entry) => code === 'line_thin')
      expect(template.findings.map(({ message }: { message: string }) => message)).to.include(line.message)
      return [report.profile, line.title, line.message, report.text.split('\n')[0]]
    }
    const english = [
      'sheet-fed offset',
      'Thin line',
      'A line on page 1 is 0.1 pt thick; the minimum for sheet-fed offset is 0.25 pt.',
      'Preflight of Faulty card for sheet-fed offset',
    ]
    expect(await told()).to.deep.equal(english)
    expect(await told('fr-FR, *;q=0.1')).to.deep.equal(english)
    expect(await told('de-AT, en;q=0.5')).to.deep.equal([
      'Bogenoffset',
      'Feine Linie',
      'Eine Linie auf Seite 1 ist 0,1 pt stark; das Minimum für Bogenoffset ist 0,25 pt.',
      'Datenprüfung von Faulty card für Bogenoffset',
    ])
    const picture = async (language: string) =>
      (await test.send(`/v1/templates/${id}/preflight.png`, { headers: { 'Accept-Language': language } }))
        .headers
    const [one, other] = [await picture('en'), await picture('de')]
    expect(one.get('etag')).not.to.equal(other.get('etag'))
    expect(one.get('vary')).to.include('Accept-Language')
  })

  it('tell of too much ink once the plates were drawn, and keep it with the template', async () => {
    const { id } = await upload(FAULTY, 'Faulty card')
    const { body } = await test.json(`/v1/templates/${id}/preflight?plates=measure`)
    const ink = body.report.entries.find(({ code }: Entry) => code === 'tac_exceeded')
    expect(ink).to.include({ severity: 'warn', found: 400, expected: 320, ref: 'GWG2022 R0026' })
    const { body: shown } = await test.json(`/v1/templates/${id}`)
    expect(shown.template.findings.map(({ code }: Entry) => code)).to.include('tac_exceeded')
    await test.json(`/v1/templates/${id}`, { method: 'PATCH', body: { profile: 'packaging' } })
    const again = (await test.json(`/v1/templates/${id}/preflight`)).body.report
    expect(again.entries.find(({ code }: Entry) => code === 'tac_exceeded')).to.include({
      ref: 'GWG2022 R0025',
    })
  })

  it('of a render have its plates when they are asked for, and from then on', async () => {
    const { id } = await upload(SOUND_BELOW, 'Card')
    const scene = (await test.json(`/v1/templates/${id}/scene`)).body.scene
    const values = { [scene.fields[0].id]: 'Ada' }
    const { body } = await test.json('/v1/renders', { body: { template_id: id, kind: 'final', values } })
    const path = `/v1/renders/${body.render.id}/preflight`
    expect((await test.json(path)).body.report.ink).to.equal(null)
    const { report } = (await test.json(`${path}?plates=measure`)).body
    expect(report.preflight_status).to.equal('pass')
    const [page] = report.ink.pages
    expect(page.plates.map(({ name }: { name: string }) => name)).to.include('Gold')
    expect(codesOf(report)).not.to.include.any.members(['ink_plate_missing', 'ink_plate_unexpected'])
    expect((await test.json(path)).body.report.ink).to.deep.equal(report.ink)
    const { render } = (await test.json(`/v1/renders/${body.render.id}`)).body
    expect(JSON.parse(render.preflight_notes).ink.pages).to.have.length(1)
  })

  it('tell of a mark that the artwork covers', async () => {
    const covered = pressPage({
      ...fields(field('100 80 200 110')),
      content: '1 0 0 0 k 80 60 150 80 re f',
    })
    const { id } = await upload(covered, 'Covered')
    const { scene } = (await test.json(`/v1/templates/${id}/scene`)).body
    await test.json(`/v1/templates/${id}/scene`, {
      method: 'PUT',
      body: { ...scene, fields: scene.fields.map((one: object) => ({ ...one, slot: 'below' })) },
    })
    const values = { [scene.fields[0].id]: 'Ada' }
    const { body } = await test.json('/v1/renders', {
      body: { template_id: id, kind: 'final', values, scene_revision: 2 },
    })
    const { report } = (await test.json(`/v1/renders/${body.render.id}/preflight?plates=measure`)).body
    expect(report.preflight_status).to.equal('fail')
    const [first] = report.entries
    expect(first).to.include({ code: 'ink_plate_missing', field_id: scene.fields[0].id, ink: 'Black' })
    expect((await test.json(`/v1/renders/${body.render.id}`)).body.render.preflight_status).to.equal('fail')
  })

  it('mark the findings on the page, and say so again when nothing has changed', async () => {
    const { id } = await upload(FAULTY, 'Faulty card')
    const reply = await test.send(`/v1/templates/${id}/preflight.png`)
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.equal('image/png')
    const picture = Buffer.from(await reply.arrayBuffer())
    const { width = 0, height = 0 } = await sharp(picture).metadata()
    expect(width).to.equal(1100 + 64)
    expect(height).to.be.greaterThan(733)
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const isFrame = (at: number) => data[at] === 0x9a && data[at + 1] === 0x5b && data[at + 2] === 0
    const framed = Array.from({ length: info.width * info.height }, (_, at) => at * 3).filter(isFrame)
    expect(framed.length).to.be.greaterThan(500)
    const etag = reply.headers.get('etag') ?? ''
    const same = await test.send(`/v1/templates/${id}/preflight.png`, { headers: { 'if-none-match': etag } })
    expect(same.status).to.equal(304)
    expect((await test.json(`/v1/templates/${id}/preflight.png?page=1`)).body.error.code).to.equal(
      'invalid_page',
    )
  })

  it('are nobody else’s', async () => {
    const { id } = await upload(FAULTY, 'Faulty card')
    const { key } = await test.makeTeam('Others')
    for (const path of [`/v1/templates/${id}/preflight`, `/v1/templates/${id}/preflight.png`])
      expect((await test.json(path, { key })).status).to.equal(404)
  })
})
