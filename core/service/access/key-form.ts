/** The form of an API key: a prefix for its type, 30 random characters and 6 of checksum, all base 62. */

import { hash } from 'node:crypto'
import type { Entropy } from '../../clock.ts'
import { crc32 } from './crc32.ts'
import { KEY_TYPES, type KeyType } from './key.ts'

export const KEY_PREFIXES: Readonly<Record<KeyType, string>> = {
  secret: 'platen_sk_',
  restricted: 'platen_rk_',
  publishable: 'platen_pk_',
}
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^30 is 178 bits: a hash of one round keeps such a key as safe as a slow one would. */
const RANDOM_CHARACTERS = 30
const CHECKSUM_CHARACTERS = 6

export function makeKey(type: KeyType, entropy: Entropy): string {
  return makeToken(KEY_PREFIXES[type], entropy)
}

/** Any secret of this form, such as an embed session's. */
export function makeToken(prefix: string, entropy: Entropy): string {
  const body = prefix + randomCharacters(RANDOM_CHARACTERS, entropy)
  return body + checksum(body)
}

/** The type of a well-formed key whose checksum holds, else null: a mistyped key costs no look at the database. */
export function keyType(presented: string): KeyType | null {
  const type = KEY_TYPES.find((one) => presented.startsWith(KEY_PREFIXES[one]))
  return type !== undefined && isToken(KEY_PREFIXES[type], presented) ? type : null
}

/** Is it well-formed, with its checksum? Whether it was ever given out only the database knows. */
export function isToken(prefix: string, presented: string): boolean {
  const length = prefix.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS
  if (presented.length !== length || !presented.startsWith(prefix)) return false
  if (!/^[0-9A-Za-z]+$/.test(presented.slice(prefix.length))) return false
  const body = presented.slice(0, -CHECKSUM_CHARACTERS)
  return presented === body + checksum(body)
}

/** SHA-256, hex: all that is stored of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

/** Bytes from 248 upwards are thrown away: 256 is no multiple of 62, and low digits would come up more often. */
function randomCharacters(count: number, entropy: Entropy): string {
  let text = ''
  while (text.length < count) {
    for (const byte of entropy.bytes(count - text.length)) {
      if (byte < 248) text += DIGITS[byte % 62]
    }
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    text = DIGITS[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
