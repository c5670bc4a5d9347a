/**
 * A flood of every route without a key beside an order each second: no order takes longer than a second. Also the memory
 * of the service under it. `SECONDS=60 npx mocha test/soak/public-flood.soak.ts` for less than ten minutes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { createServiceProcess, type ServiceProcess } from '../support/programs/service-process.ts'

const SECONDS = Number(process.env.SECONDS ?? 600)
const A_SECOND = 50
const LONGEST_ORDER_MS = 1_000
/** Of the flood; what finds no connection free is counted as skipped. */
const MOST_AT_ONCE = 200

describe(`${A_SECOND} requests a second of every route without a key, for ${SECONDS} s`, function () {
  this.timeout((SECONDS + 300) * 1000)
  let folder: string
  let service: ServiceProcess

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-flood-'))
    service = createServiceProcess(
      { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT_KEY_PER_MINUTE: '100000' },
      [],
    )
    await service.start()
  })
  after(async () => {
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it(`delay no order beyond ${LONGEST_ORDER_MS} ms`, async () => {
    const key = await service.secretKey()
    const url = service.url ?? ''
    const call = async (path: string, body?: object) => {
      const reply = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what they hold is checked.
      return { status: reply.status, body: (await reply.json()) as any }
    }
    // The samples of the first start come one after the other.
    let template = (await call('/v1/templates?limit=1')).body.data[0]
    while (template?.status !== 'live') {
      await wait(200)
      template = (await call('/v1/templates?limit=1')).body.data[0]
    }
    const { body: fields } = await call(`/v1/templates/${template.id}/fields`)
    const texts = (fields.data as { id: string; type: string; required: boolean }[]).filter(
      ({ type, required }) => type === 'text' && required,
    )
    const values = Object.fromEntries(texts.map(({ id }) => [id, 'Ada']))
    const paths = [
      ...['/v1/openapi.json', '/v1/openapi.yaml', '/healthz', '/readyz', '/version', '/metrics', '/doctor'],
      ...['/', '/docs', '/docs/api/errors', '/docs/search.json', '/widget/v1.js', '/favicon.ico'],
      ...['/widget/frame?key=platen_pk_guessed', `/fill/${template.slug}`, '/console', '/console/orders'],
      ...[`/fill/${template.slug}/card.png`, `/fill/${template.slug}/first.webp`, '/demo', '/adapters/none'],
      ...['/files/renders/rnd_none.pdf?sig=a', '/files/previews/fill_none.png?sig=a', '/nothing'],
    ]
    const agent = new Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE })
    let underWay = 0
    let sent = 0
    let skipped = 0
    const ask = (path: string): void => {
      if (underWay >= MOST_AT_ONCE) {
        skipped += 1
        return
      }
      underWay += 1
      sent += 1
      const done = () => {
        underWay -= 1
      }
      request(`${url}${path}`, { agent }, (reply) => reply.resume().once('close', done))
        .once('error', done)
        .end()
    }
    const print = async () => {
      const made = await call('/v1/fills', { template_id: template.id, values })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      const printed = await call(`/v1/fills/${made.body.fill.id}/finalize`, {})
      expect(printed.status, JSON.stringify(printed.body)).to.equal(200)
    }
    // What is made once, and the workers that start with the first order, are there.
    await print()
    for (const path of paths) await (await fetch(`${url}${path}`)).arrayBuffer()
    const begun = performance.now()
    const isOver = () => performance.now() - begun > SECONDS * 1000
    const flood = async () => {
      for (let at = 0; !isOver(); at++) {
        // Each route in turn, so often that all together are so many a second.
        while (sent + skipped > ((performance.now() - begun) / 1000) * A_SECOND) await wait(5)
        ask(paths[at % paths.length] ?? '/')
      }
    }
    const ordersMs: number[] = []
    const rssMb: number[] = []
    const order = async () => {
      while (!isOver()) {
        const started = performance.now()
        await print()
        ordersMs.push(performance.now() - started)
        rssMb.push(await residentMb(service.pid))
        await wait(Math.max(0, 1000 - (performance.now() - started)))
      }
    }
    await Promise.all([flood(), order()])
    agent.destroy()
    const sorted = [...ordersMs].sort((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    console.log(
      `      ${sent} requests (${skipped} skipped), ${sorted.length} orders: median ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
        `longest ${at(1)} ms; memory at most ${Math.max(...rssMb)} MB, at the end ${rssMb.at(-1)} MB`,
    )
    expect(at(1)).to.be.at.most(LONGEST_ORDER_MS)
  })
})

/** Of the process alone, without its workers; 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
