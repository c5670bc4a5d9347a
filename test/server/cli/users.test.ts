/** `platen users`: the links that let people in to the console beside the running server, and who comes in no more. */
import { expect } from 'chai'
import { platenJson, runPlaten } from '../../support/programs/platen-cli.ts'
import { jsonAs, PASSPHRASE, sendAs } from '../../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

describe('platen users', () => {
  let test: TestServer
  let env: Readonly<Record<string, string>>
  before(async () => {
    test = await openTestServer({ env: { ROLES: 'api', SIGN_IN_ATTEMPTS: '1000' } })
    test.clock.set(Date.now())
    env = { DATA_DIR: test.folder, BASE_URL: 'https://print.example' }
  })
  after(() => test.close())

  const open = (link: string, said: object) =>
    jsonAs(test, null, '/v1/console/join', {
      body: { token: link.slice(link.indexOf('#') + 1), passphrase: PASSPHRASE, ...said },
    })
  const tokenOf = (headers: Headers) => /^platen=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

  it('lets in the first person, invites, changes roles, renews passphrases and shuts out', async () => {
    const first = await platenJson(env, 'users', 'link')
    expect(first.link).to.match(/^https:\/\/print\.example\/console\/join#platen_cl_\w{36}$/)
    const ada = await open(first.link, { name: 'Ada', email: 'ada@printshop.example' })
    expect(ada.body.user.role).to.equal('owner')

    const invited = await platenJson(env, 'users', 'invite', 'grace@printshop.example', '--role', 'viewer')
    expect(invited.user).to.include({ role: 'viewer', status: 'invited' })
    const grace = await open(invited.link, { name: 'Grace' })
    const session = { token: tokenOf(grace.headers) }
    const changed = await platenJson(env, 'users', 'role', 'GRACE@printshop.example', '--role', 'editor')
    expect(changed.role).to.equal('editor')
    expect((await jsonAs(test, session, '/v1/console/session')).body.user.role).to.equal('editor')

    const renewed = await platenJson(env, 'users', 'link', 'grace@printshop.example')
    const again = await open(renewed.link, { passphrase: 'eleven herons over the marsh' })
    expect((await sendAs(test, session, '/v1/console/session')).status).to.equal(401)
    const later = { token: tokenOf(again.headers) }
    const shut = await platenJson(env, 'users', 'disable', invited.user.id)
    expect(shut.status).to.equal('disabled')
    expect((await sendAs(test, later, '/v1/console/session')).status).to.equal(401)

    const { out } = await runPlaten(env, 'users', 'list')
    expect(out).to.match(/ada@printshop\.example +Ada +owner +active/)
    expect(out).to.match(/grace@printshop\.example +Grace +editor +disabled/)
    const { body } = await test.json(`/v1/audit_events?object_id=${invited.user.id}&actor=cli`)
    expect(body.data.map(({ action }: { action: string }) => action)).to.deep.equal([
      'user.changed',
      'user.linked',
      'user.changed',
      'user.invited',
    ])
  })

  it('says what is missing, and takes no last owner away', async () => {
    const runs = await Promise.all([
      runPlaten(env, 'users', 'link'),
      runPlaten(env, 'users', 'disable', 'ada@printshop.example'),
      runPlaten(env, 'users', 'role', 'nobody@printshop.example', '--role', 'owner'),
      runPlaten(env, 'users', 'invite', 'alan@printshop.example'),
    ])
    expect(runs.map(({ code }) => code)).to.deep.equal([2, 1, 1, 2])
    const said = runs.map(({ error }) => error)
    expect(said[0]).to.include('Give the e-mail address or id')
    expect(said[1]).to.include('A team needs at least one owner')
    expect(said[2]).to.include('No such user')
    expect(said[3]).to.include('--role must be one of owner, editor, viewer')
  })
})
