/** The pass by which the doctor asks a service of the same master key how requests reach it. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'

/** Clocks that differ by more are a fault of their own. */
const VALID_MS = 600_000
const FORM = /^Doctor (\d{1,15})\.([0-9a-f]{64})$/

/** RFC 5869 with SHA-256, kept apart from other keys of the same master key by its info. */
export function doctorKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'doctor/v1', 32))
}

/** The Authorization header; `now` in milliseconds since 1970. */
export function makePass(key: Uint8Array, now: number): string {
  return `Doctor ${now}.${sign(key, String(now)).toString('hex')}`
}

export function isPass(key: Uint8Array, header: string, now: number): boolean {
  const [, at = '', signature = ''] = FORM.exec(header) ?? []
  if (signature === '' || Math.abs(now - Number(at)) > VALID_MS) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), sign(key, at))
}

/** What a service tells the doctor of itself; null where the header is no pass of the same master key. */
export function createTellDoctor<T extends object>(masterKey: Uint8Array, clock: Clock, told: T) {
  const key = doctorKey(masterKey)
  return (authorization: string): (T & { readonly now: number }) | null => {
    const now = clock.now()
    return isPass(key, authorization, now) ? { ...told, now } : null
  }
}

function sign(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
