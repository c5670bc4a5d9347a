/**
 * Runs a plan of kills: starts its services, lets clients go on journeys while services are struck and started again,
 * waits until all work has come to its end, and asks for every invariant.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from '../programs/service-process.ts'
import { type Chance, seededChance, someSeed } from '../run/seeded-chance.ts'
import { openServices } from './ground.ts'
import type { Journey, Plan, PlanOptions, PlanReport, Stage, Turn } from './plan.ts'
import { createServiceClient } from './service-client.ts'

/** A longer difference is not printed at all. */
export const MOST_SHOWN = 10
/** Without any progress: the lease of a dead process, the wait of a second attempt, and room on a busy machine. */
const SETTLE_MS = 180_000

/** Runs it by a seed that a failure names. */
export async function keepsAll<W, R>(plan: Plan<W, R>): Promise<PlanReport> {
  const report = await runPlan(plan, someSeed())
  const { breaches, seed, ...figures } = report
  if (breaches.length === 0) return report
  const shown = breaches.slice(0, MOST_SHOWN).join('\n')
  const said = `${breaches.length} breaches, PLATEN_TEST_SEED=${seed} ${JSON.stringify(figures)}`
  throw new Error(`${said}\n${shown}`)
}

export async function runPlan<W, R>(
  plan: Plan<W, R>,
  seed: number,
  { isEnough = () => false, onStrike = () => {} }: PlanOptions = {},
): Promise<PlanReport> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-kill-'))
  const { nodes, ...ground } = await openServices(
    plan.ground,
    folder,
    plan.env?.(folder) ?? {},
    plan.services,
  )
  const services = nodes.map(({ service }) => service)
  const chance = seededChance(seed)
  const faults: string[] = []
  const kinds: Record<string, number> = {}
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let struck = 0
  let begun = 0
  let done = 0
  let world: { readonly of: W } | null = null
  try {
    const [first, ...others] = services as [ServiceProcess, ...ServiceProcess[]]
    await first.start()
    const key = await first.secretKey()
    const client = createServiceClient({
      urls: () => services.flatMap(({ url }) => (url === null ? [] : [url])),
      key,
      chance: chance.branch(),
      onFault: (fault) => faults.push(fault),
    })
    const stage: Stage = {
      ...{ folder, nodes, services, client, key, chance, faults },
      get struck() {
        return struck
      },
      get begun() {
        return begun
      },
      journeysDone: (count) =>
        done >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    }
    const own = await plan.open(stage)
    world = { of: own }
    await Promise.all(others.map((one) => one.start()))

    const { clients, journeys, steps } = plan.load ?? { clients: 0, steps: [] }
    const byWeight = steps.flatMap(([weight, journey]) => Array<Journey<W>>(weight).fill(journey))
    let isOver = false
    const work = async (ofClient: Chance): Promise<void> => {
      while (journeys === undefined ? !isOver : begun < journeys) {
        begun += 1
        await ofClient.pick(byWeight)(own, ofClient)
        done += 1
        for (const { count, resolve } of waiting) if (done >= count) resolve()
      }
    }
    const working = Promise.all(Array.from({ length: clients }, () => work(chance.branch()))).finally(() => {
      for (const { resolve } of waiting) resolve()
    })
    // A client that fails ends the run, but not in the middle of a strike.
    const failing = working.then(() => new Promise<never>(() => {}))
    failing.catch(() => {})
    const strike = async ({ when, strike }: Turn<W>) => {
      await Promise.race([when(stage, chance, own), failing])
      const done = await strike(stage, chance, own)
      for (const kind of done) kinds[kind] = (kinds[kind] ?? 0) + 1
      struck += done.length
      onStrike(struck)
    }
    const most = plan.strikes ?? Number.POSITIVE_INFINITY
    const { turns = [] } = plan
    for (let turn = 0; struck < most && !isEnough(); turn += 1) {
      const next = turns[plan.strikes === undefined ? turn : turn % turns.length]
      if (next === undefined) break
      await strike(next)
    }
    isOver = true
    await working

    const struckAt = performance.now()
    await plan.finish?.(own)
    await settle(() => plan.left(own))
    const settledMs = performance.now() - struckAt
    const rows = await plan.read(own)
    const broken = [...faults, ...(await breachesOf(plan.invariants, rows, own))]
    const codes = await Promise.all(services.map((one) => one.stop()))
    return {
      seed,
      breaches: [
        ...broken,
        ...(await breachesOf(plan.afterwards ?? {}, rows, own)),
        ...services
          .flatMap(({ complaints }) => complaints)
          .filter((line) => plan.isExcused?.(line) !== true)
          .map((line) => `the log has no errors: ${line}`),
        ...codes
          .filter((code) => code !== 0)
          .map((code) => `services end in good order: one ended with ${code}`),
        ...(await ground.faults()).map((fault) => `database and files are whole: ${fault}`),
      ],
      ...{ strikes: struck, kinds, settledMs, counts: plan.counts(rows, own) },
      startsMs: services.flatMap((one) => one.startsMs),
    }
  } finally {
    await Promise.all(services.map((one) => one.kill()))
    if (world !== null) await plan.close?.(world.of)
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function breachesOf<W, R>(
  invariants: Plan<W, R>['invariants'],
  rows: R,
  world: W,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, broken] of Object.entries(invariants))
    found.push(...(await broken(rows, world)).map((line) => `${name}: ${line}`))
  return found
}

/** Waits until nothing is left to do, or nothing goes on: then the invariants say what is missing. */
async function settle(left: () => Promise<number>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  // Time passes: the work of other processes goes on.
  for (let since = performance.now(); performance.now() - since < SETTLE_MS; await delay(250)) {
    const now = await left()
    if (now === 0) return
    if (now < least) since = performance.now()
    least = Math.min(least, now)
  }
}
