/** Coming in to the console and going, over HTTP: links that open once, passphrases, sessions, and who guesses. */
import { expect } from 'chai'
import { createPassphrases } from '../../server/passphrases.ts'
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import {
  joinAs,
  joinFirst,
  jsonAs,
  PASSPHRASE,
  type Person,
  sendAs,
} from '../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const [SESSION, SESSIONS] = ['/v1/console/session', '/v1/console/sessions']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NEXT = 'eleven herons over the marsh'

const tokenOf = (headers: Headers): string =>
  /^platen=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const linkToken = (link: string): string => link.slice(link.indexOf('#') + 1)

for (const database of DATABASES)
  describe(`Sessions of the console on ${longOn(database)}`, () => {
    let test: TestServer
    let owner: Person
    let counted = 0
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ database, env: { ROLES: 'api', SIGN_IN_ATTEMPTS: '100000' } })
      owner = await joinFirst(test)
    })
    after(() => test?.close())

    const newEmail = () => `person-${++counted}@printshop.example`
    const signIn = (email: string, passphrase: string) =>
      jsonAs(test, null, SESSIONS, { body: { email, passphrase } })
    const signedIn = async (person: Person): Promise<Person> => {
      const { headers } = await signIn(person.email, PASSPHRASE)
      return { ...person, token: tokenOf(headers) }
    }
    const isIn = async (person: Pick<Person, 'token'>) => (await sendAs(test, person, SESSION)).status === 200
    const invite = async (email = newEmail(), role = 'editor') =>
      jsonAs(test, owner, '/v1/console/users', { body: { email, role } })
    const join = (token: string, more: object = {}) =>
      jsonAs(test, null, '/v1/console/join', {
        body: { token, name: 'Grace', passphrase: PASSPHRASE, ...more },
      })
    const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
      status,
      body.error.code,
    ]

    it('lets in who gives the passphrase, whatever the capitals of the address, and says who they are', async () => {
      const { status, headers, body } = await signIn(' ADA@printshop.example'.trim(), PASSPHRASE)
      expect(status).to.equal(201)
      expect(headers.get('set-cookie')).to.match(
        /^platen=platen_cs_\w{36}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      )
      expect(body).to.deep.include({ team: { id: test.team.id, name: 'Test team' } })
      expect(body.user).to.include({ id: owner.id, role: 'owner', status: 'active' })
      const seen = await jsonAs(test, { token: tokenOf(headers) }, SESSION)
      expect(seen.body.user.id).to.equal(owner.id)
      expect(JSON.stringify(body)).not.to.include('scrypt')
    })

    it('tells apart neither a wrong passphrase nor an unknown, invited or disabled person', async () => {
      const invited = await invite()
      const disabled = await joinAs(test, 'viewer', newEmail())
      const path = `/v1/console/users/${disabled.id}`
      await jsonAs(test, owner, path, { method: 'PATCH', body: { disabled: true } })
      const emails = [owner.email, 'nobody@printshop.example', invited.body.user.email, disabled.email]
      const replies = await Promise.all(emails.map((email) => signIn(email, 'a wrong guess of mine')))
      const right = await signIn(disabled.email, PASSPHRASE)
      for (const { status, headers, body } of [...replies, right]) {
        expect(status).to.equal(401)
        expect({ ...body.error, request_id: '' }).to.deep.equal({
          ...replies[0]?.body.error,
          request_id: '',
        })
        expect(headers.get('set-cookie')).to.equal(null)
      }
    })

    it('ends a session twelve hours after it was last used, and thirty days after it began', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      test.clock.advance(11 * HOUR_MS)
      expect(await isIn(person)).to.equal(true)
      test.clock.advance(11 * HOUR_MS)
      expect(await isIn(person)).to.equal(true)
      test.clock.advance(12 * HOUR_MS)
      expect(await isIn(person)).to.equal(false)

      const lasting = await signedIn(person)
      const began = test.clock.now()
      while (test.clock.now() + 10 * HOUR_MS < began + 30 * DAY_MS) {
        test.clock.advance(10 * HOUR_MS)
        expect(await isIn(lasting)).to.equal(true)
      }
      test.clock.set(began + 30 * DAY_MS)
      expect(await isIn(lasting)).to.equal(false)
      owner = await signedIn(owner)
    })

    it('signs out here, or everywhere at once', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      const places = [person, await signedIn(person), await signedIn(person)]
      const [first, second, third] = places as [Person, Person, Person]
      const here = await jsonAs(test, first, SESSION, { method: 'DELETE' })
      expect(here.headers.get('set-cookie')).to.match(/^platen=; Max-Age=0; /)
      expect([await isIn(first), await isIn(second)]).to.deep.equal([false, true])
      const { body } = await jsonAs(test, second, SESSIONS, { method: 'DELETE' })
      expect(body.ended_sessions).to.equal(2)
      expect([await isIn(second), await isIn(third), await isIn(owner)]).to.deep.equal([false, false, true])
    })

    it('opens a link once, for the person it is for, and says before what it is for', async () => {
      const email = newEmail()
      const invited = await invite(email, 'viewer')
      expect(invited.status).to.equal(201)
      expect(invited.body.link).to.match(/\/console\/join#platen_cl_\w{36}$/)
      const token = linkToken(invited.body.link)
      const check = () => jsonAs(test, null, '/v1/console/join/check', { body: { token } })
      expect((await check()).body).to.include({ purpose: 'invitation', role: 'viewer', email })
      // A refusal uses nothing up.
      const short = await join(token, { passphrase: 'too short' })
      expect(short.body.error).to.include({ code: 'invalid_parameter', reason: 'too_short' })
      const joined = await join(token, { email: owner.email })
      expect(joined.status).to.equal(201)
      expect(joined.body.user).to.include({ email, role: 'viewer', name: 'Grace', status: 'active' })
      expect(await isIn({ token: tokenOf(joined.headers) })).to.equal(true)
      expect(codeOf(await join(token))).to.deep.equal([403, 'signed_url_invalid'])
      expect(codeOf(await check())).to.deep.equal([403, 'signed_url_invalid'])
    })

    it('opens a link for one of two who open it at once', async () => {
      const token = linkToken((await invite()).body.link)
      const replies = await Promise.all([join(token, { name: 'One' }), join(token, { name: 'Two' })])
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 403])
    })

    it('opens no link after a day, nor one that a newer one took the place of', async () => {
      const { body } = await invite()
      const older = linkToken(body.link)
      const newer = await jsonAs(test, owner, `/v1/console/users/${body.user.id}/link`, { method: 'POST' })
      expect(codeOf(await join(older))).to.deep.equal([403, 'signed_url_invalid'])
      test.clock.advance(DAY_MS)
      owner = await signedIn(owner)
      expect(codeOf(await join(linkToken(newer.body.link)))).to.deep.equal([403, 'signed_url_expired'])
    })

    it('gives a new passphrase by a link, and ends every session that the old one had', async () => {
      const person = await joinAs(test, 'editor', newEmail())
      const made = await jsonAs(test, owner, `/v1/console/users/${person.id}/link`, { method: 'POST' })
      expect(await isIn(person)).to.equal(true)
      const joined = await join(linkToken(made.body.link), { passphrase: NEXT })
      expect(joined.body.user.name).to.equal('Grace Hopper')
      expect(await isIn(person)).to.equal(false)
      expect((await signIn(person.email, PASSPHRASE)).status).to.equal(401)
      expect((await signIn(person.email, NEXT)).status).to.equal(201)
    })

    it('changes the own passphrase for who knows the present one, and ends all other sessions', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      const elsewhere = await signedIn(person)
      const change = (body: object) => jsonAs(test, person, SESSION, { method: 'PATCH', body })
      const wrong = await change({ current_passphrase: 'not this one at all', passphrase: NEXT })
      expect(wrong.body.error).to.include({ code: 'invalid_parameter', param: 'current_passphrase' })
      expect((await change({ passphrase: NEXT })).status).to.equal(400)
      expect((await change({ current_passphrase: PASSPHRASE, passphrase: NEXT })).status).to.equal(200)
      expect([await isIn(person), await isIn(elsewhere)]).to.deep.equal([true, false])
      expect((await signIn(person.email, NEXT)).status).to.equal(201)
    })

    it('changes name and language of oneself', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      const body = { name: '  Zoë <b>Bold</b> ', language: 'de' }
      const changed = await jsonAs(test, person, SESSION, { method: 'PATCH', body })
      expect(changed.body.user).to.include({ name: 'Zoë <b>Bold</b>', language: 'de' })
      for (const name of ['', ' ', 'a\u0000b']) {
        const refused = await jsonAs(test, person, SESSION, { method: 'PATCH', body: { name } })
        expect(refused.status, JSON.stringify(name)).to.equal(400)
      }
    })

    it('takes one e-mail address once, in all teams', async () => {
      const theirs = await test.makeTeam('Another shop')
      const body = { email: owner.email.toUpperCase(), role: 'owner' }
      expect(codeOf(await test.json('/v1/console/users', { key: theirs.key, body }))).to.deep.equal([
        409,
        'user_exists',
      ])
      expect(codeOf(await invite(owner.email))).to.deep.equal([409, 'user_exists'])
      const emails = [newEmail(), newEmail()].flatMap((email) => [email, email.toUpperCase()])
      const replies = await Promise.all(emails.map((email) => invite(email)))
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 201, 409, 409])
    })

    it('keeps an owner in every team, also when two go at once', async () => {
      const { id, key } = await test.makeTeam('Two owners')
      const one = await joinFirst(test, id, newEmail())
      const alone = await test.json(`/v1/console/users/${one.id}`, {
        ...{ key, method: 'PATCH', body: { role: 'viewer' } },
      })
      expect(codeOf(alone)).to.deep.equal([409, 'last_owner'])
      const two = await joinAs(test, 'owner', newEmail(), id)
      const replies = await Promise.all(
        [one, two].map((person, at) =>
          test.json(`/v1/console/users/${person.id}`, {
            ...{ key, method: 'PATCH', body: at === 0 ? { role: 'editor' } : { disabled: true } },
          }),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    })

    it('makes no link for who is disabled', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      const path = `/v1/console/users/${person.id}`
      await jsonAs(test, owner, path, { method: 'PATCH', body: { disabled: true } })
      const made = await jsonAs(test, owner, `${path}/link`, { method: 'POST' })
      expect(codeOf(made)).to.deep.equal([409, 'user_disabled'])
    })

    it('writes down what people do, under their ids and without their addresses', async () => {
      const person = await joinAs(test, 'viewer', newEmail())
      await jsonAs(test, owner, `/v1/console/users/${person.id}`, {
        ...{ method: 'PATCH', body: { role: 'editor' } },
      })
      await jsonAs(test, person, SESSIONS, { method: 'DELETE' })
      const { body } = await test.json(`/v1/audit_events?object_id=${person.id}`)
      expect(body.data.map(({ actor, action }: Record<string, string>) => [actor, action])).to.deep.equal([
        [person.id, 'user.signed_out'],
        [owner.id, 'user.changed'],
        [person.id, 'user.signed_in'],
        [person.id, 'user.joined'],
        ['system', 'user.invited'],
      ])
      expect(JSON.stringify(body)).not.to.include('@')
    })
  })

