/** CRC-32 of ISO 3309, as in ZIP and PNG (reflected polynomial 0xEDB88320). */

const CRC_OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** The checksum of a text, as an unsigned integer. Characters beyond ASCII are not told apart. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++)
    crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
