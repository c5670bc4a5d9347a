/** One order that reaches several processes of the service at once, many times: it is printed once. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { DATABASES, freshDatabase, longOn, needsDatabase } from '../support/database/postgres.ts'
import { createServiceProcess } from '../support/programs/service-process.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
const REQUESTS = 100

for (const database of DATABASES)
  describe(`A hundred finalizes of one fill, sent to every process that ${longOn(database)} allows`, function () {
    // Several services start as processes.
    this.timeout(240_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('give one render and 99 replays of it @long', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'platen-test-'))
      const env = {
        DATA_DIR: folder,
        RATE_LIMIT_KEY_PER_MINUTE: '100000',
        // Nothing here asks for plates.
        PLATE_CHECKS: 'none',
        ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
      }
      // A SQLite file has one server.
      const count = database === 'sqlite' ? 1 : 3
      const [first, ...others] = Array.from({ length: count }, () => createServiceProcess(env))
      if (first === undefined) throw new Error('There is no process.')
      const processes = [first, ...others]
      try {
        // The first one makes the database and its team.
        await first.start()
        const key = await first.secretKey()
        await Promise.all(others.map((one) => one.start()))
        const send = async (at: number, path: string, body?: unknown) => {
          const url = processes[at % processes.length]?.url
          const isForm = body instanceof FormData
          const answer = await fetch(`${url}/v1${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              authorization: `Bearer ${key}`,
              ...(isForm ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
          })
          return { status: answer.status, body: JSON.parse(await answer.text()) }
        }
        const form = new FormData()
        form.set('pdf', new Blob([await readFile(CARD)], { type: 'application/pdf' }), 'card.pdf')
        const templateId = (await send(0, '/templates', form)).body.template.id
        await send(1, `/templates/${templateId}/publish`, {})
        const made = await send(2, '/fills', { template_id: templateId, values: VALUES })
        expect([made.status, made.body.fill.printable]).to.deep.equal([201, true])
        const fillId: string = made.body.fill.id

        const answers = await Promise.all(
          Array.from({ length: REQUESTS }, (_, at) =>
            send(at, `/fills/${fillId}/finalize`, { external_order_id: `order ${at}` }),
          ),
        )
        expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
        expect(answers.filter(({ body }) => body.idempotent_replay === true)).to.have.length(REQUESTS - 1)
        expect(new Set(answers.map(({ body }) => body.render.id)).size).to.equal(1)
        expect(new Set(answers.map(({ body }) => body.fill.external_order_id)).size).to.equal(1)
        expect((await send(1, '/renders')).body.data).to.have.length(1)
        expect((await send(2, '/usage')).body.used).to.equal(1)
        const told = (await send(0, '/events?type=fill.finalized')).body.data
        expect(told).to.have.length(1)
      } finally {
        await Promise.all(processes.map((one) => one.stop()))
        await rm(folder, { recursive: true, force: true })
      }
      expect(processes.flatMap(({ complaints }) => complaints)).to.deep.equal([])
    })
  })
