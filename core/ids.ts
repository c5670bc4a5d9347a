/** Identifiers: a prefix and 26 characters that sort by time (TypeID: Crockford base32 of a UUIDv7). */

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const ID_PREFIXES = {
  team: 'team',
  key: 'key',
  template: 'tpl',
  field: 'fld',
  fill: 'fill',
  render: 'rnd',
  mapping: 'pm',
  application: 'app',
  session: 'esn',
  endpoint: 'we',
  event: 'evt',
  delivery: 'del',
  batch: 'bat',
  audit: 'aud',
  request: 'req',
} as const
export type IdKind = keyof typeof ID_PREFIXES

export type MakeId = (kind: IdKind) => string

/**
 * Makes ids whose order as bytes is the order of their making: RFC 9562 UUIDv7 with the 12 bits of `rand_a` as
 * a counter within one millisecond. A clock that goes back leaves the last millisecond standing.
 */
export function createIds(clock: { now(): number }, entropy: { bytes(count: number): Uint8Array }): MakeId {
  let lastMs = 0
  let counter = 0
  return (kind) => {
    const now = clock.now()
    if (now > lastMs) {
      lastMs = now
      counter = (entropy.bytes(1)[0] ?? 0) & 0xff
    } else {
      counter += 1
      if (counter > 0xfff) {
        lastMs += 1
        counter = 0
      }
    }
    const random = entropy.bytes(8)
    let value = BigInt(lastMs)
    value = (value << 4n) | 0x7n
    value = (value << 12n) | BigInt(counter)
    value = (value << 2n) | 0b10n
    let tail = 0n
    for (const byte of random) tail = (tail << 8n) | BigInt(byte)
    value = (value << 62n) | (tail & ((1n << 62n) - 1n))
    return `${ID_PREFIXES[kind]}_${base32(value)}`
  }
}

/** 128 bits as 26 characters; the first carries the upper 3 bits. */
function base32(value: bigint): string {
  let text = ''
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((value >> shift) & 31n)]
  return text
}
