/** A shop for benchmarks: a database with a team and its key, which a service is then started on and which goes in the end. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../core/service/access/keys.ts'
import { createTeam } from '../../core/service/access/teams.ts'
import { readConfig } from '../../server/config.ts'
import { type OpenServer, openServer } from '../../server/open.ts'
import { type PostgresServer, type Syncs, startPostgres } from '../support/programs/postgres-server.ts'
import { CARD_PATH, cardValues } from './card.ts'

export type BenchDatabase = 'sqlite' | 'postgres'

export interface BenchShop {
  /** The environment in which a service finds it. */
  readonly env: Readonly<Record<string, string>>
  readonly databaseUrl: string
  readonly folder: string
  readonly teamId: string
  /** Headers with the team's secret key. */
  readonly headers: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** `prepare` works on the open service, which is closed before this resolves. */
export async function openBenchShop(
  database: BenchDatabase,
  prepare: (
    server: OpenServer,
    teamId: string,
    headers: Readonly<Record<string, string>>,
    databaseUrl: string,
  ) => Promise<void>,
  syncs: Syncs = 'nothing',
): Promise<BenchShop> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'))
  let postgres: PostgresServer | null = null
  const remove = async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    if (database === 'postgres') postgres = await startPostgres(syncs)
    const databaseUrl = postgres?.url ?? join(folder, 'platen.db')
    const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl }
    const settings = { ...env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ROLES: 'api,press' }
    const limits = { RATE_LIMIT_KEY_PER_MINUTE: '1000000' }
    const server = await openServer(readConfig({ ...settings, ...limits }))
    const team = await createTeam(server.ports, { name: 'Bench', renderLimitMonthly: null })
    const { key } = await createKey(server.ports, {
      request: {
        ...{ teamId: team.id, type: 'secret', name: 'Bench', scopes: [], lifetimeMs: null },
      } as const,
    })
    const headers = { authorization: `Bearer ${key}` }
    await prepare(server, team.id, headers, databaseUrl).finally(() => server.close())
    return { env, databaseUrl, folder, teamId: team.id, headers, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Uploads the demo card and publishes it; gives its template's id. */
export async function publishCard(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const form = new FormData()
  const pdf = new Uint8Array(await readFile(CARD_PATH))
  form.set('pdf', new Blob([pdf], { type: 'application/pdf' }), 'card.pdf')
  const made = await fetch(`${url}/v1/templates`, { method: 'POST', headers, body: form })
  if (made.status !== 200) throw new Error(`The upload answered ${made.status}: ${await made.text()}`)
  const { template } = (await made.json()) as { template: { id: string } }
  const published = await fetch(`${url}/v1/templates/${template.id}/publish`, { method: 'POST', headers })
  if (published.status !== 200) throw new Error(`Publishing answered ${published.status}.`)
  return template.id
}

/** Values of the template's fields by their ids, for a template of the demo card. */
export async function valuesOfCard(
  { ports }: OpenServer,
  teamId: string,
  templateId: string,
): Promise<Record<string, string>> {
  const revision = await ports.store.revisions.find(teamId, templateId, 1)
  const byLabel: Readonly<Record<string, string>> = cardValues(7)
  const fields = revision?.scene.fields ?? []
  return Object.fromEntries(
    fields.flatMap(({ id, label }) => (label in byLabel ? [[id, byLabel[label] ?? '']] : [])),
  )
}
