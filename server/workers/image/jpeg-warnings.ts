/** Warnings of the JPEG decoder: whether a picture that gave one has all of its pixels. */
import sharp from 'sharp'

/**
 * What libjpeg says of files that every program shows whole: bytes between segments, an unknown number in a header, a
 * profile that cannot be read. Bytes before a restart marker (0xd0 to 0xd7) are pixels that were lost.
 */
const HARMLESS =
  /extraneous bytes before marker 0x(?!d[0-7])|unknown adobe color transform|invalid sos parameters for sequential|unknown jfif revision|bad icc marker/i

/** `error` is why the decoder gave up at a first warning; later ones are counted by decoding the picture to its end. */
export async function isWholeInSpiteOf(error: unknown, bytes: Buffer, mostPixels: number): Promise<boolean> {
  const said = error instanceof Error ? error.message.split('\n').filter((line) => line.trim() !== '') : []
  if (said.length === 0 || !said.every((line) => HARMLESS.test(line))) return false
  let most = 0
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
  picture.on('warning', (text: string) => {
    for (const [, count] of text.matchAll(/read gave (\d+) warnings/g)) most = Math.max(most, Number(count))
  })
  await picture.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  return most <= 1
}
