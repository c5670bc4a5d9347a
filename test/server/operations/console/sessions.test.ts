/** The sessions of a user over HTTP: seen by the user alone, ended by the user or an owner; on both databases. */
import { expect } from 'chai'
import { deviceNames } from '../../../../core/service/console/device.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import {
  joinAs,
  joinFirst,
  jsonAs,
  PASSPHRASE,
  type Person,
} from '../../../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const PATH = '/v1/console/sessions'
const HOUR = 3_600_000

for (const database of DATABASES)
  describe(`Sessions of a user on ${longOn(database)}`, () => {
    let test: TestServer
    let owner: Person
    let editor: Person
    beforeEach(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database })
      owner = await joinFirst(test)
      editor = await joinAs(test, 'editor', 'ed@printshop.example')
    })
    afterEach(async () => test?.close())

    const signIn = async (userAgent: string, email = editor.email) => {
      const reply = await jsonAs(test, null, PATH, {
        body: { email, passphrase: PASSPHRASE },
        headers: { 'user-agent': userAgent, 'accept-language': 'de' },
      })
      expect(reply.status).to.equal(201)
      return { token: /platen=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '' }
    }
    const list = async (person: Pick<Person, 'token'>, query = '') =>
      (await jsonAs(test, person, `${PATH}${query}`)).body

    it('are listed with device, address and last use, newest first, page by page', async () => {
      const here = await signIn(FIREFOX)
      await signIn(SAFARI)
      test.clock.advance(HOUR)
      const { data } = await list(here)
      expect(data).to.have.lengthOf(3)
      const [phone, desk, first] = data
      expect(phone).to.include({ browser: 'Safari', system: 'iOS', current: false, user_agent: SAFARI })
      expect(desk).to.include({ browser: 'Firefox', system: 'Linux', current: true })
      expect(desk.last_used_at > desk.created_at).to.equal(true)
      expect(desk.address).to.match(/^(::ffff:)?127\.0\.0\.1$/)
      expect(first).to.include({ browser: null, system: null, user_agent: null, address: null })
      const page = await list(here, '?limit=2')
      expect(page).to.include({ has_more: true, next_starting_after: desk.id })
      expect((await list(here, `?starting_after=${desk.id}`)).data).to.deep.equal([first])
      expect((await list(owner)).data).to.have.lengthOf(1)
      const wrong = await jsonAs(test, owner, `${PATH}?starting_after=${desk.id}`)
      expect(wrong.body.error.code).to.equal('invalid_cursor')
    })

    it('leave the list when they are over', async () => {
      test.clock.advance(11 * HOUR)
      const here = await signIn(FIREFOX)
      test.clock.advance(2 * HOUR)
      expect((await list(here)).data).to.have.lengthOf(1)
    })

    it('are ended one by one, and none of somebody else', async () => {
      const here = await signIn(FIREFOX)
      const phone = await signIn(SAFARI)
      const [{ id }] = (await list(here)).data
      const foreign = await jsonAs(test, owner, `${PATH}/${id}`, { method: 'DELETE' })
      expect(foreign.status).to.equal(404)
      const ended = await jsonAs(test, here, `${PATH}/${id}`, { method: 'DELETE' })
      expect([ended.status, ended.headers.get('set-cookie')]).to.deep.equal([200, null])
      expect((await jsonAs(test, phone, '/v1/console/session')).status).to.equal(401)
      const own = (await list(here)).data.find(({ current }: { current: boolean }) => current).id
      const last = await jsonAs(test, here, `${PATH}/${own}`, { method: 'DELETE' })
      expect(last.headers.get('set-cookie')).to.include('Max-Age=0')
      expect((await jsonAs(test, here, '/v1/console/session')).status).to.equal(401)
    })

    it('are ended all but this one', async () => {
      const here = await signIn(FIREFOX)
      const ended = await jsonAs(test, here, `${PATH}?keep_current=true`, { method: 'DELETE' })
      expect(ended.body).to.include({ ended_sessions: 1 })
      expect(ended.headers.get('set-cookie')).to.equal(null)
      expect((await list(here)).data).to.have.lengthOf(1)
      expect((await jsonAs(test, editor, '/v1/console/session')).status).to.equal(401)
    })

    it('are ended by owners alone, who see nothing of them', async () => {
      const path = `/v1/console/users/${editor.id}/sessions`
      expect((await jsonAs(test, editor, path, { method: 'DELETE' })).status).to.equal(403)
      expect((await jsonAs(test, owner, path)).status).to.equal(405)
      await signIn(FIREFOX)
      const ended = await jsonAs(test, owner, path, { method: 'DELETE' })
      expect(ended.body).to.deep.equal({ object: 'console_session', ended_sessions: 2 })
      expect((await jsonAs(test, editor, '/v1/console/session')).status).to.equal(401)
      const entries = (await test.json('/v1/audit_events?action=user.signed_out')).body.data
      expect(entries[0]).to.deep.include({ actor: owner.id, object_id: editor.id })
    })
  })

describe('The device of a session', () => {
  it('is named by browser and system', () => {
    const names = (text: string | null) => Object.values(deviceNames(text))
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
    expect(names(`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`)).to.deep.equal(['Edge', 'Windows'])
    expect(names(`${windows} Chrome/140.0.0.0 Safari/537.36`)).to.deep.equal(['Chrome', 'Windows'])
    expect(names('curl/8.14.1')).to.deep.equal([null, null])
    expect(names(null)).to.deep.equal([null, null])
  })
})
