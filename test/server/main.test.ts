/** The program itself: its first and later starts, its help, its stop. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { freshDatabase, needsDatabase, queryPostgres } from '../support/database/postgres.ts'
import { type Run, runProgram as run } from '../support/programs/run-program.ts'
import { eventually } from '../support/run/eventually.ts'
import { openWebhookSink } from '../support/service/webhook-sink.ts'

const SOURCES = join(import.meta.dirname, '../../server/main.ts')

const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

describe('npm start', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-main-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const folderOf = (name: string) => join(folder, name)
  const stop = async ({ child, ended }: Run, signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    expect(await ended).to.equal(0)
  }
  /** What a start without a log says last. */
  const READY = /openapi\.json\n/

  it('makes a team on the first start, with keys that work, and prints none on the second @long', async () => {
    const first = run(folderOf('empty'), ['--empty'], {}, SOURCES)
    const [, url] = await first.said(/listening on (http:\S+)/)
    const [, secret] = await first.said(/(platen_sk_\w+)/)
    await first.said(/platen_pk_\w+/)
    await first.said(READY)
    const [, link] = await first.said(/Console: (http:\S+)/)
    expect(link).to.match(new RegExp(`^${url}/console/join#platen_cl_\\w{36}$`))
    const reply = await fetch(`${url}/v1/templates`, { headers: { authorization: `Bearer ${secret}` } })
    expect(await reply.json()).to.deep.equal({ data: [], has_more: false, next_starting_after: null })
    await stop(first)
    expect(first.output()).not.to.include('curl')

    const second = run(folderOf('empty'), [], {}, SOURCES)
    // Nobody has come in to the console: there is another link.
    const [, renewed] = await second.said(/Console: http:\S+#(platen_cl_\w+)/)
    expect(link).not.to.include(renewed)
    await stop(second, 'SIGINT')
    expect(second.output()).not.to.match(/platen_[sp]k_|curl/)
  })

  it('makes one team when several start at once on one PostgreSQL database @long', async function () {
    needsDatabase(this, 'postgres')
    const env = { DATABASE_URL: await freshDatabase() }
    const starts = ['one', 'two', 'three'].map((name) => run(folderOf(name), ['--empty'], env))
    try {
      await Promise.all(starts.map((start) => start.said(/listening on/)))
      await Promise.race(starts.map((start) => start.said(READY)))
      await Promise.all(starts.map((start) => stop(start)))
    } finally {
      for (const { child } of starts) child.kill('SIGKILL')
    }
    expect(starts.filter((start) => start.output().includes('platen_sk_'))).to.have.length(1)
    const teams = await queryPostgres(env.DATABASE_URL, 'select id from teams')
    expect(teams).to.have.length(1)
  })

  it('works on two processes of one PostgreSQL database, each by its roles, until they are stopped @long', async function () {
    needsDatabase(this, 'postgres')
    const sink = await openWebhookSink()
    const shared = { DATABASE_URL: await freshDatabase(), ALLOW_PRIVATE_WEBHOOKS: 'true' }
    const answering = run(folderOf('shared'), ['--empty'], { ...shared, ROLES: 'api' })
    const [, url] = await answering.said(/listening on (http:\S+)/)
    const [, secret] = await answering.said(/(platen_sk_\w+)/)
    const working = run(folderOf('shared'), ['--empty'], { ...shared, ROLES: 'press,jobs' })
    try {
      const [, workerUrl] = await working.said(/listening on (http:\S+)/)
      expect((await fetch(`${workerUrl}/readyz`)).status).to.equal(200)
      const post = async (path: string, body: unknown) => {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
        const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return (await reply.json()) as { webhook_endpoint: { id: string } }
      }
      const { webhook_endpoint: endpoint } = await post('/v1/webhook_endpoints', { url: sink.url })
      for (let count = 0; count < 6; count++) await post(`/v1/webhook_endpoints/${endpoint.id}/test`, {})
      await sink.waitFor(6)
      await Promise.all([stop(answering), stop(working)])
    } finally {
      for (const { child } of [answering, working]) child.kill('SIGKILL')
      await sink.close()
    }
    expect(working.output()).not.to.include('platen_sk_')
    expect([answering.errors(), working.errors()]).to.deep.equal(['', ''])
    const outcomes = await queryPostgres(
      shared.DATABASE_URL,
      'select distinct outcome from webhook_deliveries',
    )
    expect(outcomes).to.deep.equal([{ outcome: 'succeeded' }])
    const left = await queryPostgres(shared.DATABASE_URL, 'select state from platen_jobs.job')
    expect(left).to.deep.equal([])
  })

  it('publishes a sample on the first start, and prints the command that renders it @long', async () => {
    const first = run(folderOf('sample'))
    const [command] = await first.said(/curl .*?\}\}'/s)
    const [, url, body] = /^curl (\S+).* -d '(.*)'$/s.exec(command) ?? []
    const headers = [...command.matchAll(/-H "(.*?): (.*?)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    await first.said(/render\.signed_url/)
    const reply = await fetch(url ?? '', {
      method: 'POST',
      headers: Object.fromEntries(headers),
      body: body ?? '',
    })
    const { render } = (await reply.json()) as { render: Record<string, string> }
    expect([reply.status, render.status, render.template_title]).to.deep.equal([
      200,
      'succeeded',
      'Wedding card',
    ])
    const pdf = Buffer.from(await (await fetch(render.signed_url ?? '')).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
    const [publishable = ''] = await first.said(/platen_pk_\w+/)
    const { origin } = new URL(url ?? '')
    const resolved = await fetch(`${origin}/v1/product_mappings/resolve`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-service-publishable-key': publishable },
      body: JSON.stringify({ external_product_id: 'wedding-card' }),
    })
    expect(await resolved.json()).to.include({ resolved: true, personalizable: true })
    expect(first.errors()).to.equal('')
    await stop(first)
    expect(await readdir(join(folderOf('sample'), 'files/tmp'))).to.deep.equal([])

    const second = run(folderOf('sample'))
    await second.said(/listening on/)
    await stop(second)
    expect(second.output()).not.to.match(/platen_[sp]k_|curl/)
  })

  it('stops without a fault when it is told to while it still reads what it says at its start @long', async function () {
    needsDatabase(this, 'postgres')
    const env = { DATABASE_URL: await freshDatabase() }
    const first = run(folderOf('stopped'), [], env)
    await first.said(/render\.signed_url/)
    await stop(first)
    const holder = new pg.Client({ connectionString: env.DATABASE_URL })
    await holder.connect()
    let second: Run
    try {
      // What the second start says needs this table.
      await holder.query('begin; lock table embed_applications in access exclusive mode')
      second = run(folderOf('stopped'), [], env)
      await second.said(/listening on/)
      await eventually(async () => (await queryPostgres(env.DATABASE_URL, WAITING)).length > 0)
      second.child.kill('SIGTERM')
    } finally {
      await holder.end()
    }
    expect([await second.ended, second.errors()]).to.deep.equal([0, ''])
  })

  it('starts although the sample cannot be kept, and says so in one line @long', async () => {
    const card = await readFile(join(import.meta.dirname, '../../examples/wedding-card.pdf'))
    const shard = createHash('sha256').update(card).digest('hex').slice(0, 2)
    await mkdir(join(folderOf('broken'), 'files/sha256'), { recursive: true })
    await writeFile(join(folderOf('broken'), 'files/sha256', shard), 'a file where a folder has to be')
    const start = run(folderOf('broken'))
    const [, url] = await start.said(/listening on (http:\S+)/)
    await start.said(/platen_sk_/)
    while (!start.errors().endsWith('\n')) await once(start.child.stderr as NodeJS.ReadableStream, 'data')
    expect(start.errors()).to.match(/^The sample could not be published\. Upload your own PDF\. .*\n$/)
    expect((await fetch(`${url}/healthz`)).status).to.equal(200)
    await stop(start)
    expect(start.output()).not.to.include('curl')
  })

  it('shows its settings with --help and starts nothing', async () => {
    const help = run(join(folder, 'none'), ['--help'])
    expect(await help.ended).to.equal(0)
    expect(help.output()).to.include('RATE_LIMIT_KEY_PER_MINUTE').and.to.include('SHOPIFY_CLIENT_ID')
  })

  it('stops with one line for a bad setting, an unknown option and a taken port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const bad: readonly [Run, string][] = [
      [run(folder, [], { PORT: 'x' }), 'PORT must be an integer'],
      [run(folder, ['--nope']), "Unknown option '--nope'"],
      [run(folder, ['--empty'], { PORT: String(port) }), 'PORT is in use'],
    ]
    for (const [start, said] of bad) {
      expect(await start.ended, said).to.equal(1)
      expect(start.errors()).to.include(said)
      expect(start.errors().trim().split('\n')).to.have.lengthOf(1)
    }
    server.close()
  })
})
