/** Scenes that are drawn before they are saved: as they will print, checked as they will be, and never kept. */
import { expect } from 'chai'
import { testStyle } from '../support/engine/scene.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { openPreviewServer, pixelsOf } from '../support/service/previewing.ts'

/** A line of text in the upper half of the card, as an editor would send it. */
function field(changes: object = {}) {
  const style = testStyle({ sizePt: 12 })
  const snake = Object.entries(style).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const placement = { page: 0, box: [80, 110, 220, 140], turn: 0, inset_pt: 2, option: null, mark: null }
  return {
    ...{
      label: 'Slogan',
      source_name: '',
      type: 'text',
      default_value: '',
      required: false,
      max_length: null,
    },
    ...{ options: null, ink: null, tint: 1, overprint: false, slot: 'above' },
    placements: [{ ...placement, style: Object.fromEntries(snake) }],
    ...changes,
  }
}

describe('A scene that is tried out', () => {
  let test: TestServer
  let id: string
  let scene: Awaited<ReturnType<TestServer['json']>>['body']

  before(async () => {
    test = await openPreviewServer('sqlite')
    const form = new FormData()
    form.set('pdf', new Blob([new Uint8Array(await plainArtwork())], { type: 'application/pdf' }), 'card.pdf')
    const uploaded = await test.json('/v1/templates', { body: form })
    id = uploaded.body.template.id
    scene = (await test.json(`/v1/templates/${id}/scene`)).body.scene
  })
  after(() => test?.close())

  const ask = (body: object) => test.send('/v1/previews', { body: { template_id: id, dpi: 72, ...body } })
  const dark = async (reply: Response) => {
    const { data } = await pixelsOf(reply)
    let count = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) count += 1
    return count
  }

  it('is drawn with values for fields that have no id yet, and is stored nowhere', async () => {
    const plain = await ask({})
    const empty = await ask({ scene: { ...scene, fields: [field()] } })
    const filled = await ask({ scene: { ...scene, fields: [field()] }, values: { new_0: 'MMMMMM' } })
    const [before, none, some] = [await dark(plain), await dark(empty), await dark(filled)]
    expect(none).to.equal(before)
    expect(some).to.be.greaterThan(before + 100)
    expect(plain.headers.get('etag')).to.not.equal(empty.headers.get('etag'))
    const { body } = await test.json(`/v1/templates/${id}?revision=latest`)
    expect([body.revision, body.template.field_count]).to.deep.equal([1, 0])
    expect((await test.json('/v1/renders?kind=preview')).body.data).to.have.length(1)
  })

  it('has a picture of its own for every state, and the same one for the same', async () => {
    const moved = field()
    moved.placements = moved.placements.map((one) => ({ ...one, box: [80, 100, 220, 130] }))
    const values = { new_0: 'Same' }
    const tags = []
    for (const one of [field(), moved, field()]) {
      const reply = await ask({ scene: { ...scene, fields: [one] }, values })
      tags.push(reply.headers.get('etag'))
      await reply.arrayBuffer()
    }
    expect(tags[0]).to.equal(tags[2])
    expect(tags[0]).to.not.equal(tags[1])
  })

  it('is refused for what a saved one is refused for', async () => {
    const cases = [
      field({ label: '   ' }),
      field({ ink: 'Gold' }),
      field({ id: 'fld_01kq3f8w2bx6mt4v9y0hzd5s7e' }),
    ]
    for (const one of cases) {
      const reply = await ask({ scene: { ...scene, fields: [one] } })
      const { error } = (await reply.json()) as { error: { code: string; details: { param: string }[] } }
      expect([reply.status, error.code]).to.deep.equal([400, 'invalid_scene'])
      expect(error.details[0]?.param).to.match(/^fields\[0\]\./)
    }
    const pages = scene.pages.map((page: object) => ({ ...page, rotate: 90 }))
    expect((await ask({ scene: { ...scene, pages, fields: [] } })).status).to.equal(400)
  })

  it('belongs to its team alone', async () => {
    const other = await test.makeTeam('Other')
    const body = { template_id: id, scene: { ...scene, fields: [field()] } }
    expect((await test.send('/v1/previews', { body, key: other.key })).status).to.equal(404)
  })
})
