/** Passphrases hashed by scrypt (RFC 7914), a few at a time: each takes 32 MB and a good part of a second. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'
import { ServiceError } from '../core/errors.ts'
import type { Passphrases } from '../core/service/console/user.ts'

/** OWASP's password storage cheat sheet: 2^15, 8, 3 weighs as much as 2^17, 8, 1 and takes a quarter of its memory. */
const COST = { log2n: 15, r: 8, p: 3 } as const
export type Cost = { readonly log2n: number; readonly r: number; readonly p: number }
const HASH_BYTES = 32
const SALT_BYTES = 16
const AT_ONCE = 2
/** With more than these waiting, a request must try again later. */
const WAITING = 40

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

/** `cost` is of new hashes; kept ones carry their own. */
export function createPassphrases(cost: Cost = COST): Passphrases {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const hashOf = (passphrase: string, salt: Uint8Array, { log2n, r, p }: Cost): Promise<Buffer> => {
    if (queue.size >= WAITING) throw new ServiceError('overloaded', { retryAfterSeconds: 5 })
    const N = 2 ** log2n
    return queue.add(() => derive(passphrase, salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }))
  }
  return {
    async hash(passphrase) {
      const salt = randomBytes(SALT_BYTES)
      const hashed = await hashOf(passphrase, salt, cost)
      const { log2n, r, p } = cost
      return ['scrypt', log2n, r, p, salt.toString('base64url'), hashed.toString('base64url')].join('$')
    },
    async matches(passphrase, hashed) {
      const kept = hashed === null ? null : read(hashed)
      const salt = kept?.salt ?? new Uint8Array(SALT_BYTES)
      const presented = await hashOf(passphrase, salt, kept?.cost ?? cost)
      return kept !== null && timingSafeEqual(presented, kept.hash)
    },
  }
}

function read(hashed: string): { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer } {
  const [kind, log2n, r, p, salt = '', hash = ''] = hashed.split('$')
  const bytes = Buffer.from(hash, 'base64url')
  if (kind !== 'scrypt' || bytes.length !== HASH_BYTES)
    throw new Error('A passphrase was hashed in an unknown way.')
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: bytes }
}
