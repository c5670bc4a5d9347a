/** The storage of an adapter in the database, encrypted with AES-256-GCM under a key for this use alone. */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Entropy } from '../../core/clock.ts'
import type { Shelf } from '../../core/service/storefront/adapter-context.ts'
import type { Store } from '../../core/store.ts'

/** NIST SP 800-38D: 96-bit nonce, 128-bit tag. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** RFC 5869 with SHA-256, kept apart from other keys of the same master key by its info. */
export function shelfKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'adapter-shelf/v1', 32))
}

export interface ShelfParts {
  readonly store: Pick<Store, 'storefront'>
  readonly entropy: Entropy
  readonly key: Uint8Array
  teamId(): Promise<string>
}

/** A value opens only under the key and the name that it was kept by. */
export function createShelf({ store, entropy, key, teamId }: ShelfParts, adapter: string): Shelf {
  const { shelf } = store.storefront
  const aad = (team: string, name: string) => Buffer.from(JSON.stringify([team, adapter, name]))
  const seal = (team: string, name: string, value: string): string => {
    const nonce = entropy.bytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad(team, name))
    const parts = [nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat(parts).toString('base64')
  }
  const open = (team: string, name: string, sealed: string): string => {
    const bytes = Buffer.from(sealed, 'base64')
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad(team, name)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
    return `${text}${decipher.final('utf8')}`
  }
  return {
    async get(name) {
      const team = await teamId()
      const kept = await shelf.get(team, adapter, name)
      return kept === null ? null : { value: open(team, name, kept.sealed), version: kept.version }
    },
    async put(name, value, version) {
      const team = await teamId()
      return shelf.put(team, adapter, name, seal(team, name, value), version ?? null)
    },
    remove: async (name) => shelf.remove(await teamId(), adapter, name),
    keys: async (prefix) => shelf.keys(await teamId(), adapter, prefix),
  }
}
