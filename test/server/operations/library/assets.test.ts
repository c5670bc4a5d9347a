/** Pictures over HTTP with real workers: taken into the catalogue, shown by signed links, and named by fills. */
import { expect } from 'chai'
import sharp from 'sharp'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { blackPng, flat, ramp } from '../../../support/pdf/pictures.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { uploadSample } from '../../../support/service/sample-render.ts'

for (const database of DATABASES)
  describe(`Assets, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), database })
    })
    after(() => test?.close())

    const upload = (file: Uint8Array, texts: Readonly<Record<string, string>> = {}, key = test.team.key) => {
      const body = new FormData()
      for (const [name, text] of Object.entries(texts)) body.set(name, text)
      body.set('file', new Blob([new Uint8Array(file)], { type: 'text/html' }), '../../Oak_leaf.png')
      return test.json('/v1/assets', { body, key })
    }
    let count = 0
    /** Another picture at every call. */
    const picture = (width = 64, height = 48) => {
      count += 1
      return flat(width, height, [count, 100, 200]).png().toBuffer()
    }
    const add = async (texts: Readonly<Record<string, string>> = {}) => {
      const { status, body } = await upload(await picture(), texts)
      expect(status, JSON.stringify(body)).to.equal(201)
      return body.asset
    }
    const open = (url: string, init: RequestInit = {}) =>
      fetch(url.replace(/^https?:\/\/[^/]+/, test.url), init)

    it('are kept with what they are, and shown by links for an hour', async () => {
      const { status, body } = await upload(await ramp(3000, 600).jpeg().toBuffer(), {
        label: 'Oak leaf',
        tags: '["autumn","ornaments"]',
        metadata: '{"by":"Ilse"}',
      })
      expect(status).to.equal(201)
      const { asset } = body
      expect(asset).to.include({ name: 'Oak leaf', label: 'Oak leaf', width: 3000, height: 600 })
      expect(asset).to.include({
        color_kind: 'rgb',
        alpha: false,
        content_type: 'image/webp',
        archived_at: null,
      })
      expect([asset.tags, asset.metadata]).to.deep.equal([['autumn', 'ornaments'], { by: 'Ilse' }])
      for (const [url, width] of [
        [asset.url, 2560],
        [asset.thumbnail_url, 320],
      ] as const) {
        const response = await open(url)
        expect(response.status).to.equal(200)
        expect(response.headers.get('content-type')).to.equal('image/webp')
        expect(response.headers.get('x-content-type-options')).to.equal('nosniff')
        expect(response.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
        expect(response.headers.get('set-cookie')).to.equal(null)
        const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        expect([shown.format, shown.width]).to.deep.equal(['webp', width])
      }
      const forged = [
        asset.url.replace('/assets/', '/thumbnails/'),
        `${asset.url}x`,
        asset.url.replace(/exp=\d+/, 'exp=99999999999'),
        asset.url.replace(asset.id, 'ast_00000000000000000000000000'),
      ]
      for (const url of forged) expect((await open(url)).status, url).to.equal(403)
      test.clock.advance(3_600_001)
      const late = await open(asset.url)
      const said = (await late.json()) as { readonly error: { readonly code: string } }
      expect([late.status, said.error.code]).to.deep.equal([403, 'signed_url_expired'])
    })

    it('are one however often they come, and take new names along', async () => {
      const bytes = await picture()
      const replies = await Promise.all([upload(bytes), upload(bytes)])
      const [first] = replies
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 201])
      expect(replies[0]?.body.asset.id).to.equal(replies[1]?.body.asset.id)
      const renamed = await upload(bytes, { label: 'Beech', tags: '["spring"]' })
      expect(renamed.body).to.include({ deduplicated: true })
      expect(renamed.body.asset).to.include({ id: first?.body.asset.id, label: 'Beech' })
      const other = await test.makeTeam('Another shop')
      const theirs = await upload(bytes, {}, other.key)
      expect([theirs.status, theirs.body.asset.id === first?.body.asset.id]).to.deep.equal([201, false])
    })

    it('are listed by tag, changed, archived, and taken back', async () => {
      const leaf = await add({ tags: '["leaf","green-1"]' })
      await add({ tags: '["leafless"]' })
      const ids = async (query: string) =>
        (await test.json(`/v1/assets?limit=100&${query}`)).body.data.map((one: { id: string }) => one.id)
      expect(await ids('tag=leaf')).to.deep.equal([leaf.id])
      const path = `/v1/assets/${leaf.id}`
      const changed = await test.json(path, { method: 'PATCH', body: { label: 'Linde', tags: [] } })
      expect(changed.body.asset).to.include({ label: 'Linde' })
      expect(await ids('tag=leaf')).to.deep.equal([])
      const { body } = await test.json(path, { method: 'DELETE' })
      expect(body.asset.archived_at).to.be.a('string')
      expect(await ids('')).not.to.include(leaf.id)
      expect(await ids('archived=true')).to.include(leaf.id)
      expect((await test.json(path)).status).to.equal(200)
      expect((await open(body.asset.url)).status).to.equal(200)
    })

    it('are refused in words, whatever they call themselves, and nothing is kept of them', async () => {
      const before = await test.keptFiles()
      const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
      expect(refused.status).to.equal(400)
      expect(refused.body.error).to.include({ code: 'invalid_image', param: 'file', reason: 'svg' })
      expect(refused.body.error.message).to.include('SVG')
      expect((await upload(blackPng(16_124, 16_124))).body.error.reason).to.equal('too_large')
      const tagged = await upload(await picture(), { tags: '["Not A Tag"]' })
      expect([tagged.status, tagged.body.error.code]).to.deep.equal([400, 'invalid_parameter'])
      expect(await test.keptFiles()).to.deep.equal(before)
      expect(await test.temporaryFiles()).to.deep.equal([])
    })

    it('are what image fields are filled with', async () => {
      const [leaf, stone] = [await add({ tags: '["plants"]' }), await add({ tags: '["stones"]' })]
      const template = await uploadSample(test)
      const { body: read } = await test.json(`/v1/templates/${template.id}/scene?revision=latest`)
      const { id: _, ...field } = read.scene.fields[0]
      read.scene.fields.push({
        ...field,
        ...{ label: 'Picture', type: 'image', default_value: '', required: false, max_length: null },
        asset_tag: 'plants',
      })
      const saved = await test.json(`/v1/templates/${template.id}/scene`, { method: 'PUT', body: read.scene })
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
      await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
      const { body: fields } = await test.json(`/v1/templates/${template.id}/fields`)
      const told = fields.data.find(({ label }: { label: string }) => label === 'Picture')
      expect(told.options.map((one: { id: string }) => one.id)).to.deep.equal([leaf.id])
      expect(told.options[0]).to.include({
        label: leaf.label,
        width: 64,
        height: 48,
        content_type: 'image/webp',
      })
      expect((await open(told.options[0].url)).status).to.equal(200)

      const fill = (value: string) =>
        test.json('/v1/fills', { body: { template_id: template.id, values: { Picture: value } } })
      for (const value of [stone.id, 'ast_none', 'a picture']) {
        const { status, body } = await fill(value)
        expect([status, body.error.code, body.error.param]).to.deep.equal([
          400,
          'asset_not_found',
          'values.Picture',
        ])
      }
      const { status, body } = await fill(leaf.id)
      expect(status, JSON.stringify(body)).to.equal(201)
      await test.json(`/v1/assets/${leaf.id}`, { method: 'DELETE' })
      expect((await fill(leaf.id)).body.error.code).to.equal('asset_not_found')
      const kept = await test.json(`/v1/fills/${body.fill.id}`, {
        method: 'PATCH',
        body: { values: { Picture: leaf.id, Name: 'Ada' } },
      })
      expect(kept.status, JSON.stringify(kept.body)).to.equal(200)
    })
  })

describe('Assets, opened within limits', () => {
  it('tell that a picture was too much, and go on with the next', async () => {
    const test = await openTestServer({ press: openSamplePress(), env: { PRESS_MEMORY_MB: '160' } })
    try {
      const send = (file: Uint8Array) => {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(file)]), 'a.png')
        return test.json('/v1/assets', { body })
      }
      const large = await send(blackPng(6300, 6300))
      expect([large.status, large.body.error.code, large.body.error.reason]).to.deep.equal([
        400,
        'image_too_complex',
        'memory',
      ])
      expect(await test.temporaryFiles()).to.deep.equal([])
      expect((await send(await ramp(40, 40).png().toBuffer())).status).to.equal(201)
    } finally {
      await test.close()
    }
  })

  it('keep nobody waiting while they are opened', async () => {
    const test = await openTestServer({ press: openSamplePress() })
    try {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(blackPng(6300, 6300))]), 'a.png')
      let opened = false
      const slow = test.json('/v1/assets', { body }).finally(() => {
        opened = true
      })
      const other = await test.json('/v1/templates')
      expect([other.status, opened]).to.deep.equal([200, false])
      expect((await slow).status).to.equal(201)
    } finally {
      await test.close()
    }
  })
})