describe('Sessions of the console over a restart', () => {
  const makeFolder = temporaryFolders()

  it('go on, and what was signed out stays so', async () => {
    const env = { ROLES: 'api', SIGN_IN_ATTEMPTS: '100000', DATA_DIR: await makeFolder() }
    const before = await openTestServer({ env })
    const person = await joinFirst(before)
    const gone = await joinAs(before, 'viewer', 'gone@printshop.example')
    await jsonAs(before, gone, SESSION, { method: 'DELETE' })
    await before.close()
    const again = await openTestServer({ env })
    try {
      expect((await sendAs(again, person, SESSION)).status).to.equal(200)
      expect((await sendAs(again, gone, SESSION)).status).to.equal(401)
    } finally {
      await again.close()
    }
  })
})

describe('Who guesses a passphrase', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  it('is told to wait after ten attempts, right ones too, and others are not', async () => {
    const test = await openTestServer({ env: { ROLES: 'api', TRUST_PROXY: '1' } })
    try {
      const person = await joinFirst(test)
      const other = await joinAs(test, 'viewer', 'other@printshop.example')
      const attempt = (email: string, passphrase: string, address: string) =>
        jsonAs(test, null, SESSIONS, { body: { email, passphrase }, headers: from(address) })
      const statuses: number[] = []
      for (let count = 0; count < 20; count++)
        statuses.push((await attempt(person.email, `guess number ${count}`, '192.0.2.1')).status)
      expect(statuses).to.deep.equal([...Array(10).fill(401), ...Array(10).fill(429)])
      const refused = await attempt(person.email.toUpperCase(), PASSPHRASE, '192.0.2.1')
      expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 900)
      // The person, elsewhere, and a colleague behind the same address.
      expect((await attempt(person.email, PASSPHRASE, '192.0.2.2')).status).to.equal(201)
      expect((await attempt(other.email, PASSPHRASE, '192.0.2.1')).status).to.equal(201)
      expect((await sendAs(test, person, SESSION, { headers: from('192.0.2.1') })).status).to.equal(200)
    } finally {
      await test.close()
    }
  })

  it('comes no further with many addresses of people, nor from many of the network', async () => {
    const test = await openTestServer({ env: { ROLES: 'api', TRUST_PROXY: '1', SIGN_IN_ATTEMPTS: '1' } })
    try {
      const attempt = async (email: string, address: string) => {
        const body = { email, passphrase: 'a guess that is wrong' }
        return (await jsonAs(test, null, SESSIONS, { body, headers: from(address) })).status
      }
      const spread: number[] = []
      for (let count = 0; count < 5; count++) spread.push(await attempt(`p${count}@x.example`, '192.0.2.1'))
      expect(spread).to.deep.equal([401, 401, 401, 429, 429])
      const many: number[] = []
      for (let count = 0; count < 12; count++)
        many.push(await attempt('one@x.example', `198.51.100.${count}`))
      expect(many).to.deep.equal([...Array(10).fill(401), 429, 429])
    } finally {
      await test.close()
    }
  })

  it('finds one-time links no sooner', async () => {
    const test = await openTestServer({ env: { ROLES: 'api', SIGN_IN_ATTEMPTS: '1' } })
    try {
      const statuses: number[] = []
      for (let count = 0; count < 5; count++) {
        const body = { token: `platen_cl_${count}` }
        statuses.push((await sendAs(test, null, '/v1/console/join/check', { body })).status)
      }
      expect(statuses).to.deep.equal([403, 403, 403, 429, 429])
    } finally {
      await test.close()
    }
  })
})

