/** The key of an encrypted PDF for an empty password (ISO 32000-2 7.6.4), or none where that does not open it. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

export interface KeyFacts {
  /** /R of the encryption dictionary. */
  readonly revision: number
  readonly keyBytes: number
  /** /O, /U, /OE and /UE. */
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly ownerKey: Uint8Array
  readonly userKey: Uint8Array
  /** /P. */
  readonly permissions: number
  readonly encryptMetadata: boolean
  readonly fileId: Uint8Array
}

/** Algorithm 2: what an empty password is padded with. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** The user's password or the owner's may be the empty one: either opens the file. */
export function fileKey(facts: KeyFacts): Uint8Array | null {
  const { revision } = facts
  if (revision === 5 || revision === 6) return modernKey(facts)
  if (revision < 2 || revision > 4) return null
  return legacyKey(facts, PADDING) ?? legacyKey(facts, userPassword(facts))
}

const md5 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Algorithm 2, checked by algorithms 4 and 5; the password is padded. */
function legacyKey(facts: KeyFacts, password: Uint8Array): Uint8Array | null {
  const { revision, keyBytes, owner, user, permissions, encryptMetadata, fileId } = facts
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const extra = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  const digest = md5(password, owner.subarray(0, 32), flags, fileId, extra)
  const key = strengthened(digest, facts).subarray(0, keyBytes)
  if (revision === 2) return startsAlike(rc4(key, PADDING), user, 32) ? key : null
  let check: Uint8Array = rc4(key, md5(PADDING, fileId))
  for (let round = 1; round < 20; round++) check = rc4(rotated(key, round), check)
  return startsAlike(check, user, 16) ? key : null
}

/** Algorithm 7: what /O gives for an empty owner's password is the user's, padded, if that is the owner's. */
function userPassword(facts: KeyFacts): Uint8Array {
  const key = strengthened(md5(PADDING), facts).subarray(0, facts.keyBytes)
  let password: Uint8Array = facts.owner.subarray(0, 32)
  if (facts.revision === 2) return rc4(key, password)
  for (let round = 19; round >= 0; round--) password = rc4(rotated(key, round), password)
  return password
}

function strengthened(digest: Uint8Array, { revision, keyBytes }: KeyFacts): Uint8Array {
  let result = digest
  if (revision >= 3) for (let round = 0; round < 50; round++) result = md5(result.subarray(0, keyBytes))
  return result
}

const rotated = (key: Uint8Array, round: number) => key.map((byte) => byte ^ round)

function startsAlike(left: Uint8Array, right: Uint8Array, bytes: number): boolean {
  return right.length >= bytes && Buffer.compare(left.subarray(0, bytes), right.subarray(0, bytes)) === 0
}

const NOTHING = new Uint8Array()

/** Algorithm 2.A: a validation salt and a key salt follow the hash in /U and in /O, whose hashes take in /U too. */
function modernKey({ revision, user, owner, userKey, ownerKey }: KeyFacts): Uint8Array | null {
  const hash = revision === 5 ? sha256 : strengthenedHash
  const unwrap = (check: Uint8Array, wrapped: Uint8Array, extra: Uint8Array): Uint8Array | null => {
    if (check.length < 48 || wrapped.length < 32) return null
    if (!startsAlike(hash(check.subarray(32, 40), extra), check, 32)) return null
    const wrapping = hash(check.subarray(40, 48), extra)
    const decipher = createDecipheriv('aes-256-cbc', wrapping, Buffer.alloc(16)).setAutoPadding(false)
    return Buffer.concat([decipher.update(wrapped.subarray(0, 32)), decipher.final()])
  }
  return unwrap(user, userKey, NOTHING) ?? unwrap(owner, ownerKey, user.subarray(0, 48))
}

const sha256 = (salt: Uint8Array, extra: Uint8Array): Uint8Array =>
  createHash('sha256').update(salt).update(extra).digest()

/** Algorithm 2.B for an empty password. */
function strengthenedHash(salt: Uint8Array, extra: Uint8Array): Uint8Array {
  let key: Uint8Array = sha256(salt, extra)
  for (let round = 0; ; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => [key, extra]).flat())
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const encrypted = Buffer.concat([cipher.update(block), cipher.final()])
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][remainder]!).update(encrypted).digest()
    if (round >= 63 && encrypted.at(-1)! <= round - 31) return key.subarray(0, 32)
  }
}
