/** The steps after the service listens, while PostgreSQL does not respond: the service stays, and makes its team later. */
import { expect } from 'chai'
import { ServiceError } from '../../core/errors.ts'
import { readConfig } from '../../server/config.ts'
import { type OpenServer, openServer } from '../../server/open.ts'
import { welcome } from '../../server/welcome.ts'
import { plainAnnouncer } from '../../server/welcome-text.ts'
import { freshDatabase, needsDatabase, queryPostgres } from '../support/database/postgres.ts'
import { type Fault, type FaultProxy, openFaultProxy } from '../support/programs/fault-proxy.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'

describe('The welcome, where PostgreSQL does not respond', () => {
  const makeFolder = temporaryFolders()
  let databaseUrl: string
  let proxy: FaultProxy
  let server: OpenServer
  let config: ReturnType<typeof readConfig>

  beforeEach(async function () {
    needsDatabase(this, 'postgres')
    databaseUrl = await freshDatabase()
    const url = new URL(databaseUrl)
    proxy = await openFaultProxy(Number(url.port))
    url.port = String(proxy.port)
    const env = { PORT: '0', HOST: '127.0.0.1', ROLES: 'api', LOG_LEVEL: 'silent' }
    config = readConfig({ DATA_DIR: await makeFolder(), DATABASE_URL: url.href, ...env })
    server = await openServer(config)
  })
  afterEach(async () => {
    await server.close()
    await proxy.close()
  })

  const greet = (onComplaint: (stop: () => void) => void, greeted = server) => {
    const stopping = new AbortController()
    let said = ''
    const complaints: string[] = []
    const announcer = plainAnnouncer((text) => {
      said += text
    })
    const complain = (text: string) => {
      complaints.push(text)
      onComplaint(() => stopping.abort())
    }
    const done = welcome({ server: greeted, config, announcer, complain, stopping: stopping.signal }, false)
    return { done, said: () => said, complaints }
  }
  const teams = () => queryPostgres(databaseUrl, 'select id from teams')

  for (const fault of [{ kind: 'refuse' }, { kind: 'cut', afterBytes: 400 }] satisfies Fault[])
    it(`makes the first team when it responds again (${fault.kind})`, async () => {
      proxy.set(fault)
      const { done, said, complaints } = greet(() => proxy.set({ kind: 'none' }))
      await done
      expect(complaints.length).to.be.at.least(1)
      expect(complaints[0]).to.match(/^The start is not complete\. It is tried again\. \(/)
      const [, secret] = /secret key +(\S+)/.exec(said()) ?? []
      const headers = { authorization: `Bearer ${secret}` }
      expect((await fetch(`${server.url}/v1/templates`, { headers })).status).to.equal(200)
      expect(await teams()).to.have.length(1)
    })

  it('tells the keys of a team whose transaction ended without an answer', async () => {
    const { store } = server.ports
    let answers = 0
    const transaction: typeof store.transaction = async (work) => {
      const done = await store.transaction(work)
      answers += 1
      if (answers === 1) throw new ServiceError('database_unavailable')
      return done
    }
    const ports = { ...server.ports, store: { ...store, transaction } }
    const { done, said, complaints } = greet(() => {}, { ...server, ports })
    await done
    expect(complaints).to.have.length(1)
    expect(said()).to.include('platen_sk_')
    expect(await teams()).to.have.length(1)
  })

  it('ends with the service, and makes none', async () => {
    proxy.set({ kind: 'refuse' })
    const { done, said } = greet((stop) => stop())
    await done
    expect(said()).not.to.include('platen_sk_')
    expect(await teams()).to.have.length(0)
  })
})
