/** The publishable key of an application over HTTP: revealed once by the API, and shown again in the console. */
import { expect } from 'chai'
import { joinAs, joinFirst, jsonAs, type Person } from '../../../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

describe('The publishable key of an embed application', () => {
  let test: TestServer
  let owner: Person
  let viewer: Person
  before(async () => {
    test = await openTestServer()
    owner = await joinFirst(test)
    viewer = await joinAs(test, 'viewer', 'viewer@printshop.example')
  })
  after(() => test?.close())

  const create = async (withKey = true) => {
    const body = { name: 'Shop', allowed_origins: ['https://shop.example'], create_publishable_key: withKey }
    const made = (await test.json('/v1/embed/applications', { body })).body
    return { id: made.embed_application.id as string, key: (made.publishable_key ?? null) as string | null }
  }
  const shown = async (id: string, person = owner) => {
    const { body } = await jsonAs(test, person, `/v1/console/embed_applications/${id}/publishable_key`)
    return body.error?.code ?? body.publishable_key
  }
  const pathOf = (id: string) => `/v1/embed/applications/${id}`

  it('is shown in the console to each role, and by the API only in the reply that creates it', async () => {
    const { id, key } = await create()
    expect(key).to.match(/^platen_pk_/)
    for (const person of [owner, viewer]) expect(await shown(id, person)).to.equal(key)
    for (const path of [pathOf(id), '/v1/embed/applications', '/v1/api_keys'])
      expect(JSON.stringify((await test.json(path)).body)).not.to.include(key)
    expect(JSON.stringify(await test.server.ports.store.applications.find(test.team.id, id))).not.to.include(
      key,
    )
  })

  it('is the new one after it was rotated, and none after it was revoked or its application archived', async () => {
    const { id, key } = await create()
    const rotated = await test.json(pathOf(id), { method: 'PATCH', body: { rotate_publishable_key: true } })
    expect(rotated.body.publishable_key).not.to.equal(key)
    expect(await shown(id)).to.equal(rotated.body.publishable_key)
    await test.json(pathOf(id), { method: 'DELETE' })
    expect(await shown(id)).to.equal(null)
  })

  it('is not shown where it was never stored, or replaced without the application', async () => {
    const { applications } = test.server.ports.store
    expect(await shown((await create(false)).id)).to.equal(null)
    const old = await create()
    await applications.update(test.team.id, old.id, { keyCiphertext: null })
    expect(await shown(old.id)).to.equal(null)
    const other = await create()
    const keys = await test.server.ports.store.keys.list(test.team.id)
    const id = keys.find(({ embedApplicationId: of }) => of === other.id)?.id
    const path = `/v1/api_keys/${id}/rotate`
    expect((await test.json(path, { method: 'POST', body: {} })).status).to.equal(200)
    expect(await shown(other.id)).to.equal(null)
  })

  it('is not that of another team', async () => {
    const stranger = await joinFirst(test, (await test.makeTeam('Elsewhere')).id, 'eve@elsewhere.example')
    expect(await shown((await create()).id, stranger)).to.equal('not_found')
  })
})
