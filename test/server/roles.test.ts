/** What a process does by its roles: answer, read uploads, work on jobs, or only some of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { createKey } from '../../core/service/access/keys.ts'
import { createTeam } from '../../core/service/access/teams.ts'
import { readConfig } from '../../server/config.ts'
import { type OpenServer, openServer } from '../../server/open.ts'
import { migratedDatabase } from '../support/database/migrated.ts'
import { needsDatabase } from '../support/database/postgres.ts'
import { PLAN, revisionRecord, stockTeam, templateRecord } from '../support/database/records.ts'
import { eventually } from '../support/run/eventually.ts'
import { openTestServer } from '../support/service/open-test-server.ts'
import { SAMPLE_PDF, uploadForm } from '../support/service/sample-press.ts'
import { openWebhookSink } from '../support/service/webhook-sink.ts'

describe('Roles of processes that share a PostgreSQL database', () => {
  let folder: string
  let env: Record<string, string>
  const opened: OpenServer[] = []
  before(async function () {
    needsDatabase(this, 'postgres')
    folder = await mkdtemp(join(tmpdir(), 'platen-roles-'))
    env = { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ALLOW_PRIVATE_WEBHOOKS: 'true' }
    env.DATABASE_URL = await migratedDatabase()
  })
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close()
  })
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  async function open(roles: string, more: Record<string, string> = {}): Promise<OpenServer> {
    const config = readConfig({ ...env, ...more, ROLES: roles })
    const server = await openServer(config, { log: pino({ level: 'silent' }) })
    opened.push(server)
    return server
  }

  it('leave a worker without operations, but with health, readiness and metrics', async () => {
    const worker = await open('press,jobs')
    const statusOf = async (path: string) => (await fetch(`${worker.url}${path}`)).status
    for (const path of ['/healthz', '/metrics']) expect(await statusOf(path), path).to.equal(200)
    // Not ready within half a second is what a busy machine says once.
    await eventually(async () => (await statusOf('/readyz')) === 200)
    for (const path of ['/v1/templates', '/v1/openapi.json', '/docs'])
      expect(await statusOf(path), path).to.equal(404)
  })

  it('are not ready with another folder of files than the others have', async () => {
    const statusOf = async ({ url }: OpenServer) => {
      const reply = await fetch(`${url}/readyz`)
      const { status, error } = (await reply.json()) as { status?: string; error?: { code: string } }
      return [reply.status, status ?? error?.code]
    }
    const one = await open('api')
    const apart = await open('api', { FILES_URL: `file:${join(folder, 'elsewhere')}` })
    expect([await statusOf(one), await statusOf(apart)]).to.deep.equal(Array(2).fill([200, 'ready']))
    const sink = await one.ports.files.begin()
    await sink.write(new TextEncoder().encode('A body.'))
    const { sha256: bodySha256 } = await sink.store()
    const { teamId } = await stockTeam(one.ports.store)
    const template = templateRecord(teamId)
    await one.ports.store.templates.insert(template)
    await one.ports.store.revisions.insert(revisionRecord(template, { plan: { ...PLAN, bodySha256 } }))
    expect(await statusOf(one)).to.deep.equal([200, 'ready'])
    expect(await statusOf(apart)).to.deep.equal([503, 'files_unavailable'])
    const joined = await open('jobs')
    expect(await statusOf(joined)).to.deep.equal([200, 'ready'])
  })

  it('let one process answer and another one send the webhooks', async () => {
    const sink = await openWebhookSink()
    const answering = await open('api')
    const ports = answering.ports
    const { id: teamId } = await createTeam(ports, { name: 'Shop', renderLimitMonthly: null })
    const { key } = await createKey(ports, {
      request: {
        teamId,
        type: 'secret',
        name: '',
        scopes: [],
        lifetimeMs: null,
      },
    })
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const reply = await fetch(`${answering.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await reply.json()) as { webhook_endpoint: { id: string }; delivery: { id: string } }
    }
    const { webhook_endpoint: endpoint } = await post('/v1/webhook_endpoints', { url: sink.url })
    const { delivery } = await post(`/v1/webhook_endpoints/${endpoint.id}/test`, {})
    const row = async () => ports.store.deliveries.findAny(teamId, delivery.id)
    expect((await row())?.outcome).to.equal('pending')
    await open('jobs')
    await sink.waitFor(1)
    await eventually(async () => (await row())?.outcome === 'succeeded')
    await sink.close()
  })
})

describe('A process that answers but reads no uploads', () => {
  it('says of a new PDF that no renderer is in reach, and keeps nothing of it', async () => {
    const test = await openTestServer({ press: 'workers', env: { ROLES: 'api,jobs' } })
    const { status, body } = await test.json('/v1/templates', { body: uploadForm(SAMPLE_PDF, 'Card') })
    expect([status, body.error.code]).to.deep.equal([503, 'renderer_not_configured'])
    expect(await test.temporaryFiles()).to.deep.equal([])
    expect(await test.keptFiles()).to.deep.equal([])
    await test.close()
  })
})
