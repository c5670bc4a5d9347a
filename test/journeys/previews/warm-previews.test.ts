/** Publishing draws a template's blank pages, so that its first shopper does not wait for them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/run/eventually.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { openPreviewServer, pixelsOf, publishExample } from '../../support/service/previewing.ts'

describe('The first preview of a template', () => {
  const opened: TestServer[] = []
  after(() => Promise.all(opened.map((test) => test.close())))

  const open = async (warmUp: boolean) => {
    const test = await openPreviewServer('sqlite', { PREVIEW_WARM_UP: `${warmUp}` })
    opened.push(test)
    return test
  }
  const pages = async (test: TestServer) => {
    const names = await readdir(join(test.folder, 'cache', 'plates')).catch(() => [])
    return names.filter((name) => name.endsWith('.plates')).sort()
  }
  const look = async (test: TestServer, templateId: string) => {
    const session = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
    const headers = { 'x-service-client-secret': session.body.client_secret as string }
    const body = { embed_session: session.body.embed_session.id }
    const made = await test.json('/v1/embed/fills', { key: null, headers, body })
    const path = `/v1/embed/fills/${made.body.fill.id}/preview`
    // As the widget asks first.
    return pixelsOf(await test.send(path, { key: null, headers }))
  }

  it('finds its blank page drawn when the template was published', async () => {
    const test = await open(true)
    const card = await publishExample(test, 'wedding-card.pdf')
    await eventually(async () => (await pages(test)).length > 0)
    const drawn = await pages(test)
    expect((await look(test, card)).width).to.equal(880)
    // Another page's arrival shows that whatever the first look had to draw would be there too.
    const tag = await publishExample(test, 'gift-tag.pdf')
    await eventually(async () => (await pages(test)).length > drawn.length)
    const later = await pages(test)
    expect(later).to.include.members(drawn)
    await look(test, tag)
    expect(later.length).to.equal(drawn.length + 1)
    expect((await pages(test)).length).to.equal(later.length)
  })

  it('draws it itself where warming up is turned off @long', async () => {
    const test = await open(false)
    const card = await publishExample(test, 'wedding-card.pdf')
    expect(await pages(test)).to.deep.equal([])
    await look(test, card)
    await eventually(async () => (await pages(test)).length > 0)
    expect(await pages(test)).to.have.length(1)
  })
})
