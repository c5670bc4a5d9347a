/** A server for benchmarks: the real one, with real workers and SQLite in a folder of its own, without a rate limit. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../core/service/access/keys.ts'
import { createTeam } from '../../core/service/access/teams.ts'
import { readConfig } from '../../server/config.ts'
import { openServer } from '../../server/open.ts'

export interface BenchServer {
  readonly url: string
  /** Uploads and publishes; answers the template's id. */
  upload(pdf: Uint8Array): Promise<string>
  /** `POST /renders`; answers the render's record. Throws on anything but 200. */
  render(templateId: string, values: Readonly<Record<string, string>>): Promise<{ size_bytes: number }>
  close(): Promise<void>
}

export async function openBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'))
  const server = await openServer(
    readConfig({
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    }),
  )
  const team = await createTeam(server.ports, { name: 'Bench', renderLimitMonthly: null })
  const { key } = await createKey(server.ports, {
    request: {
      teamId: team.id,
      type: 'secret',
      name: 'Bench',
      scopes: [],
      lifetimeMs: null,
    },
  })
  const send = async <T>(path: string, body: FormData | string): Promise<T> => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(`${server.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...type },
      body,
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url: server.url,
    async upload(pdf) {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'card.pdf')
      const { template } = await send<{ template: { id: string } }>('/templates', form)
      await send(`/templates/${template.id}/publish`, '')
      return template.id
    },
    async render(templateId, values) {
      const body = JSON.stringify({ template_id: templateId, kind: 'final', values })
      return (await send<{ render: { size_bytes: number } }>('/renders', body)).render
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
