/** A hot folder on an SFTP server over HTTP: made, its host key confirmed, tested, fed, and what goes wrong with it. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { databaseOf } from '../../../../server/store/store.ts'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { type FaultProxy, openFaultProxy } from '../../../support/programs/fault-proxy.ts'
import {
  ACCOUNT,
  makeHostKey,
  openSftpServer,
  type SftpTestServer,
} from '../../../support/programs/sftp-server.ts'
import { eventually } from '../../../support/run/eventually.ts'
import type { Delivery } from '../../../support/service/hot-folder.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

for (const database of DATABASES)
  describe(`A hot folder on an SFTP server, on ${longOn(database)}`, () => {
    let root: string
    let test: TestServer
    let server: SftpTestServer
    let proxy: FaultProxy
    let log: string
    beforeEach(async function () {
      needsDatabase(this, database)
      root = await mkdtemp(join(tmpdir(), 'platen-sftp-'))
      await mkdir(join(root, 'press'))
      server = await openSftpServer(root)
      proxy = await openFaultProxy(server.port)
      log = ''
      const writes = {
        write(text: string) {
          log += text
        },
      }
      test = await openTestServer({
        ...{ press: openSamplePress(), database, env: { ALLOW_PRIVATE_SFTP: 'true' } },
        log: pino({ level: 'trace' }, writes),
      })
    })
    afterEach(async () => {
      await test?.close()
      await proxy?.close()
      await server?.close()
      await rm(root, { recursive: true, force: true })
    })

    const folderOf = (port = proxy.port) => `sftp://press%20room@127.0.0.1:${port}/press`
    const make = async (body: Record<string, unknown> = {}) => {
      const draft = { name: 'Press', folder: folderOf(), name_pattern: '{order}.pdf', ...body }
      const made = await test.json('/v1/hot_folders', { body: draft })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      return made.body.hot_folder
    }
    const confirmed = () => make({ host_key: server.fingerprint, password: ACCOUNT.password })
    const patch = (id: string, body: Record<string, unknown>) =>
      test.json(`/v1/hot_folders/${id}`, { method: 'PATCH', body })
    const probe = async (id: string) =>
      (await test.json(`/v1/hot_folders/${id}/test`, { method: 'POST' })).body
    const order = async (reference: string) => {
      const template = await liveTemplate(test)
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
      const { body } = await finalize(test, fill.id, { external_order_id: reference })
      return { fill, render: body.render }
    }
    const settled = (id: string, renderId: string, attempt = 1, action = 'deliver') =>
      eventually<Delivery>(async () => {
        const { body } = await test.json(`/v1/hot_folders/${id}/deliveries?render_id=${renderId}`)
        const found = body.data.find(
          (row: Delivery) => row.action === action && row.attempt_number === attempt,
        )
        return found?.outcome === 'pending' ? null : found
      })
    const files = async (below = '') => (await readdir(join(root, 'press', below))).sort()

    it('shows its host key, which is confirmed once; then print files come whole, once and with a ticket', async () => {
      const hotFolder = await make({ password: ACCOUNT.password })
      expect(hotFolder).to.include({
        folder: folderOf(),
        host_key: null,
        login: 'password',
        public_key: null,
      })
      expect(await probe(hotFolder.id)).to.include({
        ...{ writable: false, error_code: 'host_key_unconfirmed', host_key: server.fingerprint },
        ...{ path: folderOf(), creatable: false },
      })
      expect(server.tries).to.deep.equal([])
      const { body } = await patch(hotFolder.id, { host_key: server.fingerprint })
      expect(body.hot_folder.host_key).to.equal(server.fingerprint)
      expect(await probe(hotFolder.id)).to.include({ writable: true, error_code: null, host_key: null })
      const { fill, render } = await order('1042')
      const delivery = await settled(hotFolder.id, render.id)
      expect(delivery).to.include({ outcome: 'succeeded', file_status: 'placed', file_name: '1042.pdf' })
      expect(await files()).to.deep.equal(['1042.json', '1042.pdf'])
      const download = await test.send(`/v1/renders/${render.id}/download`)
      const bytes = await readFile(join(root, 'press', '1042.pdf'))
      expect(bytes.equals(Buffer.from(await download.arrayBuffer()))).to.equal(true)
      const ticket = JSON.parse(await readFile(join(root, 'press', '1042.json'), 'utf8'))
      expect(ticket).to.include({ delivery: delivery.id, order: '1042' })
      // A refund takes the file back.
      await test.json(`/v1/fills/${fill.id}/status`, { body: { status: 'refunded' } })
      expect(await settled(hotFolder.id, render.id, 1, 'withdraw')).to.include({ file_status: 'withdrawn' })
      expect(await files()).to.deep.equal(['withdrawn'])
      expect(await files('withdrawn')).to.deep.equal(['1042.json', '1042.pdf'])
    })

    it('is refused once its host key has changed, until the new one is confirmed', async () => {
      const { id } = await confirmed()
      await server.changeHostKey()
      const { render } = await order('1')
      const failed = await settled(id, render.id)
      expect(failed).to.include({ outcome: 'failed', error_code: 'host_key_changed' })
      expect(await probe(id)).to.include({ error_code: 'host_key_changed', host_key: server.fingerprint })
      expect(server.tries).to.deep.equal([])
      await patch(id, { host_key: server.fingerprint })
      await test.json(`/v1/hot_folders/${id}/deliveries/${failed.id}/retry`, { method: 'POST' })
      expect(await settled(id, render.id, 2)).to.include({ outcome: 'succeeded' })
      expect(await files()).to.deep.equal(['1.json', '1.pdf'])
    })

    it('says that the password is wrong, and gets nothing', async () => {
      const { id } = await make({ host_key: server.fingerprint, password: 'not this one' })
      expect(await probe(id)).to.include({ writable: false, error_code: 'login_refused' })
      const { render } = await order('1')
      expect(await settled(id, render.id)).to.include({ outcome: 'failed', error_code: 'login_refused' })
      expect(await files()).to.deep.equal([])
    })

    it('is fed again after an outage and after connections that break', async () => {
      const { id } = await confirmed()
      proxy.set({ kind: 'refuse' })
      const { render } = await order('1')
      const failed = await settled(id, render.id)
      expect(failed).to.include({ outcome: 'failed', error_code: 'server_unreachable' })
      expect(await probe(id)).to.include({ writable: false, error_code: 'server_unreachable' })
      let attempt = 2
      for (const afterBytes of [500, 1500, 2500, 3500]) {
        proxy.set({ kind: 'cut', afterBytes })
        const path = `/v1/hot_folders/${id}/deliveries/${failed.id}/retry`
        if ((await test.json(path, { method: 'POST' })).status !== 200) continue
        if ((await settled(id, render.id, attempt))?.outcome === 'succeeded') break
        attempt += 1
      }
      proxy.set({ kind: 'none' })
      await test.json(`/v1/hot_folders/${id}/deliveries/${failed.id}/retry`, { method: 'POST' })
      await eventually(async () => (await files()).includes('1.pdf'))
      await eventually(async () => (await files()).every((name) => !name.startsWith('.')))
      expect(await files()).to.deep.equal(['1.json', '1.pdf'])
    })

    it('gets the file under its name after a ticket was placed, the connection lost and the removal failed', async () => {
      const { id } = await confirmed()
      let [renames, removals] = [0, 0]
      server.meddle((request) => {
        if (request === 'REMOVE') {
          removals += 1
          return 'cut'
        }
        if (request !== 'RENAME') return undefined
        renames += 1
        // Ticket and file become whole, the ticket gets its name, and the file would be next.
        return renames === 4 ? 'cut' : undefined
      })
      const { render } = await order('1')
      const failed = await settled(id, render.id)
      expect(failed).to.include({ outcome: 'failed', error_code: 'server_unreachable' })
      // The row fails before its ticket is removed: that removal must have been cut, or it succeeds yet.
      await eventually(async () => removals > 0)
      expect((await files()).filter((name) => !name.startsWith('.'))).to.deep.equal(['1.json'])
      server.meddle(null)
      await test.json(`/v1/hot_folders/${id}/deliveries/${failed.id}/retry`, { method: 'POST' })
      const delivery = await settled(id, render.id, 2)
      expect(delivery).to.include({ outcome: 'succeeded', file_name: '1.pdf' })
      await eventually(async () => (await files()).every((name) => !name.startsWith('.')))
      expect(await files()).to.deep.equal(['1.json', '1.pdf'])
      const ticket = JSON.parse(await readFile(join(root, 'press', '1.json'), 'utf8'))
      expect(ticket.delivery).to.equal(delivery.id)
    })

    it('keeps the secret to itself: in answers, log, audit and database', async () => {
      const privateKey = makeHostKey()
      const password = 'a-password-that-nobody-may-read'
      const { id } = await make({ host_key: server.fingerprint, password })
      await probe(id)
      const replies = [await test.json(`/v1/hot_folders/${id}`), await test.json('/v1/hot_folders')]
      const changed = await patch(id, { private_key: privateKey })
      expect(changed.body.hot_folder).to.include({ login: 'key' })
      expect(changed.body.hot_folder.public_key).to.match(/^ssh-rsa AAAA/)
      await probe(id)
      replies.push(changed, await patch(id, { private_key: 'no key at all' }), await test.json('/v1/events'))
      expect(replies.at(-2)?.body.error).to.include({ code: 'invalid_parameter', param: 'private_key' })
      const page = { limit: 100, startingAfter: null }
      const audit = await test.server.ports.store.audit.list(test.team.id, { objectId: id }, page)
      expect(JSON.stringify(audit.items)).to.contain('privateKey')
      const db = databaseOf(test.server.ports.store as never)
      const rows = await db.read(db.sql('hot_folders'))
      const said = JSON.stringify([replies, audit.items, log, rows])
      for (const secret of [
        password,
        'no key at all',
        privateKey.slice(100, 160),
        JSON.stringify(privateKey).slice(100, 160),
      ])
        expect(said).not.to.contain(secret)
    })

    it('forgets password and host key where the address leads to another server or account', async () => {
      const { id } = await confirmed()
      const folder = (user: string, host: string, path = '/press') => `sftp://${user}@${host}:2222${path}`
      const login = async (to: string) => {
        const { host_key, login } = (await patch(id, { folder: to })).body.hot_folder
        return [host_key !== null, login]
      }
      await patch(id, { folder: folder('a', '10.0.0.1'), host_key: server.fingerprint, password: 'x' })
      expect(await login(folder('a', '10.0.0.1', '/other'))).to.deep.equal([true, 'password'])
      expect(await login(folder('b', '10.0.0.1'))).to.deep.equal([true, null])
      await patch(id, { password: 'x' })
      expect(await login(folder('b', '10.0.0.2'))).to.deep.equal([false, null])
      await patch(id, { password: 'x' })
      expect(await login('press')).to.deep.equal([false, null])
    })

    it('is refused with the field that is wrong', async () => {
      const refusal = async (body: Record<string, unknown>) => {
        const { status, body: said } = await test.json('/v1/hot_folders', {
          body: { name: 'Press', folder: folderOf(), ...body },
        })
        return [status, said.error?.code, said.error?.param]
      }
      const wrong = (param: string) => [400, 'invalid_parameter', param]
      for (const folder of [
        ...['sftp://host/in', 'sftp://user:secret@host/in', 'sftp://user@/in'],
        ...[
          'sftp://user@host:0/in',
          'sftp://user@host/in?x=1',
          'sftp://user@host/%zz',
          'sftp://user@host/a%2Fb',
        ],
        ...['sftp://user@host/withdrawn', 'sftp://user@host:99999/in', 'sftp://user@host/a//b'],
      ])
        expect(await refusal({ folder }), folder).to.deep.equal(wrong('folder'))
      expect(await refusal({ host_key: 'SHA256:short' })).to.deep.equal(wrong('host_key'))
      expect(await refusal({ password: 'a', private_key: 'b' })).to.deep.equal(wrong('password'))
      expect(await refusal({ passphrase: 'a' })).to.deep.equal(wrong('passphrase'))
      expect(await refusal({ folder: 'press', password: 'a' })).to.deep.equal(wrong('password'))
    })
  })

describe('A hot folder on an SFTP server in the network of the shop', () => {
  it('is allowed by a setting of the operator alone', async () => {
    const test = await openTestServer({ resolve: async () => [{ address: '192.168.1.4', family: 4 }] })
    try {
      for (const host of ['192.168.1.4', '[::1]', 'localhost', 'rip.example']) {
        const body = { name: 'Press', folder: `sftp://a@${host}/in` }
        const { status, body: said } = await test.json('/v1/hot_folders', { body })
        expect([status, said.error.code, said.error.param], host).to.deep.equal([400, 'unsafe_url', 'folder'])
      }
    } finally {
      await test.close()
    }
  })
})
