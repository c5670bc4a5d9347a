/** The way out for webhooks: an agent that connects to public addresses alone, checked after each look-up. */
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { ServiceError } from '../../core/errors.ts'
import { isAddress, isPublicAddress } from './public-address.ts'

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}
/** Rejects where a name has no address. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

export interface PublicAgent {
  readonly agent: Agent
  /** Throws `unsafe_url`; a name that cannot be looked up now passes, for it is checked again at each send. */
  check(url: string): Promise<void>
  /** The rules that need no look-up. Throws `unsafe_url`. */
  checkForm(url: string): URL
}

/** An address that webhooks are not sent to; the agent's requests reject with it. */
export class UnsafeAddress extends Error {}

const CONNECT_MS = 5_000
const LOOKUP_MS = 2_000
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
  const resolve = options.resolve ?? (allowPrivate ? resolveBySystem : resolveByDns)

  const resolvePublic = async (hostname: string): Promise<readonly Address[]> => {
    const addresses = await resolve(hostname)
    const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
    if (refused !== undefined) throw new UnsafeAddress(`${hostname} is not a public host.`)
    return addresses
  }
  // Called for names alone: an address in the URL is connected to as it stands, so checkForm looks at it.
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolvePublic(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (lookupOptions.all) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
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

/** Queries DNS directly: the system's look-up would block one of few threads for as long as a name server takes. */
async function resolveByDns(hostname: string): Promise<readonly Address[]> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
  ]
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

/** With the names of this machine, such as those of /etc/hosts. */
async function resolveBySystem(hostname: string): Promise<readonly Address[]> {
  const found = await systemLookup(hostname, { all: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
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
