/** The services of the kill test with what they stand on, and the ways in which they are struck. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, freshDatabase } from '../database/postgres.ts'
import type { Chance } from '../run/seeded-chance.ts'
import { postgresFaults, sqliteFaults } from './database-integrity.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { bucketUrl, OBJECT_STORES, type ObjectStore } from './object-stores.ts'
import { createServiceProcess, type ServiceProcess, verifyInstallation } from './service-process.ts'

/** `nodes`: two on PostgreSQL and an object store, each behind connections that can be cut. */
export type KillGround = Database | 'nodes'

/** Killed, also while it starts again, ended in good order, stopped until others take over its work, cut off. */
export type Strike = 'SIGKILL' | 'SIGKILL at the start' | 'SIGTERM' | 'SIGSTOP' | 'cut'

export interface Struck {
  readonly kinds: readonly Strike[]
  /** What should not have been. */
  readonly fault: string | null
}

export interface KillNodes {
  readonly processes: readonly ServiceProcess[]
  /** How they are struck, in turn. */
  readonly strikes: readonly Strike[]
  /** Ends when all are up again. */
  strike(kind: Strike, chance: Chance): Promise<Struck>
  /** Does a line of the log tell of nothing but a strike? */
  isExcused(line: string): boolean
  /** Faults found by the database and by `platen verify` after the processes have ended. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

const MASTER_KEY = '6b'.repeat(32)
/** Longer than the signs of life of a job may be missing. */
const LONG_STOP_MS = 20_000
const SHORT_STOP_MS = 2_000
/** A start takes about as long on a machine with little else to do. */
const LONGEST_START_MS = 1_500
const LONGEST_CUT_MS = 1_500
/** Bytes of replies that pass before a connection is cut. */
const MOST_CUT_BYTES = 30_000

/** One process on SQLite; two on PostgreSQL, which share the database and the files. */
export async function openKillNodes(
  ground: KillGround,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<KillNodes> {
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
  if (ground === 'sqlite') {
    const DATA_DIR = join(folder, 'one')
    const processes = [createServiceProcess({ ...common, DATA_DIR })]
    return {
      ...{ processes, ...killing(processes) },
      faults: async () => [
        ...sqliteFaults(join(DATA_DIR, 'platen.db')),
        ...(await verifyInstallation({ ...common, DATA_DIR })),
      ],
      close: async () => {},
    }
  }
  const databaseUrl = await freshDatabase()
  const faults = async (files: Readonly<Record<string, string>>) => [
    ...(await postgresFaults(databaseUrl)),
    ...(await verifyInstallation({
      ...{ ...common, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'one') },
      ...files,
    })),
  ]
  if (ground === 'postgres') {
    const processes = ['one', 'two'].map((name) =>
      createServiceProcess({ ...common, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) }),
    )
    return { ...{ processes, ...killing(processes) }, faults: () => faults({}), close: async () => {} }
  }
  return openStruckNodes(folder, common, databaseUrl, faults)
}

/** Of two processes one, and now and then both at once; one in three is killed again while it starts. */
function killing(processes: readonly ServiceProcess[]): Pick<KillNodes, 'strikes' | 'strike' | 'isExcused'> {
  return {
    strikes: ['SIGKILL'],
    async strike(_, chance) {
      const victims = chance.oneIn(4) ? processes : [chance.pick(processes)]
      await Promise.all(victims.map((one) => one.kill()))
      const isKilledAgain = chance.oneIn(3)
      const afterMs = chance.whole(0, LONGEST_START_MS)
      if (isKilledAgain) await Promise.all(victims.map((one) => one.startAndKill(afterMs)))
      await Promise.all(victims.map((one) => one.start()))
      return { kinds: isKilledAgain ? ['SIGKILL', 'SIGKILL at the start'] : ['SIGKILL'], fault: null }
    },
    isExcused: () => false,
  }
}

interface Node {
  readonly process: ServiceProcess
  readonly proxies: readonly FaultProxy[]
}

async function openStruckNodes(
  folder: string,
  common: Readonly<Record<string, string>>,
  databaseUrl: string,
  faults: (files: Readonly<Record<string, string>>) => Promise<readonly string[]>,
): Promise<KillNodes> {
  const bucket = join(folder, 'bucket')
  await mkdir(bucket)
  const store = await (OBJECT_STORES.fauxqs as (folder: string) => Promise<ObjectStore>)(bucket)
  const nodes: Node[] = []
  for (const name of ['one', 'two']) {
    const url = new URL(databaseUrl)
    const proxies = [await openFaultProxy(Number(url.port)), await openFaultProxy(store.port)] as const
    url.port = String(proxies[0].port)
    const files = { FILES_URL: bucketUrl(proxies[1].port), FILES_CACHE_MB: '64' }
    const DATA_DIR = join(folder, name)
    const process = createServiceProcess({ ...common, ...files, DATABASE_URL: url.href, DATA_DIR })
    nodes.push({ process, proxies })
  }
  const processes = nodes.map(({ process }) => process)
  const { strike: kill } = killing(processes)
  return {
    processes,
    strikes: ['SIGKILL', 'cut', 'SIGTERM', 'SIGSTOP', 'SIGKILL', 'cut', 'SIGKILL', 'SIGTERM'],
    async strike(kind, chance) {
      if (kind === 'SIGKILL') return kill(kind, chance)
      const { process, proxies } = chance.pick(nodes)
      if (kind === 'SIGTERM') {
        const code = await process.stop()
        await process.start()
        return { kinds: [kind], fault: code === 0 ? null : `A process ended with ${code} on SIGTERM.` }
      }
      if (kind === 'SIGSTOP') {
        process.pause()
        await delay(chance.oneIn(2) ? LONG_STOP_MS : SHORT_STOP_MS)
        process.resume()
        return { kinds: [kind], fault: null }
      }
      for (const proxy of proxies) proxy.set({ kind: 'cut', afterBytes: chance.whole(0, MOST_CUT_BYTES) })
      await delay(chance.whole(100, LONGEST_CUT_MS))
      for (const proxy of proxies) proxy.set({ kind: 'none' })
      return { kinds: [kind], fault: null }
    },
    isExcused: isOfConnections,
    faults: () => faults({ FILES_URL: store.url }),
    async close() {
      for (const { proxies } of nodes) for (const proxy of proxies) await proxy.close()
      await store.close()
    },
  }
}

/** What is said of a connection that broke, or of a process that others took for dead. */
function isOfConnections(line: string): boolean {
  return /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|Connection terminated|Client has encountered a connection error|_unavailable/.test(
    line,
  )
}
