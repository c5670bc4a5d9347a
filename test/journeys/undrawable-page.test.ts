/** A page that cannot be drawn: both routes say so with a code, and others are served. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { TestServer } from '../support/open-test-server.ts'
import { type Coded, openPreviewServer, publishExample } from '../support/previewing.ts'

describe('A page that cannot be drawn', function () {
  this.timeout(120_000)
  let test: TestServer
  before(async () => {
    test = await openPreviewServer('sqlite')
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
    const path = files.path(revision.plan.bodySha256)
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
})
