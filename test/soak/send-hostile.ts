/** Hostile and spoiled files sent to a running service, with what it answered and how long its event loop stood. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Answer {
  readonly name: string
  /** A code of the catalogue, or `template`. */
  readonly outcome: string
  readonly status: number
  readonly message: string
  readonly ms: number
}

export interface HostileReport {
  readonly answers: readonly Answer[]
  /** The longest time that the event loop was late by while the files were handled, milliseconds. */
  readonly longestBlockMs: number
}

/** Two at a time, as a shop's people do. `url` and `secretKey` are the service's. */
export async function sendHostile(
  url: string,
  secretKey: string,
  files: readonly SentFile[],
): Promise<HostileReport> {
  const lag = watchEventLoop(url)
  const answers: Answer[] = []
  const waiting = [...files]
  const send = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      answers.push(await upload(url, secretKey, file))
  }
  await Promise.all([send(), send()])
  return { answers, longestBlockMs: await lag.end() }
}

async function upload(url: string, secretKey: string, { name, bytes }: SentFile): Promise<Answer> {
  const form = new FormData()
  form.set('pdf', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'file.pdf')
  const began = performance.now()
  const reply = await fetch(`${url}/v1/templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: form,
  })
  const body = (await reply.json()) as { error?: { code: string; message: string } }
  return {
    name,
    outcome: body.error?.code ?? 'template',
    status: reply.status,
    message: body.error?.message ?? '',
    ms: performance.now() - began,
  }
}

/** Reads the service's own measure of its event loop, which begins anew with each reading. */
function watchEventLoop(url: string): { end(): Promise<number> } {
  let ended = false
  let longest = 0
  const read = async (): Promise<void> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const found = /^event_loop_lag_seconds\{quantile="1"\} (\S+)$/m.exec(text)?.[1]
    if (found === undefined) throw new Error('The service does not measure its event loop.')
    longest = Math.max(longest, Number(found) * 1000)
  }
  const watching = (async () => {
    await read()
    longest = 0
    while (!ended) {
      await delay(200)
      await read()
    }
  })()
  return {
    async end() {
      ended = true
      await watching
      return longest
    },
  }
}

/** What lies in the folder of files in the making. */
export async function leftBehind(dataDir: string): Promise<readonly string[]> {
  return readdir(join(dataDir, 'files', 'tmp')).catch(() => [])
}
