/** The key of an encrypted PDF for an empty user password (ISO 32000-2 7.6.4), or none where that does not open it. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

export interface KeyFacts {
  /** /R of the encryption dictionary. */
  readonly revision: number
  readonly keyBytes: number
  /** /O, /U and /UE. */
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly userKey: Uint8Array
  /** /P. */
  readonly permissions: number
  readonly encryptMetadata: boolean
  readonly fileId: Uint8Array
}

/** Algorithm 2: what an empty password is padded with. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

export function fileKey(facts: KeyFacts): Uint8Array | null {
  if (facts.revision === 5 || facts.revision === 6) return modernKey(facts)
  return facts.revision >= 2 && facts.revision <= 4 ? legacyKey(facts) : null
}

const md5 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Algorithm 2, checked by algorithms 4 and 5. */
function legacyKey({ revision, keyBytes, owner, user, permissions, encryptMetadata, fileId }: KeyFacts) {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const extra = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let digest = md5(PADDING, owner.subarray(0, 32), flags, fileId, extra)
  if (revision >= 3) for (let round = 0; round < 50; round++) digest = md5(digest.subarray(0, keyBytes))
  const key = digest.subarray(0, keyBytes)
  if (revision === 2) return startsAlike(rc4(key, PADDING), user, 32) ? key : null
  let check: Uint8Array = rc4(key, md5(PADDING, fileId))
  for (let round = 1; round < 20; round++)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    )
  return startsAlike(check, user, 16) ? key : null
}

function startsAlike(left: Uint8Array, right: Uint8Array, bytes: number): boolean {
  return right.length >= bytes && Buffer.compare(left.subarray(0, bytes), right.subarray(0, bytes)) === 0
}

/** Algorithm 2.A: the user's validation salt, then the key salt, follow the hash in /U. */
function modernKey({ revision, user, userKey }: KeyFacts): Uint8Array | null {
  if (user.length < 48 || userKey.length < 32) return null
  const hash = revision === 5 ? sha256 : strengthenedHash
  if (!startsAlike(hash(user.subarray(32, 40)), user, 32)) return null
  const wrapping = hash(user.subarray(40, 48))
  const decipher = createDecipheriv('aes-256-cbc', wrapping, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(userKey.subarray(0, 32)), decipher.final()])
}

const sha256 = (salt: Uint8Array): Uint8Array => createHash('sha256').update(salt).digest()

/** Algorithm 2.B for an empty password and no owner's data. */
function strengthenedHash(salt: Uint8Array): Uint8Array {
  let key: Uint8Array = sha256(salt)
  for (let round = 0; ; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const encrypted = Buffer.concat([cipher.update(block), cipher.final()])
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][remainder]!).update(encrypted).digest()
    if (round >= 63 && encrypted.at(-1)! <= round - 31) return key.subarray(0, 32)
  }
}
