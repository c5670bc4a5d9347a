/** Classifies the pixels of an image and splits them into planes. */

/** Rows from the top: red, green, blue, and with four components opacity, a byte each. */
export interface Pixels {
  readonly data: Uint8Array
  readonly components: 3 | 4
  readonly width: number
  readonly height: number
}

export interface Survey {
  /** Every visible pixel has equal red, green and blue. */
  readonly neutral: boolean
  /** Every visible pixel is black or white. */
  readonly twoLevels: boolean
  /** `hard`: each pixel is either opaque or invisible. */
  readonly opacity: 'full' | 'hard' | 'soft'
}

/** Walks all pixels until nothing more can be learned; invisible ones do not count. */
export function surveyOf({ data, components }: Pixels): Survey {
  const opaque = components === 3
  let neutral = true
  let twoLevels = true
  let holes = false
  let soft = false
  for (let at = 0; at < data.length && (neutral || !(opaque || soft)); at += components) {
    const alpha = opaque ? 255 : data[at + 3]
    if (alpha === 0) {
      holes = true
      continue
    }
    if (alpha !== 255) soft = true
    const green = data[at + 1]
    if (data[at] !== green || data[at + 2] !== green) neutral = false
    if (green !== 0 && green !== 255) twoLevels = false
  }
  return { neutral, twoLevels: neutral && twoLevels, opacity: soft ? 'soft' : holes ? 'hard' : 'full' }
}

/** One of the components. */
export function planeOf({ data, components }: Pixels, channel: number): Uint8Array {
  const plane = new Uint8Array(data.length / components)
  for (let at = channel, to = 0; at < data.length; at += components, to += 1) plane[to] = data[at] ?? 0
  return plane
}

/** A component as one bit a pixel, 1 for the lighter half; each row begins with a byte of its own. */
export function packedBits({ data, width, height, components }: Pixels, channel: number): Uint8Array {
  const stride = Math.ceil(width / 8)
  const packed = new Uint8Array(stride * height)
  for (let y = 0, from = channel; y < height; y += 1)
    for (let x = 0; x < width; x += 1, from += components) {
      const at = y * stride + (x >> 3)
      if ((data[from] ?? 0) >= 128) packed[at] = (packed[at] ?? 0) | (0x80 >> (x & 7))
    }
  return packed
}
