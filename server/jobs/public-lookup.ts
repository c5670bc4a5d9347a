/** Looks up names for connections to public addresses alone. */
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}
/** Rejects where a name has no address. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

/** An address that must not be connected to; look-ups and requests reject with it. */
export class UnsafeAddress extends Error {}

export const LOOKUP_MS = 2_000

export interface PublicLookup {
  /** Rejects with UnsafeAddress if one of the addresses is private and those are not allowed. */
  resolvePublic(hostname: string): Promise<readonly Address[]>
  /** The same, for `net.connect`; it is called for names alone. */
  readonly lookup: LookupFunction
}

export function createPublicLookup(allowPrivate: boolean, given?: Resolve): PublicLookup {
  const resolve = given ?? (allowPrivate ? resolveBySystem : resolveByDns)
  const resolvePublic = async (hostname: string): Promise<readonly Address[]> => {
    const addresses = await resolve(hostname)
    const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
    if (refused !== undefined) throw new UnsafeAddress(`${hostname} is not a public host.`)
    return addresses
  }
  return {
    resolvePublic,
    lookup(hostname, lookupOptions, callback) {
      resolvePublic(hostname).then(
        (addresses) => {
          const [first] = addresses
          if (lookupOptions.all) callback(null, [...addresses])
          else callback(null, first?.address ?? '', first?.family ?? 4)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    },
  }
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