describe('A session of the console', () => {
  it('may make so many requests in a minute, beside those of keys', async () => {
    const test = await openTestServer({ env: { ROLES: 'api', RATE_LIMIT_CONSOLE_PER_MINUTE: '3' } })
    try {
      const person = await joinFirst(test)
      const colleague = await joinAs(test, 'viewer', 'colleague@printshop.example')
      const replies: Response[] = []
      for (let count = 0; count < 4; count++) replies.push(await sendAs(test, person, '/v1/templates'))
      expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429])
      expect(replies[0]?.headers.get('x-ratelimit-limit')).to.equal('3')
      expect(Number(replies[3]?.headers.get('retry-after'))).to.be.within(1, 60)
      expect((await sendAs(test, colleague, '/v1/templates')).status).to.equal(200)
      expect((await test.send('/v1/templates')).status).to.equal(200)
    } finally {
      await test.close()
    }
  })

  it('has a cookie over https that no other host and no page of http can set', async () => {
    const env = { ROLES: 'api', BASE_URL: 'https://print.example' }
    const test = await openTestServer({ env })
    try {
      const { email } = await joinFirst(test)
      const { status, headers } = await jsonAs(test, null, SESSIONS, {
        body: { email, passphrase: PASSPHRASE },
      })
      expect(status).to.equal(201)
      expect(headers.get('set-cookie')).to.match(
        /^__Host-platen=platen_cs_\w{36}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      )
      const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
      const own = { 'x-service-console': '1' }
      const named = await test.send(SESSION, { key: null, headers: { ...own, cookie } })
      const plain = cookie.replace('__Host-', '')
      const unnamed = await test.send(SESSION, { key: null, headers: { ...own, cookie: plain } })
      expect([named.status, unnamed.status]).to.deep.equal([200, 401])
    } finally {
      await test.close()
    }
  })
})

