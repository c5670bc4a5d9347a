/** The way out for webhooks: an agent that connects to public addresses alone, checked after each look-up. */
import { Agent } from 'undici'
import { ServiceError } from '../../core/errors.ts'
import { isAddress, isPublicAddress } from './public-address.ts'
import { createPublicLookup, LOOKUP_MS, type Resolve, UnsafeAddress } from './public-lookup.ts'

export interface PublicAgent {
  readonly agent: Agent
  /** Throws `unsafe_url`; a name that cannot be looked up now passes, for it is checked again at each send. */
  check(url: string): Promise<void>
  /** The rules that need no look-up. Throws `unsafe_url`. */
  checkForm(url: string): URL
}

const CONNECT_MS = 5_000
const LONGEST_URL = 2_000
const LEAST_FREE_PORT = 1024

/**
 * `allowPrivate` lets http and private addresses through, for laptops and tests.
 *
 * Decision: every answer of a look-up must be public, not only the one that would be used, and the connection is
 * made to those very answers; no second look-up can slip in another one. Each request has a connection of its own,
 * so that none outlives its check.
 */
export function createPublicAgent(options: {
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
}): PublicAgent {
  const { allowPrivate } = options
  // Called for names alone: an address in the URL is connected to as it stands, so checkForm looks at it.
  const { lookup, resolvePublic } = createPublicLookup(allowPrivate, options.resolve)
  const checkForm = (text: string): URL => readUrl(text, allowPrivate)
  return {
    agent: new Agent({ connect: { timeout: CONNECT_MS, lookup }, pipelining: 0, allowH2: false }),
    checkForm,
    async check(text) {
      const host = hostOf(checkForm(text))
      if (isAddress(host)) return
      try {
        await soon(LOOKUP_MS, resolvePublic(host))
      } catch (error) {
        if (error instanceof UnsafeAddress) throw unsafe(error.message)
      }
    },
  }
}

/** The WHATWG parser has written every form of an address, such as 0x7f.1, in its plain one. */
function readUrl(text: string, allowPrivate: boolean): URL {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : null
  if (url === null) throw unsafe('The URL is invalid.')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw unsafe('Webhooks are sent over https only. Use an https URL.')
  if (url.username !== '' || url.password !== '')
    throw unsafe('The URL must not contain a user name or password.')
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && port < LEAST_FREE_PORT)
    throw unsafe('The port must be 443, 80, or 1024 or above.')
  const host = hostOf(url)
  const isLocal = isAddress(host) ? !isPublicAddress(host) : /(^|\.)localhost$/.test(host)
  if (isLocal && !allowPrivate) throw unsafe(`${host} is not a public host.`)
  return url
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
}

async function soon<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The DNS lookup timed out.')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function unsafe(message: string): ServiceError {
  return new ServiceError('unsafe_url', { message, param: 'url' })
}
