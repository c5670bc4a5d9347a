/** The kill test's run: services under load, killed at random moments and started again, then asked what stands. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, freshDatabase } from '../database/postgres.ts'
import { type Chance, seededChance } from '../run/seeded-chance.ts'
import { duplicatesOf, openVerifiedSink, type VerifiedSink } from '../service/verified-sink.ts'
import { postgresFaults, sqliteFaults } from './database-integrity.ts'
import { type Checked, checkService, checkTemplates } from './kill-check.ts'
import { emptyLedger, keepOrdering, type Ledger } from './kill-load.ts'
import { openShop } from './kill-shop.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { createServiceProcess, type ServiceProcess, verifyInstallation } from './service-process.ts'

export interface KillReport extends Checked {
  readonly kills: number
  readonly startsMs: readonly number[]
  readonly unanswered: number
  /** Webhooks that came again although they had been taken. */
  readonly duplicates: number
  /** Milliseconds until all was delivered and printed after the last kill. */
  readonly settledMs: number
}

const CLIENTS = 6
const LEAST_MS = 150
const MOST_MS = 500
/** Every other time it lives until it is warm and busy with everything at once, however slow the machine is. */
const BUSY_FILLS = 8
const BUSY_MS = 5_000
/** Without any progress: the lease of a dead process, the wait of a second attempt, and room. */
const SETTLE_MS = 60_000
const MASTER_KEY = '6b'.repeat(32)

/** `env` are further settings of the services. */
export async function runKills(
  database: Database,
  kills: number,
  seed: number,
  env: Readonly<Record<string, string>> = {},
): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-kill-'))
  const chance = seededChance(seed)
  const failing = chance.branch()
  const sink = await openVerifiedSink(({ cameBefore }) => (cameBefore === 0 && failing.oneIn(60) ? 500 : 200))
  const { processes, faults } = await createProcesses(database, folder, env)
  try {
    const report = await run({ processes, kills, chance, sink })
    return { ...report, breaches: [...report.breaches, ...(await faults())] }
  } finally {
    await Promise.all(processes.map((one) => one.kill()))
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Subject {
  readonly processes: readonly ServiceProcess[]
  /** Faults found by the database and by `platen verify` after the processes have ended. */
  faults(): Promise<readonly string[]>
}

/** One process on SQLite; two on PostgreSQL, which share the database and the folder of the files. */
async function createProcesses(
  database: Database,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Subject> {
  const common = {
    ...env,
    MASTER_KEY,
    FILES_URL: `file:${join(folder, 'files')}`,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_BROWSER_PER_MINUTE: '1000000',
    RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
    GUEST_SESSIONS_PER_DAY: '1000000',
    GUEST_SESSIONS_PER_ADDRESS: '1000000',
  }
  if (database === 'sqlite') {
    const DATA_DIR = join(folder, 'one')
    return {
      processes: [createServiceProcess({ ...common, DATA_DIR })],
      faults: async () => [
        ...sqliteFaults(join(DATA_DIR, 'platen.db')),
        ...(await verifyInstallation({ ...common, DATA_DIR })),
      ],
    }
  }
  const DATABASE_URL = await freshDatabase()
  return {
    processes: ['one', 'two'].map((name) =>
      createServiceProcess({ ...common, DATABASE_URL, DATA_DIR: join(folder, name) }),
    ),
    faults: async () => [
      ...(await postgresFaults(DATABASE_URL)),
      ...(await verifyInstallation({ ...common, DATABASE_URL, DATA_DIR: join(folder, 'one') })),
    ],
  }
}

interface Parts {
  readonly processes: readonly ServiceProcess[]
  readonly kills: number
  readonly chance: Chance
  readonly sink: VerifiedSink
}

async function run({ processes, kills, chance, sink }: Parts): Promise<KillReport> {
  const [first, ...others] = processes as [ServiceProcess, ...ServiceProcess[]]
  await first.start()
  const key = await first.secretKey()
  const ledger = emptyLedger()
  const client = createServiceClient({
    urls: () => processes.flatMap(({ url }) => (url === null ? [] : [url])),
    key,
    chance: chance.branch(),
    onFault: (fault) => ledger.faults.push(fault),
  })
  const shop = await openShop(client, sink.sink.url)
  const hooks = new URL(sink.sink.url).pathname
  sink.expect(hooks, shop.signingSecret)
  await Promise.all(others.map((one) => one.start()))

  let isOver = false
  const clients = Array.from({ length: CLIENTS }, () =>
    keepOrdering({ client, shop, ledger, chance: chance.branch(), isOver: () => isOver }),
  )
  const working = Promise.all(clients)
  // A client that fails ends the run at its end, not in the middle of a kill.
  working.catch(() => {})
  for (let count = 0; count < kills; count += 1) {
    if (chance.oneIn(2)) await becomeBusy(ledger)
    await delay(chance.whole(LEAST_MS, MOST_MS))
    await killAndStart(processes, chance)
  }
  isOver = true
  await working

  const begun = performance.now()
  const unprintable = await checkTemplates(client, ledger)
  await settle(client, shop.endpointId)
  const settledMs = performance.now() - begun
  const checked = await checkService({
    ...{ client, shop, ledger, key },
    url: first.url ?? '',
    accepted: sink.accepted(hooks),
  })
  const codes = await Promise.all(processes.map((one) => one.stop()))
  return {
    ...checked,
    breaches: [...unprintable, ...checked.breaches, ...leftBehind(sink, processes, codes)],
    kills,
    startsMs: processes.flatMap((one) => one.startsMs),
    unanswered: ledger.unanswered,
    duplicates: duplicatesOf(sink.accepted(hooks)),
    settledMs,
  }
}

async function becomeBusy({ fills }: Ledger): Promise<void> {
  const wanted = fills.size + BUSY_FILLS
  for (const begun = performance.now(); fills.size < wanted && performance.now() - begun < BUSY_MS; )
    await delay(20)
}

/** Of two processes one, and now and then both at once. */
async function killAndStart(processes: readonly ServiceProcess[], chance: Chance): Promise<void> {
  const victims = chance.oneIn(4) ? processes : [chance.pick(processes)]
  await Promise.all(victims.map((one) => one.kill()))
  await Promise.all(victims.map((one) => one.start()))
}

/** Waits until nothing is queued and every event has ended, or nothing goes on; the checks find what is left. */
async function settle(client: ServiceClient, endpointId: string): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let since = performance.now(); performance.now() - since < SETTLE_MS; await delay(500)) {
    const deliveries = await client.all(`/v1/webhook_endpoints/${endpointId}/deliveries`)
    const ended = new Set(deliveries.filter(hasEnded).map((one) => one.event_id))
    const open = new Set(deliveries.map((one) => one.event_id).filter((id) => !ended.has(id)))
    const queued = (await client.all('/v1/renders')).filter((one) => one.status === 'queued')
    const left = open.size + queued.length
    if (left === 0) return
    if (left < least) since = performance.now()
    least = Math.min(least, left)
  }
}

function hasEnded({ outcome }: { readonly outcome: string }): boolean {
  return outcome !== 'pending' && outcome !== 'failed'
}

function leftBehind(
  sink: VerifiedSink,
  processes: readonly ServiceProcess[],
  codes: readonly (number | null)[],
): readonly string[] {
  return [
    ...sink.forged.map((received) => `A webhook did not verify: ${received.body.slice(0, 200)}`),
    ...processes.flatMap((one) => one.complaints).map((line) => `The log says: ${line}`),
    ...codes.filter((code) => code !== 0).map((code) => `A process stopped with ${code}`),
  ]
}
