/** When services are struck, and how: the turns that plans of kills are made of. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from '../programs/service-process.ts'
import type { Chance } from '../run/seeded-chance.ts'
import type { Stage, Strike } from './plan.ts'

/** Longer than the signs of life of a job may be missing, and shorter: how long is what is tried. */
const STOPS_MS = [2_000, 20_000] as const
/** A start takes about as long on a machine with little else to do. */
const LONGEST_START_MS = 1_500
const LONGEST_CUT_MS = 1_500
/** Bytes of replies that pass before a connection is cut. */
const MOST_CUT_BYTES = 30_000

/** SIGKILL to one service, now and then to all; one in three is killed again while it starts, at any time of that. */
export const killed: Strike = async ({ services }, chance) => {
  const victims = chance.oneIn(4) ? services : [chance.pick(services)]
  const isKilledAgain = chance.oneIn(3)
  const afterMs = chance.whole(0, LONGEST_START_MS)
  await ofEach(victims, (one) => one.kill())
  if (isKilledAgain) await ofEach(victims, (one) => one.startAndKill(afterMs))
  await ofEach(victims, (one) => one.start())
  return isKilledAgain ? ['SIGKILL', 'SIGKILL at the start'] : ['SIGKILL']
}

/** SIGTERM, which is to end it in good order. */
export const ended: Strike = async ({ services, faults }, chance) => {
  const service = chance.pick(services)
  const code = await service.stop()
  if (code !== 0) faults.push(`A service ended with ${code} on SIGTERM.`)
  await service.start()
  return ['SIGTERM']
}

/** SIGSTOP, so that others take over its work, or have not yet. */
export const paused: Strike = async ({ services }, chance) => {
  const service = chance.pick(services)
  service.pause()
  // Time passes: the process stands still.
  await delay(chance.pick(STOPS_MS))
  service.resume()
  return ['SIGSTOP']
}

/** Its connections to database and files break in the middle of replies, for some time. */
export const cutOff: Strike = async ({ nodes }, chance) => {
  const { proxies } = chance.pick(nodes)
  for (const proxy of proxies) proxy.set({ kind: 'cut', afterBytes: chance.whole(0, MOST_CUT_BYTES) })
  // Time passes: the connections are cut.
  await delay(chance.whole(100, LONGEST_CUT_MS))
  for (const proxy of proxies) proxy.set({ kind: 'none' })
  return ['cut']
}

/** Any time between these, by chance. */
export const someTime =
  (leastMs: number, mostMs: number) =>
  (_: unknown, chance: Chance): Promise<void> =>
    // Time passes: the service works until it is struck.
    delay(chance.whole(leastMs, mostMs))

/** Once so many journeys of the load have come to their end. */
export const journeys =
  (count: number) =>
  (stage: Stage): Promise<void> =>
    stage.journeysDone(count)

const ofEach = (services: readonly ServiceProcess[], work: (one: ServiceProcess) => Promise<unknown>) =>
  Promise.all(services.map(work))
