/** Encrypts secrets that are stored and read back, each for one record. */

import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Entropy } from '../../clock.ts'

/** AES-256-GCM, NIST SP 800-38D: 96-bit nonce, 128-bit tag. */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** `key` has 32 bytes. The ciphertext opens for the record of this id alone. */
export function sealSecret(key: Uint8Array, entropy: Entropy, recordId: string, secret: string): string {
  const nonce = entropy.bytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(recordId))
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}:${sealed.toString('base64')}`
}

/** Throws where the key is another one or the text was changed. */
export function openSecret(key: Uint8Array, recordId: string, ciphertext: string): string {
  const [version, text] = ciphertext.split(':')
  if (version !== VERSION || text === undefined) throw new Error('A secret lies in an unknown form.')
  const sealed = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(recordId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return `${decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')}${decipher.final('utf8')}`
}
