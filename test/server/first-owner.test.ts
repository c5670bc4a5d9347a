/** The link for a team's first person: it lives, and each start prints one, until somebody has come in, whoever was invited. */
import { expect } from 'chai'
import { DATABASES, freshDatabase, longOn, needsDatabase } from '../support/database/postgres.ts'
import { platenJson, runPlaten } from '../support/programs/platen-cli.ts'
import { type Run, runProgram } from '../support/programs/run-program.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { PASSPHRASE } from '../support/service/console-people.ts'

const OWNER = 'ada@printshop.example'

for (const database of DATABASES)
  describe(`The first owner's link, on ${longOn(database)}`, () => {
    const makeFolder = temporaryFolders()
    const running: Run[] = []
    let env: Record<string, string>
    let folder: string
    beforeEach(async function () {
      needsDatabase(this, database)
      folder = await makeFolder()
      env = {
        ROLES: 'api',
        PREVIEW_WARM_UP: 'false',
        ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
      }
    })
    afterEach(async () => {
      for (const { child, ended } of running.splice(0)) {
        child.kill('SIGTERM')
        await ended
      }
    })

    /** All that a start says, and where it is reached. */
    const start = async () => {
      const run = runProgram(folder, ['--empty'], env)
      running.push(run)
      const [, url] = await run.said(/listening on (http:\S+)/)
      return { run, url }
    }
    const stop = async ({ child, ended }: Run) => {
      child.kill('SIGTERM')
      expect(await ended).to.equal(0)
    }
    const post = async (url: string | undefined, path: string, body: object, key?: string) => {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        ...(key === undefined
          ? { 'x-service-console': '1', origin: String(url) }
          : { authorization: `Bearer ${key}` }),
      }
      const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, body: await reply.json() }
    }
    const join = (url: string | undefined, token: string | undefined, more: object = {}) =>
      post(url, '/v1/console/join', { token, name: 'Ada', passphrase: PASSPHRASE, ...more })
    const invite = (url: string | undefined, key: string | undefined, email: string) =>
      post(url, '/v1/console/users', { email, role: 'editor' }, key)
    const tokenOf = (link: string) => link.slice(link.indexOf('#') + 1)
    const LINK = /Console: http:\S+#(platen_cl_\w+)/

    it('outlives an invitation by key, and every start prints another until somebody has come in @long', async () => {
      const first = await start()
      const [, key] = await first.run.said(/(platen_sk_\w+)/)
      const [, token] = await first.run.said(LINK)
      const invited = await invite(first.url, key, 'grace@printshop.example')
      expect(invited.status, JSON.stringify(invited.body)).to.equal(201)
      await stop(first.run)

      const second = await start()
      const [, renewed] = await second.run.said(LINK)
      expect(renewed).to.not.equal(token)
      const owner = await join(second.url, token, { email: OWNER })
      expect([owner.status, owner.body.user?.role]).to.deep.equal([201, 'owner'])
      // Now somebody is in: the other link opens nothing, the invitation still does.
      const late = await join(second.url, renewed, { email: 'late@printshop.example' })
      expect([late.status, late.body.error?.code]).to.deep.equal([403, 'signed_url_invalid'])
      const grace = await join(second.url, tokenOf(invited.body.link))
      expect([grace.status, grace.body.user?.role]).to.deep.equal([201, 'editor'])
      await stop(second.run)

      const third = await start()
      await third.run.said(/listening on/)
      await stop(third.run)
      expect(third.run.output()).to.not.match(LINK)
    })

    it('makes the owner of somebody who was invited by the same address, and ends that invitation', async () => {
      const { run, url } = await start()
      const [, key] = await run.said(/(platen_sk_\w+)/)
      const [, token] = await run.said(LINK)
      const invited = await invite(url, key, OWNER)
      const owner = await join(url, token, { email: OWNER.toUpperCase() })
      expect(owner.status, JSON.stringify(owner.body)).to.equal(201)
      expect(owner.body.user).to.include({ id: invited.body.user.id, role: 'owner', status: 'active' })
      const stranger = await join(url, tokenOf(invited.body.link))
      expect([stranger.status, stranger.body.error?.code]).to.deep.equal([403, 'signed_url_invalid'])
    })

    it('ends when whoever was invited has come in', async () => {
      const { run, url } = await start()
      const [, key] = await run.said(/(platen_sk_\w+)/)
      const [, token] = await run.said(LINK)
      const invited = await invite(url, key, 'grace@printshop.example')
      expect((await join(url, tokenOf(invited.body.link))).status).to.equal(201)
      const late = await join(url, token, { email: OWNER })
      expect([late.status, late.body.error?.code]).to.deep.equal([403, 'signed_url_invalid'])
    })

    it('is made by the command line beside an invitation, too @long', async () => {
      const { run, url } = await start()
      const [, key] = await run.said(/(platen_sk_\w+)/)
      await invite(url, key, 'grace@printshop.example')
      const here = { ...env, DATA_DIR: folder }
      const { link } = await platenJson(here, 'users', 'link')
      expect((await join(url, tokenOf(link), { email: OWNER })).status).to.equal(201)
      expect((await runPlaten(here, 'users', 'link')).code).to.equal(2)
    })
  })
