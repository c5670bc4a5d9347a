/** Templates over HTTP: upload, list, fields, publishing and the scene. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../../support/service/sample-press.ts'
import { uploadSample } from '../../../support/service/sample-render.ts'

describe('Templates', () => {
  let test: TestServer
  let count = 0
  beforeEach(async () => {
    test = await openTestServer({ press: openSamplePress() })
  })
  afterEach(() => test.close())

  /** A template of bytes of its own. */
  const upload = () => {
    count += 1
    return uploadSample(test, Buffer.concat([SAMPLE_PDF, Buffer.from(String(count))]))
  }

  it('are drafts when uploaded, with a scene summary of revision 1', async () => {
    const { body } = await test.json('/v1/templates', { body: uploadForm(SAMPLE_PDF, '  Card ') })
    expect(body.template).to.include({ object: 'template', title: 'Card', status: 'draft', page_count: 1 })
    expect(body.template).to.include({
      latest_revision: 1,
      live_revision: null,
      field_count: 2,
      hosted_url: null,
    })
    expect(body.template.pages).to.deep.equal([{ index: 0, width_pt: 260, height_pt: 170, bleed: true }])
    expect(body.template.preflight_status).to.equal('warn')
    expect(body.template.created_at).to.equal('2026-07-15T12:00:00.000Z')
    expect(body.scene).to.include({ revision: 1, page_count: 1, element_count: 2, field_count: 2 })
    expect(body.scene.inks).to.deep.equal([
      { index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false, offers: [] },
    ])
    const [{ trim, ...seen }] = body.scene.pages
    expect(seen).to.deep.equal({ index: 0, width_pt: 260, height_pt: 170 })
    const { left, top, width, height } = trim
    expect([left * 260, top * 170, width * 260, height * 170].map((edge) => +edge.toFixed(3))).to.deep.equal([
      8.5, 8.5, 243, 153,
    ])
    expect(body.scene.papers).to.deep.equal([])
  })

  it('are listed newest first, page by page, without archived ones', async () => {
    const made = [await upload(), await upload(), await upload()].map((template) => template.id).reverse()
    const first = await test.json('/v1/templates?limit=2')
    expect(first.body.data.map((one: { id: string }) => one.id)).to.deep.equal(made.slice(0, 2))
    expect([first.body.has_more, first.body.next_starting_after]).to.deep.equal([true, made[1]])
    const next = await test.json(`/v1/templates?limit=2&starting_after=${made[1]}`)
    expect(next.body.data.map((one: { id: string }) => one.id)).to.deep.equal(made.slice(2))
    expect([next.body.has_more, next.body.next_starting_after]).to.deep.equal([false, null])
    await test.send(`/v1/templates/${made[0]}/archive`, { method: 'POST' })
    const left = await test.json('/v1/templates')
    expect(left.body.data.map((one: { id: string }) => one.id)).to.deep.equal(made.slice(1))
  })

  it('list their fields with the ids that values take', async () => {
    const { id } = await upload()
    const { body } = await test.json(`/v1/templates/${id}/fields`)
    expect(body).to.include({ template_id: id, scene_revision: 1, has_more: false })
    const [name, size] = body.data
    expect(name.id).to.match(/^fld_/)
    expect(name).to.deep.include({
      label: 'Name',
      type: 'text',
      default_value: 'Ada',
      max_length: 40,
      selection_set_id: null,
      options: null,
    })
    expect(size.options).to.deep.equal([
      { value: 's', label: 'Small' },
      { value: 'm', label: 'Medium' },
    ])
  })

  it('go live when published, and again without change', async () => {
    const { id } = await upload()
    const { status, body } = await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
    expect([status, body.revision]).to.deep.equal([200, 1])
    expect(body.template).to.include({
      status: 'live',
      live_revision: 1,
      hosted_url: `${test.url}/fill/card`,
    })
    test.clock.advance(5000)
    const again = await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
    expect(again.body).to.deep.equal(body)
  })

  it('that are archived are not published until they are restored', async () => {
    const { id } = await upload()
    const move = async (name: string) => {
      const { status, body } = await test.json(`/v1/templates/${id}/${name}`, { method: 'POST' })
      return [status, body.template?.status ?? body.error.code]
    }
    expect(await move('pause')).to.deep.equal([409, 'template_status_conflict'])
    expect(await move('archive')).to.deep.equal([200, 'archived'])
    expect(await move('publish')).to.deep.equal([409, 'template_archived'])
    expect(await move('pause')).to.deep.equal([409, 'template_archived'])
    expect(await move('restore')).to.deep.equal([200, 'draft'])
    expect(await move('publish')).to.deep.equal([200, 'live'])
    expect(await move('pause')).to.deep.equal([200, 'paused'])
  })

  it('change title, slug and metadata, and nothing else', async () => {
    const { id } = await upload()
    const changes = { title: 'New', slug: 'new-card', metadata: { line: 'A' } }
    const { body } = await test.json(`/v1/templates/${id}`, { method: 'PATCH', body: changes })
    expect(body.template).to.deep.include(changes)
    for (const name of ['status', 'team_id', 'id', 'created_at', 'source_sha256', 'live_revision']) {
      const reply = await test.json(`/v1/templates/${id}`, { method: 'PATCH', body: { [name]: 'x' } })
      expect([reply.status, reply.body.error.param], name).to.deep.equal([400, name])
    }
    const bad = await test.json(`/v1/templates/${id}`, { method: 'PATCH', body: { slug: 'Not A Slug' } })
    expect([bad.status, bad.body.error.param]).to.deep.equal([400, 'slug'])
  })

  it('take a scene as a new revision, and show the published one until it is published', async () => {
    const { id } = await upload()
    await test.send(`/v1/templates/${id}/publish`, { method: 'POST' })
    const path = `/v1/templates/${id}/scene`
    const { body } = await test.json(path)
    expect(body.revision).to.equal(1)
    body.scene.fields[0].label = 'Full name'
    const saved = await test.json(path, { method: 'PUT', body: body.scene })
    expect([saved.status, saved.body.revision]).to.deep.equal([200, 2])
    expect(saved.body.scene.fields[0]).to.deep.equal(body.scene.fields[0])
    const labelOf = async (query: string) =>
      (await test.json(`/v1/templates/${id}/fields${query}`)).body.data[0].label
    expect(await labelOf('')).to.equal('Name')
    expect(await labelOf('?revision=latest')).to.equal('Full name')
    expect((await test.json(`/v1/templates/${id}`)).body.revision).to.equal(1)
    await test.send(`/v1/templates/${id}/publish`, { method: 'POST' })
    expect(await labelOf('')).to.equal('Full name')
  })

  it('refuse a scene that could not be printed, naming what is wrong', async () => {
    const { id } = await upload()
    const path = `/v1/templates/${id}/scene`
    const { scene } = (await test.json(path)).body
    const put = async (change: (copy: typeof scene) => void) => {
      const copy = structuredClone(scene)
      change(copy)
      const { status, body } = await test.json(path, { method: 'PUT', body: copy })
      return [status, body.error?.code]
    }
    expect(await put(() => {})).to.deep.equal([200, undefined])
    expect(
      await put((copy) => {
        copy.fields[0].placements[0].page = 9
      }),
    ).to.deep.equal([400, 'invalid_scene'])
    expect(
      await put((copy) => {
        copy.pages[0].width_pt = 1
      }),
    ).to.deep.equal([400, 'invalid_scene'])
    expect(
      await put((copy) => {
        copy.fields[0].slot = 'beside'
      }),
    ).to.deep.equal([400, 'invalid_parameter'])
    expect(
      await put((copy) => {
        copy.fields[0].extra = 1
      }),
    ).to.deep.equal([400, 'unknown_parameter'])
  })
})
