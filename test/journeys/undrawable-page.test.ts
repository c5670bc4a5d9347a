/** A page that cannot be drawn: both routes say so with a code, and others are served. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { evenJpx } from '../support/pdf/large-images.ts'
import { onePage } from '../support/pdf/raw-pdf.ts'
import type { TestServer } from '../support/service/open-test-server.ts'
import { type Coded, openPreviewServer, publishExample } from '../support/service/previewing.ts'

describe('A page that cannot be drawn', () => {
  let test: TestServer
  before(async () => {
    test = await openPreviewServer('sqlite', {}, { ownWorkers: true })
  })
  after(() => test?.close())

  it('answers 502 preview_failed with a key and in a session, until it can be drawn again', async () => {
    const [tag, label] = [
      await publishExample(test, 'gift-tag.pdf'),
      await publishExample(test, 'craft-label.pdf'),
    ]
    const { store, files } = test.server.ports
    const revision = await store.revisions.find(test.team.id, tag, 1)
    if (revision === null) throw new Error('The template has no revision.')
    const path = await files.localPath(revision.plan.bodySha256)
    const body = await readFile(path)
    const replace = async (bytes: Uint8Array) => {
      await rm(path)
      await writeFile(path, bytes)
    }
    const opened = await test.json('/v1/embed/sessions', { body: { template_id: tag } })
    const headers = { 'x-service-client-secret': opened.body.client_secret as string }
    const made = await test.json('/v1/embed/fills', {
      ...{ key: null, headers },
      body: { embed_session: opened.body.embed_session.id },
    })
    const ways = {
      key: (id = tag) => test.send('/v1/previews', { body: { template_id: id, dpi: 72 } }),
      session: () => test.send(`/v1/embed/fills/${made.body.fill.id}/preview?w=100`, { key: null, headers }),
    }

    await replace(Buffer.from('%PDF-1.7\nThis was a page once.\n'))
    for (const [way, look] of Object.entries(ways)) {
      const reply = await look()
      const { error } = (await reply.json()) as Coded
      expect([reply.status, error.code], way).to.deep.equal([502, 'preview_failed'])
      expect(reply.headers.get('content-type'), way).to.match(/^application\/json/)
    }
    const other = await ways.key(label)
    expect([other.status, other.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    await other.arrayBuffer()

    await replace(body)
    for (const [way, look] of Object.entries(ways)) {
      const reply = await look()
      expect(reply.status, way).to.equal(200)
      await reply.arrayBuffer()
    }
  })

  it('answers 422 page_not_drawable, to be asked no more, where an image is too large; its upload says so', async () => {
    const { entries, data } = evenJpx(35_000, 35_000, { levels: 0 })
    const pdf = onePage(
      { data: 'q 100 0 0 80 10 10 cm /Picture Do Q' },
      '/Resources << /XObject << /Picture @picture >> >>',
      { picture: { entries: `${entries} /ColorSpace /DeviceGray`, data } },
    )
    const form = new FormData()
    form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'poster.pdf')
    const { status, body } = await test.json('/v1/templates', { body: form })
    expect(status).to.equal(200)
    const { id } = body.template
    const report = await test.json(`/v1/templates/${id}/preflight`)
    expect(JSON.stringify(report.body)).to.include('image_not_drawable')

    await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
    const opened = await test.json('/v1/embed/sessions', { body: { template_id: id } })
    const headers = { 'x-service-client-secret': opened.body.client_secret as string }
    const made = await test.json('/v1/embed/fills', {
      ...{ key: null, headers },
      body: { embed_session: opened.body.embed_session.id },
    })
    for (const reply of [
      await test.send('/v1/previews', { body: { template_id: id } }),
      await test.send('/v1/previews/press', { body: { template_id: id } }),
      await test.send(`/v1/embed/fills/${made.body.fill.id}/preview`, { key: null, headers }),
    ]) {
      const { error } = (await reply.json()) as Coded
      expect([reply.status, error.code]).to.deep.equal([422, 'page_not_drawable'])
      expect(reply.headers.get('retry-after')).to.equal(null)
    }
  })
})
