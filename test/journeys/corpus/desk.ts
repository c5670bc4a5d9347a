/** A running service to which files are sent one after the other; one that ended or hangs is replaced by another. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServiceProcess, type ServiceProcess } from '../../support/programs/service-process.ts'
import type { Refusal } from './record.ts'

/** The service gives every file up sooner; what takes longer hangs. */
const ANSWER_MS = 60_000
/** What is kept of a stranger's thousands of files goes after so many. */
const FILES_A_SERVICE = 200

/** There was no answer: the service ended, or takes for ever. */
export class NoAnswer extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: replies are read freely, as tests do
type Json = any

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
  json(): Json
}

export interface Desk {
  /** Throws NoAnswer. */
  ask(path: string, body?: unknown, method?: string): Promise<Answer>
  /** Call it before each file: starts the service where none is running, or it has had many. */
  open(): Promise<void>
  /** What the service wrote as errors since this was last asked. */
  takeComplaints(): readonly string[]
  /** Call it after NoAnswer. Says what became of the service, and ends it. */
  coroner(): Promise<string>
  close(): Promise<void>
}

export type StartService = (folder: string) => ServiceProcess

const startUsual: StartService = (folder) =>
  createServiceProcess({
    DATA_DIR: folder,
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    // The pages are drawn as previews here anyway.
    PLATE_CHECKS: 'none',
  })

export function createDesk(startService: StartService = startUsual): Desk {
  let running: { service: ServiceProcess; folder: string; key: string; files: number } | null = null
  /** What it has said can be read when it is gone, too. */
  let last: ServiceProcess | null = null
  let told = 0

  async function end(): Promise<number | null> {
    if (running === null) return null
    const { service, folder } = running
    running = null
    const code = await service.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    return code
  }

  return {
    async open() {
      if (running !== null && running.files >= FILES_A_SERVICE) await end()
      if (running === null) {
        const folder = await mkdtemp(join(tmpdir(), 'platen-corpus-'))
        const service = startService(folder)
        await service.start()
        running = { service, folder, key: await service.secretKey(), files: 0 }
        last = service
        told = 0
      }
      running.files += 1
    },
    async ask(path, body, method = body === undefined ? 'GET' : 'POST') {
      if (running === null) throw new NoAnswer(`${path}: no service is running`)
      const isForm = body instanceof FormData
      try {
        const reply = await fetch(`${running.service.url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${running.key}`,
            ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        const bytes = Buffer.from(await reply.arrayBuffer())
        return { status: reply.status, bytes, json: () => JSON.parse(bytes.toString()) }
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError'
        throw new NoAnswer(`${path}: ${late ? `no answer within ${ANSWER_MS} ms` : 'the connection broke'}`)
      }
    },
    takeComplaints() {
      const { complaints = [] } = last ?? {}
      const since = complaints.slice(told)
      told = complaints.length
      return since
    },
    async coroner() {
      const { service } = running ?? {}
      // One that hangs does not hear SIGTERM either.
      const patience = new AbortController()
      // Time passes: a service that hangs never ends.
      const ended = await Promise.race([end(), delay(30_000, 'hangs' as const, { signal: patience.signal })])
      patience.abort()
      if (ended !== 'hangs') return `the service ended with ${ended ?? 'a signal'}`
      await service?.kill()
      return 'the service hung and was killed'
    },
    async close() {
      await end()
    },
  }
}

/** Null where it was done. */
export function refusalOf(answer: Answer): Refusal | null {
  if (answer.status < 300) return null
  const { code = 'no code', message = '', reason } = answer.json().error ?? {}
  return { status: answer.status, code, message, ...(reason === undefined ? {} : { reason }) }
}
