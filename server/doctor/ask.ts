/** Asks a running service how a request reached it, and whether a large body would. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { reasonOf } from './finding.ts'

const ANSWER_MS = 5_000
export const DOCTOR_PATH = '/doctor'

/** What the service says of itself and of the request. */
export interface Told {
  readonly version: string
  readonly base_url: string
  readonly trusted_proxies: number
  /** Addresses in X-Forwarded-For: each proxy adds one. */
  readonly forwarded_for: number
  /** Its clock, in milliseconds since 1970. */
  readonly now: number
}

export type Asked =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'stranger'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string }

export async function askDoctor(url: string, pass: string | null): Promise<Asked> {
  try {
    const reply = await fetch(`${url}${DOCTOR_PATH}`, {
      headers: pass === null ? {} : { authorization: pass },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const to = reply.headers.get('location')
    if (to !== null) return { kind: 'failed', reason: `it redirects to ${to}` }
    const text = await reply.text()
    if (reply.status !== 200) return { kind: 'stranger', status: reply.status }
    return { kind: 'told', told: JSON.parse(text) as Told }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'stranger', status: 200 }
    const { cause } = error as { readonly cause?: unknown }
    const code = (cause as NodeJS.ErrnoException | undefined)?.code
    return { kind: 'failed', reason: code ?? reasonOf(cause ?? error) }
  }
}

/**
 * The status with which a request of so many bytes is refused, before it sends any; null where it may be sent, or nobody
 * says (RFC 9110 10.1.1). Nothing of the body is sent.
 */
export function takesBody(url: string, bytes: number): Promise<number | null> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const asked = request(`${url}${DOCTOR_PATH}`, {
      method: 'POST',
      headers: {
        'content-length': bytes,
        'content-type': 'application/octet-stream',
        expect: '100-continue',
      },
      timeout: ANSWER_MS,
    })
    const end = (status: number | null) => {
      asked.destroy()
      resolve(status)
    }
    asked.once('continue', () => end(null))
    asked.once('response', ({ statusCode }) => end(statusCode ?? null))
    asked.once('timeout', () => end(null))
    asked.once('error', () => end(null))
    asked.flushHeaders()
  })
}
