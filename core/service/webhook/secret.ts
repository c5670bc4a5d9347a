/** Signing secrets: created, stored encrypted, opened to sign, and rotated with an overlap in which both sign. */

import { hkdfSync } from 'node:crypto'
import type { Entropy } from '../../clock.ts'
import { ServiceError } from '../../errors.ts'
import { openSecret, sealSecret } from '../access/seal.ts'
import type { EndpointRecord } from './endpoint.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SHOWN_CHARACTERS = PREFIX.length + 4

/** Decision: after a rotation the old secret signs beside the new one for a day unless another time is asked for. */
export const STANDARD_OVERLAP_SECONDS = 86_400
export const LONGEST_OVERLAP_SECONDS = 604_800

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

/** The secrets that sign at this time, the newest first. */
export function secretsAt(key: Uint8Array, endpoint: EndpointRecord, now: number): readonly string[] {
  const secrets = [openSecret(key, endpoint.id, endpoint.secretCiphertext)]
  if (endpoint.previousSecretCiphertext !== null && isOverlapping(endpoint, now))
    secrets.push(openSecret(key, endpoint.id, endpoint.previousSecretCiphertext))
  return secrets
}

export interface Rotation {
  /** Milliseconds for which the old secret goes on signing. */
  readonly overlapMs: number
  /** Rotate also while the last rotation's overlap lasts: the oldest secret then ends at once. */
  readonly force: boolean
}

/** The changes of an endpoint that make `secret` its secret. Throws `secret_rotation_in_progress`. */
export function rotateSecret(
  key: Uint8Array,
  entropy: Entropy,
  endpoint: EndpointRecord,
  rotation: Rotation,
  now: number,
): { readonly secret: string; readonly changes: Partial<EndpointRecord> } {
  if (isOverlapping(endpoint, now) && !rotation.force) throw new ServiceError('secret_rotation_in_progress')
  const secret = makeSecret(entropy)
  const overlaps = rotation.overlapMs > 0
  return {
    secret,
    changes: {
      secretCiphertext: sealSecret(key, entropy, endpoint.id, secret),
      secretPrefix: prefixOf(secret),
      secretRotatedAt: now,
      previousSecretCiphertext: overlaps ? endpoint.secretCiphertext : null,
      previousSecretExpiresAt: overlaps ? now + rotation.overlapMs : null,
    },
  }
}

function isOverlapping(endpoint: EndpointRecord, now: number): boolean {
  return endpoint.previousSecretExpiresAt !== null && endpoint.previousSecretExpiresAt > now
}
