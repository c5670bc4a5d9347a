/** Shrinks images of 1 bit a pixel to shares of ones: each pixel of the result stands for a square of theirs. */

export interface BitImage {
  readonly width: number
  readonly height: number
  /** The sides of a square are 2 to the power of this. */
  readonly halvings: number
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/** `rows` are of whole bytes, high bits first; what is missing of them reads as 0. */
export function shrinkBits(rows: Uint8Array, { width, height, halvings }: BitImage) {
  const side = 2 ** halvings
  const rowBytes = Math.ceil(width / 8)
  const [widthPx, heightPx] = [Math.ceil(width / side), Math.ceil(height / side)]
  const samples = new Uint8Array(widthPx * heightPx)
  const sums = new Uint32Array(widthPx + 8)
  // Bits beyond the last pixel say nothing.
  const lastMask = 0xff & (0xff << (rowBytes * 8 - width))
  for (let row = 0; row < heightPx; row += 1) {
    sums.fill(0)
    const tall = Math.min(side, height - row * side)
    for (let line = row * side; line < row * side + tall; line += 1) {
      const from = line * rowBytes
      for (let at = 0; at < rowBytes; at += 1) {
        const stated = rows[from + at] ?? 0
        const byte = at === rowBytes - 1 ? stated & lastMask : stated
        if (byte !== 0) addOnes(sums, at, byte, halvings)
      }
    }
    for (let column = 0; column < widthPx; column += 1) {
      const pixels = tall * Math.min(side, width - column * side)
      samples[row * widthPx + column] = Math.round((255 * sums[column]!) / pixels)
    }
  }
  return { widthPx, heightPx, samples }
}

function addOnes(sums: Uint32Array, at: number, byte: number, halvings: number): void {
  if (halvings >= 3) {
    sums[at >> (halvings - 3)]! += ONES[byte]!
    return
  }
  const side = 2 ** halvings
  const mask = 2 ** side - 1
  for (let part = 0, first = (at * 8) >> halvings; part * side < 8; part += 1)
    sums[first + part]! += ONES[(byte >> (8 - side * (part + 1))) & mask]!
}
