/** Copies of templates over HTTP: a draft with fields of its own, on the files of the original. */
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress, SAMPLE_PDF, uploadForm } from '../../../support/service/sample-press.ts'
import { uploadSample } from '../../../support/service/sample-render.ts'

for (const database of DATABASES)
  describe(`A copy of a template, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database, press: openSamplePress() })
    })
    after(() => test?.close())

    const copy = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
      test.json(`/v1/templates/${id}/copy`, { body, headers })
    const fieldsOf = async (id: string) =>
      (await test.json(`/v1/templates/${id}/fields`)).body.data as { id: string; label: string }[]

    it('is a draft with the same fields under ids of its own, and is published and filled apart', async () => {
      const { id, name } = await liveTemplate(test)
      const settings = { metadata: { tags: 'wine' }, hosted: { description: 'For guests' } }
      await test.json(`/v1/templates/${id}`, { method: 'PATCH', body: settings })
      const files = (await test.keptFiles()).length
      const { status, body } = await copy(id)
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.template).to.include({ title: 'Card (copy)', status: 'draft', slug: 'card-copy' })
      expect(body.template).to.include({ latest_revision: 1, live_revision: null, published_at: null })
      expect(body.template.metadata).to.deep.equal({ tags: 'wine' })
      expect(body.template.hosted.description).to.equal('For guests')
      expect(body.revision).to.equal(1)
      expect((await test.keptFiles()).length).to.equal(files)
      const [before, after] = [await fieldsOf(id), await fieldsOf(body.template.id)]
      expect(after.map(({ label }) => label)).to.deep.equal(before.map(({ label }) => label))
      expect(after.map((one) => one.id)).not.to.include.members([name])
      await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST' })
      const field = after.find(({ label }) => label === 'Name')?.id ?? ''
      const fill = await makeFill(test, { template_id: body.template.id, values: { [field]: 'Ada' } })
      expect(fill.values).to.include({ [field]: 'Ada' })
      const { data } = (await test.json(`/v1/templates/${body.template.id}/revisions`)).body
      expect(JSON.stringify(data.at(-1))).to.include('copied')
      const log = (await test.json(`/v1/audit_events?object_id=${body.template.id}`)).body.data
      expect(log.at(-1)).to.deep.include({ action: 'template.copied', details: { from: id } })
    })

    it('is made of the newest revision and of an archived template, with a title of choice or in German', async () => {
      const { id } = await uploadSample(test)
      const { body } = await test.json(`/v1/templates/${id}/scene?revision=latest`)
      const [first, ...rest] = body.scene.fields
      const scene = { ...body.scene, fields: [{ ...first, label: 'Guest' }, ...rest] }
      await test.json(`/v1/templates/${id}/scene`, { method: 'PUT', body: scene })
      await test.json(`/v1/templates/${id}/archive`, { method: 'POST' })
      const german = await copy(id, {}, { 'Accept-Language': 'de' })
      expect(german.body.template.title).to.equal('Card (Kopie)')
      const named = await copy(id, { title: ' Spring ' })
      expect(named.body.template).to.include({ title: 'Spring', status: 'draft', slug: 'spring' })
      expect((await fieldsOf(named.body.template.id)).map(({ label }) => label)).to.include('Guest')
    })

    it('leaves the PDF to the original, takes newer artwork, and can be copied itself', async () => {
      const bytes = Buffer.concat([SAMPLE_PDF, Buffer.from('% own\n')])
      const original = await uploadSample(test, bytes)
      const made = (await copy(original.id)).body.template
      const again = (await test.json('/v1/templates', { body: uploadForm(bytes, 'Card') })).body
      expect([again.template.id, again.deduplicated]).to.deep.equal([original.id, true])
      const other = Buffer.concat([SAMPLE_PDF, Buffer.from('% newer\n')])
      await uploadSample(test, other)
      const newer = await test.json(`/v1/templates/${made.id}/artwork`, { body: uploadForm(other) })
      expect(newer.status, JSON.stringify(newer.body)).to.equal(200)
      expect((await copy(made.id)).body.template.title).to.equal('Card (copy) (copy)')
    })

    it('is made once for a request that is sent twice, and counts toward the limit of templates', async () => {
      const { id } = await liveTemplate(test)
      const headers = { 'Idempotency-Key': `copy-${database}` }
      const [one, two] = [await copy(id, {}, headers), await copy(id, {}, headers)]
      expect(two.body.template.id).to.equal(one.body.template.id)
      const { store } = test.server.ports
      await store.teams.update(test.team.id, { templateLimit: await store.templates.count(test.team.id) })
      const refused = await copy(id)
      expect([refused.status, refused.body.error.code]).to.deep.equal([402, 'template_limit_exceeded'])
      await store.teams.update(test.team.id, { templateLimit: null })
      const stranger = await test.makeTeam(`Stranger on ${database}`)
      const foreign = await test.json(`/v1/templates/${id}/copy`, { body: {}, key: stranger.key })
      expect(foreign.status).to.equal(404)
    })
  })
