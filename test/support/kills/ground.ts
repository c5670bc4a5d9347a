/** The services that a plan of kills runs on, with their database and files, and what both say of themselves at the end. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, freshDatabase } from '../database/postgres.ts'
import { postgresFaults, sqliteFaults } from '../programs/database-integrity.ts'
import { type FaultProxy, openFaultProxy } from '../programs/fault-proxy.ts'
import { bucketUrl, OBJECT_STORES, type ObjectStore } from '../programs/object-stores.ts'
import { createServiceProcess, type ServiceProcess, verifyInstallation } from '../programs/service-process.ts'

/** One service on SQLite; two on PostgreSQL, which share its files; or two with an object store, behind connections that can be cut. */
export type Ground = Database | 'nodes'

type Env = Readonly<Record<string, string>>

export interface Node {
  readonly service: ServiceProcess
  /** In front of its database and of its object store. */
  readonly proxies: readonly FaultProxy[]
}

export interface Services {
  readonly nodes: readonly Node[]
  /** Faults found by the database and by `platen verify` after the services have ended. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

const COMMON: Env = {
  MASTER_KEY: '6b'.repeat(32),
  ALLOW_PRIVATE_WEBHOOKS: 'true',
  ALLOW_PRIVATE_SFTP: 'true',
  ...Object.fromEntries(
    ['RATE_LIMIT_KEY', 'RATE_LIMIT_BROWSER', 'RATE_LIMIT_SESSION'].map((name) => [
      `${name}_PER_MINUTE`,
      '1000000',
    ]),
  ),
  GUEST_SESSIONS_PER_DAY: '1000000',
  GUEST_SESSIONS_PER_ADDRESS: '1000000',
}

/** `env`: further settings of all. A SQLite file has one server; elsewhere there are `count`. */
export async function openServices(ground: Ground, folder: string, env: Env, count = 2): Promise<Services> {
  const common = { ...COMMON, FILES_URL: `file:${join(folder, 'files')}`, ...env }
  const dataOf = (number: number) => ({ DATA_DIR: join(folder, `service-${number}`) })
  const numbers = Array.from({ length: ground === 'sqlite' ? 1 : count }, (_, at) => at + 1)
  const together = (settings: Env): readonly Node[] =>
    numbers.map((number) => ({
      service: createServiceProcess({ ...common, ...settings, ...dataOf(number) }),
      proxies: [],
    }))
  if (ground === 'sqlite')
    return {
      nodes: together({}),
      faults: async () => [
        ...sqliteFaults(join(dataOf(1).DATA_DIR, 'platen.db')),
        ...(await verifyInstallation({ ...common, ...dataOf(1) })),
      ],
      close: async () => {},
    }
  const DATABASE_URL = await freshDatabase()
  const faults = async (files: Env) => [
    ...(await postgresFaults(DATABASE_URL)),
    ...(await verifyInstallation({ ...common, DATABASE_URL, ...dataOf(1), ...files })),
  ]
  if (ground === 'postgres')
    return { nodes: together({ DATABASE_URL }), faults: () => faults({}), close: async () => {} }

  const bucket = join(folder, 'bucket')
  await mkdir(bucket)
  const store = await (OBJECT_STORES.fauxqs as (folder: string) => Promise<ObjectStore>)(bucket)
  const nodes: Node[] = []
  for (const number of numbers) {
    const url = new URL(DATABASE_URL)
    const proxies = [await openFaultProxy(Number(url.port)), await openFaultProxy(store.port)] as const
    url.port = String(proxies[0].port)
    const files = { FILES_URL: bucketUrl(proxies[1].port), FILES_CACHE_MB: '64' }
    const settings = { ...common, ...files, DATABASE_URL: url.href, ...dataOf(number) }
    nodes.push({ service: createServiceProcess(settings), proxies })
  }
  return {
    nodes,
    faults: () => faults({ FILES_URL: store.url }),
    async close() {
      for (const { proxies } of nodes) for (const proxy of proxies) await proxy.close()
      await store.close()
    },
  }
}
