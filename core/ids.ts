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
  asset: 'ast',
  picture: 'pic',
  font: 'fnt',
  profile: 'prf',
  brandColor: 'bc',
  selectionSet: 'sel',
  hotFolder: 'hf',
  folderDelivery: 'hfd',
  storefrontHook: 'shk',
  storefrontOrder: 'sor',
  storefrontLine: 'sln',
  storefrontShop: 'ssh',
  audit: 'aud',
  user: 'usr',
  consoleSession: 'csn',
  consoleLink: 'cln',
  mail: 'mail',
  passkey: 'pky',
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
  let lastText = timeText(lastMs)
  let counter = 0
  return (kind) => {
    const now = clock.now()
    if (now > lastMs) {
      lastMs = now
      lastText = timeText(now)
      counter = (entropy.bytes(1)[0] ?? 0) & 0xff
    } else {
      counter += 1
      if (counter > 0xfff) {
        lastMs += 1
        lastText = timeText(lastMs)
        counter = 0
      }
    }
    const rest = new Uint8Array(10)
    // Version and variant stand before the counter and the random bits.
    rest[0] = 0x70 | (counter >> 8)
    rest[1] = counter & 0xff
    rest.set(entropy.bytes(8), 2)
    rest[2] = 0x80 | ((rest[2] ?? 0) & 0x3f)
    return `${ID_PREFIXES[kind]}_${lastText}${base32(rest)}`
  }
}

/** The largest time that 48 bits hold. */
const LATEST_MS = 2 ** 48 - 1

/**
 * The least id of this kind that can have been made at `ms` or later: ids carry their time, so that a list by id can
 * begin or end at a moment. A record's own time is never later than its id's, as it is read before the id is made.
 */
export function idBound(kind: IdKind, ms: number): string {
  const time = Math.max(0, Math.min(LATEST_MS, Math.floor(ms)))
  return `${ID_PREFIXES[kind]}_${timeText(time)}${'0'.repeat(16)}`
}

/** 48 bits as the first 10 of 26 characters: 128 bits in 130, whose first two are 0. */
function timeText(ms: number): string {
  let text = ''
  for (let rest = ms; text.length < 10; rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text
  return text
}

/** Bytes, of which there are a multiple of five, as eight characters for each five. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let left = 0
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff
    for (left += 8; left >= 5; left -= 5) text += ALPHABET[(bits >> (left - 5)) & 31]
  }
  return text
}
