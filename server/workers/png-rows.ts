/** The image data of a PNG as a PDF carries it: deflated rows with their filters (ISO 32000-1 7.4.4.4). */

const COLOR_TYPES: Readonly<Record<number, number>> = { 1: 0, 3: 2 }

/** For PNGs that this service made, with 8 bits, no palette and no interlacing; throws a plain Error for others. */
export function pngRows(png: Buffer, components: 1 | 3): Uint8Array {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR' && (data[8] !== 8 || data[9] !== COLOR_TYPES[components] || data[12] !== 0))
      throw new Error(`A PNG was written in an unexpected form: ${data.toString('hex')}.`)
    if (type === 'IDAT') parts.push(data)
    at += 12 + length
  }
  return Buffer.concat(parts)
}
