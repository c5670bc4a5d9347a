/** Bytes that are written bit by bit, the lowest first (RFC 1951 3.1.1). */

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Its room is used again by the next one: there is one at a time. */
export class Bits {
  /** Two bytes each; public, as loops that write many bits keep all three at hand. */
  readonly pairs: Uint16Array
  at = 0
  /** The bits that fill no pair yet, and how many: below 16. */
  held = 0
  count = 0

  constructor(mostBytes: number) {
    this.pairs = room((mostBytes + 16) >> 1)
  }

  /** The lowest `count` (at most 16) bits of a value that has no others. */
  put(value: number, count: number): void {
    this.held |= value << this.count
    this.count += count
    if (this.count < 16) return
    this.pairs[this.at++] = this.held
    this.held >>>= 16
    this.count -= 16
  }

  /** What was written, as bytes; the last one is filled up with zeros. */
  end(): Uint8Array {
    const bytes = this.at * 2 + Math.ceil(this.count / 8)
    this.pairs[this.at] = this.held
    const pairs = this.pairs.slice(0, this.at + 1)
    const written = new Uint8Array(pairs.buffer)
    if (!LITTLE_ENDIAN) Buffer.from(written.buffer).swap16()
    return written.subarray(0, bytes)
  }
}

let kept = new Uint16Array(0)

function room(pairs: number): Uint16Array {
  if (kept.length < pairs) kept = new Uint16Array(pairs)
  return kept
}