describe('Passphrases', () => {
  it('are kept as scrypt hashes with a salt of their own', async () => {
    const passphrases = createPassphrases()
    const [one, other] = await Promise.all([passphrases.hash(PASSPHRASE), passphrases.hash(PASSPHRASE)])
    expect(one).to.match(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.to.equal(other)
    expect(await passphrases.matches(PASSPHRASE, one)).to.equal(true)
    expect(await passphrases.matches(`${PASSPHRASE}.`, one)).to.equal(false)
    expect(await passphrases.matches(PASSPHRASE, null)).to.equal(false)
  })

  it('go on to be known when new ones are hashed in another way', async () => {
    const earlier = await createPassphrases({ log2n: 5, r: 4, p: 2 }).hash(PASSPHRASE)
    expect(earlier).to.match(/^scrypt\$5\$4\$2\$/)
    expect(await createPassphrases({ log2n: 4, r: 8, p: 1 }).matches(PASSPHRASE, earlier)).to.equal(true)
  })

  it('are refused to wait in a queue without end', async () => {
    const passphrases = createPassphrases({ log2n: 4, r: 8, p: 1 })
    const asked = Array.from({ length: 60 }, () =>
      passphrases.hash('a').then(
        () => 'hashed',
        (error: { code?: string }) => error.code,
      ),
    )
    const refused = await Promise.all(asked.slice(45))
    expect(new Set(refused)).to.deep.equal(new Set(['overloaded']))
    expect(await asked[0]).to.equal('hashed')
    await Promise.all(asked)
  })
})
