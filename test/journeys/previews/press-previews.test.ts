/** What the editor shows of a state at press: the press file's own picture, single plates, coverage and differences. */
import { expect } from 'chai'
import { coverage, needs, plates } from '../../support/rips/oracles.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { bytesOf, openPreviewServer, pixelsOf, publishExample } from '../../support/service/previewing.ts'

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

/** Mean darkness of a gray picture, per cent. */
function darkness({ data }: Pixels): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += 255 - (data[at] ?? 255)
  return (sum / (data.length / 4) / 255) * 100
}

/** Share of pixels, per cent, that are far from each other in some channel. */
function unlike(one: Pixels, other: Pixels): number {
  let count = 0
  for (let at = 0; at < one.data.length; at += 4)
    if (
      [0, 1, 2].some(
        (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > 60,
      )
    )
      count += 1
  return (count / (one.data.length / 4)) * 100
}

describe('A state at press', () => {
  let test: TestServer
  let card: string
  const values = { 'First name': 'Annabel', 'Second name': 'Björn' }

  before(async () => {
    test = await openPreviewServer('sqlite')
    card = await publishExample(test, 'wedding-card.pdf')
  })
  after(() => test?.close())

  const post = (path: string, body: object) =>
    test.send(path, { body: { template_id: card, values, ...body } })

  it('is drawn from its press file as the preview shows it', async () => {
    const press = await pixelsOf(await post('/v1/previews/press', { dpi: 150 }))
    const preview = await pixelsOf(await post('/v1/previews', { dpi: 150 }))
    expect([press.width, press.height]).to.deep.equal([preview.width, preview.height])
    expect(unlike(press, preview)).to.be.lessThan(0.5)
    const empty = await pixelsOf(await post('/v1/previews', { dpi: 150, values: { 'First name': 'Xi' } }))
    expect(unlike(press, empty), 'other values are another picture').to.be.greaterThan(0.5)
  })

  it('shows single plates, as much of each as another RIP does', async function () {
    needs(this, 'mutool')
    const { body } = await test.json('/v1/renders', {
      body: { template_id: card, kind: 'final', values },
    })
    const pdf = await bytesOf(await test.send(`/v1/renders/${body.render.id}/download`))
    const ripped = plates(pdf, { rip: 'mutool', dpi: 150 })
    const measured = (await (await post('/v1/previews/plates', {})).json()) as {
      plates: { name: string; kind: string; coverage_pct: number; max_pct: number }[]
    }
    for (const name of ['Letterpress Green', 'Gold Foil']) {
      const plate = ripped.get(name)
      if (plate === undefined) throw new Error(`The press file has no plate ${name}.`)
      const seen = await pixelsOf(
        await post('/v1/previews/press', { dpi: 150, plates: [name], plate_color: 'gray' }),
      )
      expect(darkness(seen), name).to.be.closeTo(coverage(plate).mean, 0.3)
      const figure = measured.plates.find((one) => one.name === name)
      expect(figure).to.include({ kind: 'spot' })
      expect(figure?.max_pct).to.equal(100)
    }
    expect(measured.plates.slice(0, 4).map(({ name }) => name)).to.deep.equal([
      'Cyan',
      'Magenta',
      'Yellow',
      'Black',
    ])
    const none = await pixelsOf(await post('/v1/previews/press', { plates: ['Nowhere'] }))
    expect(darkness(none)).to.equal(0)
  })

  it('follows another choice of inks, and shows the plate under its name', async () => {
    const colors = [
      { index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' },
      { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
    ]
    const state = { colors, assignments: { Date: 2 } }
    const seen = await pixelsOf(await post('/v1/previews/press', { ...state, plates: ['PANTONE 289 C'] }))
    const blue = [...seen.data].filter((_, at) => at % 4 === 2)
    expect(Math.min(...new Set(blue))).to.be.within(0x38, 0x48)
  })

  it('tells what cannot be printed instead of drawing it', async () => {
    const refused = await post('/v1/previews/press', { values: { 'First name': 'W'.repeat(80) } })
    const { error } = (await refused.json()) as { error: { code: string } }
    expect([refused.status, error.code]).to.be.deep.oneOf([
      [400, 'values_not_printable'],
      [400, 'value_too_long'],
    ])
    const missing = await post('/v1/previews/plates', { page: 4 })
    expect(missing.status).to.equal(422)
  })

  it('shows what two revisions print otherwise', async () => {
    const path = `/v1/templates/${card}`
    const { body } = await test.json(`${path}/scene?revision=latest`)
    const fields = body.scene.fields.map((field: { label: string; default_value: string }) =>
      field.label === 'First name' ? { ...field, default_value: 'Wilhelmina' } : field,
    )
    await test.json(`${path}/scene`, { method: 'PUT', body: { ...body.scene, fields } })
    const look = (query: string) => test.send(`${path}/difference.png?${query}`)
    const same = await look('from=1&to=1')
    expect(same.headers.get('x-service-difference')).to.equal('none')
    const changed = await look('from=1&to=2&w=600')
    expect(changed.headers.get('x-service-difference')).to.equal('some')
    const { data, width } = await pixelsOf(changed)
    expect(width).to.equal(600)
    let [gone, come] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === 200 && data[at + 1] === 70) gone += 1
      if (data[at] === 20 && data[at + 2] === 200) come += 1
    }
    expect(come).to.be.greaterThan(50)
    expect(gone).to.be.greaterThan(0)
    expect((await look('from=1&to=9')).status).to.equal(404)
    expect((await look('from=1&to=2&page=3')).status).to.equal(422)
    const known = changed.headers.get('etag') ?? ''
    const again = await test.send(`${path}/difference.png?from=1&to=2&w=600`, {
      headers: { 'if-none-match': known },
    })
    expect(again.status).to.equal(304)
  })
})
