/** The kill test's run: services under load, killed at random moments and started again, then asked what stands. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Chance, seededChance } from '../run/seeded-chance.ts'
import { duplicatesOf, openVerifiedSink, type VerifiedSink } from '../service/verified-sink.ts'
import { type Checked, checkService, checkTemplates } from './kill-check.ts'
import { emptyLedger, keepOrdering, type Ledger } from './kill-load.ts'
import { type KillGround, type KillNodes, openKillNodes } from './kill-nodes.ts'
import { openShop } from './kill-shop.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import type { ServiceProcess } from './service-process.ts'

export interface KillReport extends Checked {
  readonly kills: number
  /** By the kind of each. */
  readonly strikes: Readonly<Record<string, number>>
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
/** Every other time it lives until it is warm and busy with everything at once, or for so long on a slow machine. */
const BUSY_FILLS = 8
const BUSY_MS = 5_000
/** Without any progress: the lease of a dead process, the wait of a second attempt, and room on a busy machine. */
const SETTLE_MS = 180_000

export interface KillOptions {
  /** Further settings of the services. */
  readonly env?: Readonly<Record<string, string>>
  /** Asked before each kill; after a yes everything is checked as at the end. */
  readonly isEnough?: () => boolean
  readonly onKill?: (kills: number) => void
}

export async function runKills(
  ground: KillGround,
  kills: number,
  seed: number,
  { env = {}, isEnough = () => false, onKill = () => {} }: KillOptions = {},
): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-kill-'))
  const chance = seededChance(seed)
  const failing = chance.branch()
  const sink = await openVerifiedSink(({ cameBefore }) => (cameBefore === 0 && failing.oneIn(60) ? 500 : 200))
  const nodes = await openKillNodes(ground, folder, env)
  try {
    const report = await run({ nodes, kills, chance, sink, isEnough, onKill })
    return { ...report, breaches: [...report.breaches, ...(await nodes.faults())] }
  } finally {
    await Promise.all(nodes.processes.map((one) => one.kill()))
    await nodes.close()
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Parts extends Required<Pick<KillOptions, 'isEnough' | 'onKill'>> {
  readonly nodes: KillNodes
  readonly kills: number
  readonly chance: Chance
  readonly sink: VerifiedSink
}

async function run({ nodes, kills, chance, sink, isEnough, onKill }: Parts): Promise<KillReport> {
  const { processes } = nodes
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
  const strikes: Record<string, number> = {}
  let count = 0
  for (let turn = 0; count < kills && !isEnough(); turn += 1) {
    if (chance.oneIn(2)) await becomeBusy(ledger)
    await delay(chance.whole(LEAST_MS, MOST_MS))
    const { kinds, fault } = await nodes.strike(
      nodes.strikes[turn % nodes.strikes.length] ?? 'SIGKILL',
      chance,
    )
    for (const kind of kinds) strikes[kind] = (strikes[kind] ?? 0) + 1
    if (fault !== null) ledger.faults.push(fault)
    count += kinds.length
    onKill(count)
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
    breaches: [...unprintable, ...checked.breaches, ...leftBehind(sink, nodes, codes)],
    ...{ kills: count, strikes },
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
  { processes, isExcused }: KillNodes,
  codes: readonly (number | null)[],
): readonly string[] {
  return [
    ...sink.forged.map((received) => `A webhook did not verify: ${received.body.slice(0, 200)}`),
    ...processes
      .flatMap((one) => one.complaints)
      .filter((line) => !isExcused(line))
      .map((line) => `The log says: ${line}`),
    ...codes.filter((code) => code !== 0).map((code) => `A process stopped with ${code}`),
  ]
}
