/** Signing secrets: created, stored encrypted, opened to sign, and rotated with an overlap in which both sign. */

import { hkdfSync } from 'node:crypto'
import type { Entropy } from '../../clock.ts'
import { ServiceError } from '../../errors.ts'
import { openSecret, sealSecret } from '../access/seal.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SHOWN_CHARACTERS = PREFIX.length + 4

/** Decision: after a rotation the old secret signs beside the new one for a day unless another time is asked for. */
export const STANDARD_OVERLAP_SECONDS = 86_400
export const LONGEST_OVERLAP_SECONDS = 604_800

/** The secrets of a record as they lie at rest. */
export interface SealedSecrets {
  readonly id: string
  /** The signing secret, encrypted (AES-256-GCM under a key derived from the master key). */
  readonly secretCiphertext: string
  readonly secretPrefix: string
  readonly secretRotatedAt: number | null
  /** Valid beside the new secret until `previousSecretExpiresAt`. */
  readonly previousSecretCiphertext: string | null
  readonly previousSecretExpiresAt: number | null
}

/** The key of this use alone: RFC 5869 with SHA-256, kept apart from other keys of the same master key by its info. */
export function webhookSecretsKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'webhook-secrets/v1', 32))
}

/** `whsec_` and the base64 of 32 bytes. */
export function makeSecret(entropy: Entropy): string {
  return `${PREFIX}${Buffer.from(entropy.bytes(SECRET_BYTES)).toString('base64')}`
}

/** What records show of a secret. */
export function prefixOf(secret: string): string {
  return secret.slice(0, SHOWN_CHARACTERS)
}

/** The first secret of a new record. */
export function firstSecret(
  key: Uint8Array,
  entropy: Entropy,
  id: string,
): { readonly secret: string; readonly sealed: SealedSecrets } {
  const secret = makeSecret(entropy)
  const sealed = {
    ...{ id, secretCiphertext: sealSecret(key, entropy, id, secret), secretPrefix: prefixOf(secret) },
    ...{ secretRotatedAt: null, previousSecretCiphertext: null, previousSecretExpiresAt: null },
  }
  return { secret, sealed }
}

/** The secrets that are valid at this time, the newest first. */
export function secretsAt(key: Uint8Array, record: SealedSecrets, now: number): readonly string[] {
  const secrets = [openSecret(key, record.id, record.secretCiphertext)]
  if (record.previousSecretCiphertext !== null && isOverlapping(record, now))
    secrets.push(openSecret(key, record.id, record.previousSecretCiphertext))
  return secrets
}

export interface Rotation {
  /** Milliseconds for which the old secret stays valid. */
  readonly overlapMs: number
  /** Rotate also while the last rotation's overlap lasts: the oldest secret then ends at once. */
  readonly force: boolean
}

/** The changes of a record that make `secret` its secret. Throws `secret_rotation_in_progress`. */
export function rotateSecret(
  key: Uint8Array,
  entropy: Entropy,
  record: SealedSecrets,
  rotation: Rotation,
  now: number,
): { readonly secret: string; readonly changes: Omit<SealedSecrets, 'id'> } {
  if (isOverlapping(record, now) && !rotation.force) throw new ServiceError('secret_rotation_in_progress')
  const secret = makeSecret(entropy)
  const overlaps = rotation.overlapMs > 0
  return {
    secret,
    changes: {
      secretCiphertext: sealSecret(key, entropy, record.id, secret),
      secretPrefix: prefixOf(secret),
      secretRotatedAt: now,
      previousSecretCiphertext: overlaps ? record.secretCiphertext : null,
      previousSecretExpiresAt: overlaps ? now + rotation.overlapMs : null,
    },
  }
}

/** Is the secret before the last rotation still valid? */
export function isOverlapping(record: Pick<SealedSecrets, 'previousSecretExpiresAt'>, now: number): boolean {
  return record.previousSecretExpiresAt !== null && record.previousSecretExpiresAt > now
}
