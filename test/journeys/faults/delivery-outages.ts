/** Print files and webhooks reach an SFTP server and a receiver that go away, break, stall, and answer that they are busy. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { type Fault, type FaultProxy, openFaultProxy } from '../../support/programs/fault-proxy.ts'
import { ACCOUNT, openSftpServer, type SftpTestServer } from '../../support/programs/sftp-server.ts'
import { eventually } from '../../support/run/eventually.ts'
import { type Chance, seededChance, someSeed } from '../../support/run/seeded-chance.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { finalize, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { openVerifiedSink, type VerifiedSink } from '../../support/service/verified-sink.ts'
import type { Outages } from './outages.ts'

const HOOKS = '/hooks'
/** The longest delay between two attempts, with its jitter. */
const JUMP_MS = 12 * 3_600_000
/** Of the second attempt, with its jitter. */
const SECOND_MS = 6_000

export interface DeliveryOutages extends Outages {
  /** With connections that stay open for ever and carry nothing: they are given up after twenty seconds. */
  readonly halfOpen: boolean
}

export function describeDeliveryOutages(options: DeliveryOutages): void {
  const { orders, outageMs, faultMs, limitMs, onRecovered, halfOpen } = options
  describe(`${orders} orders while the SFTP server and the receiver of webhooks have faults`, function () {
    // Every fault is waited for.
    this.timeout(limitMs)
    const makeFolder = temporaryFolders()
    let press: string
    let server: SftpTestServer
    let sink: VerifiedSink
    let proxies: readonly FaultProxy[] = []
    let test: TestServer
    let ticking: NodeJS.Timeout
    let ahead = 0
    before(async () => {
      const root = await makeFolder()
      press = join(root, 'press')
      await mkdir(press)
      server = await openSftpServer(root)
      sink = await openVerifiedSink(undefined, () => test.clock.now())
      proxies = [await openFaultProxy(server.port), await openFaultProxy(sink.sink.port)]
      const env = { ALLOW_PRIVATE_SFTP: 'true', ALLOW_PRIVATE_WEBHOOKS: 'true' }
      test = await openTestServer({ press: openSamplePress(), database: 'sqlite', env })
      test.clock.set(Date.now())
      ticking = setInterval(() => test.clock.set(Date.now() + ahead), 20)
    })
    after(async () => {
      clearInterval(ticking)
      await test?.close()
      for (const proxy of proxies) await proxy.close()
      await sink?.close()
      await server?.close()
    })

    const placed = async () => (await readdir(press)).filter((name) => /^[^.].*\.pdf$/.test(name))
    const told = () => sink.accepted(HOOKS)
    const hashes = new Map<string, string>()
    let templateId = ''
    const order = async (): Promise<string> => {
      const name = `order-${String(hashes.size + 1).padStart(4, '0')}`
      const fill = await makeFill(test, { template_id: templateId, values: { Name: name } })
      const { status, body } = await finalize(test, fill.id, { external_order_id: name })
      if (status !== 200) throw new Error(JSON.stringify(body))
      hashes.set(name, body.render.content_sha256)
      return name
    }
    /** How long after `begun` another file was placed, and another event taken, milliseconds. */
    const goesOn = async (begun: number) => {
      const before = { files: (await placed()).length, events: told().size }
      const since = () => Math.round(performance.now() - begun)
      const [sftp, webhooks] = await Promise.all([
        eventually(async () => (await placed()).length > before.files).then(since),
        eventually(async () => told().size > before.events).then(since),
      ])
      return { sftp, webhooks }
    }

    it('places each print file once and whole, and tells every event @long', async () => {
      const seed = someSeed()
      const [sftp, hooks] = proxies as [FaultProxy, FaultProxy]
      const endpoint = await test.json('/v1/webhook_endpoints', {
        body: { url: `http://127.0.0.1:${hooks.port}${HOOKS}`, enabled_events: ['fill.finalized'] },
      })
      sink.expect(HOOKS, endpoint.body.signing_secret)
      const endpointId = endpoint.body.webhook_endpoint.id
      const folder = {
        ...{ name: 'Press', folder: `sftp://press%20room@127.0.0.1:${sftp.port}/press` },
        ...{ name_pattern: '{order}.pdf', host_key: server.fingerprint, password: ACCOUNT.password },
      }
      const made = await test.json('/v1/hot_folders', { body: folder })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      templateId = (await liveTemplate(test)).id
      const faults = faultsOf(seededChance(seed), halfOpen)
      const each = Math.ceil(orders / faults.length)
      const recovered: Record<string, number> = {}
      for (const fault of faults) {
        for (const proxy of proxies) proxy.set(fault)
        const until = performance.now() + (fault.kind === 'refuse' ? outageMs : faultMs)
        for (let left = each; left > 0; left -= 1) {
          await order()
          // Time passes: the orders are spread over the fault.
          await delay(Math.max(0, (until - performance.now()) / left))
        }
        // The second attempts fail too: the third ones wait for minutes.
        if (fault.kind === 'refuse') {
          ahead += SECOND_MS
          const isSecond = (one: Attempt) => one.attempt_number === 2 && one.outcome === 'failed'
          await eventually(async () => (await attemptsAt(test, endpointId)).some(isSecond))
        }
        for (const proxy of proxies) proxy.set({ kind: 'none' })
        const ended = performance.now()
        await order()
        const times = await goesOn(ended)
        recovered[`${fault.kind}, SFTP`] = times.sftp
        recovered[`${fault.kind}, webhooks`] = times.webhooks
      }
      onRecovered?.(recovered)
      // Attempts that wait come when the clock jumps to their time.
      let [jumps, before] = [0, -1]
      await eventually(
        async () => {
          const done = (await placed()).length + told().size
          if (done === 2 * hashes.size) return true
          if (done === before) {
            ahead += JUMP_MS
            jumps += 1
          }
          before = done
          // Time passes: what is due is done before the clock jumps.
          await delay(500)
          return false
        },
        { withinMs: limitMs },
      )
      expect(jumps, 'jumps of the clock').to.be.greaterThan(0)
      // The clock is set right again, half a day back.
      ahead = 0
      test.clock.set(Date.now())
      await order()
      await eventually(async () => (await placed()).length === hashes.size && told().size === hashes.size)

      expect(sink.forged, `PLATEN_TEST_SEED=${seed}`).to.deep.equal([])
      expect((await readdir(press)).filter((name) => name.endsWith('.pdf')).sort()).to.deep.equal(
        [...hashes.keys()].map((name) => `${name}.pdf`),
      )
      for (const [name, sha256] of hashes) {
        const bytes = await readFile(join(press, `${name}.pdf`))
        expect(createHash('sha256').update(bytes).digest('hex'), `${name}, seed ${seed}`).to.equal(sha256)
      }
      // An attempt is sent once: an event comes again only if the reply to an attempt was lost.
      const attempts = Map.groupBy(await attemptsAt(test, endpointId), ({ event_id }) => event_id)
      for (const [event, times] of told())
        expect(times, `${event}, seed ${seed}`).to.be.at.most(attempts.get(event)?.length ?? 0)
    })
  })
}

function faultsOf(chance: Chance, halfOpen: boolean): readonly Fault[] {
  return [
    { kind: 'cut', afterBytes: chance.whole(200, 5000) },
    { kind: 'refuse' },
    { kind: 'silent' },
    { kind: 'busy' },
    { kind: 'delay', ms: 30 },
    ...(halfOpen ? ([{ kind: 'half-open' }] as const) : []),
  ]
}

interface Attempt {
  readonly event_id: string
  readonly attempt_number: number
  readonly outcome: string
}

async function attemptsAt(test: TestServer, endpointId: string): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = []
  for (let after = '', more = true; more; ) {
    const { body } = await test.json(`/v1/webhook_endpoints/${endpointId}/deliveries?limit=100${after}`)
    attempts.push(...body.data)
    more = body.has_more
    after = `&starting_after=${body.data.at(-1)?.id}`
  }
  return attempts
}
