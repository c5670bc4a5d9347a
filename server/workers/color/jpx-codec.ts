/** JPEG 2000 for artwork that is converted, opened by the decoder that draws it. For worker processes. */
import { readJpxSize } from '../../../core/engine/pdf/read-jpx-size.ts'
import type { JpxCodec } from '../../../core/engine/press/separate/press-colors.ts'
import { openDecoders } from '../../../core/engine/preview/reduce-image.ts'
import { DRAWING_DATA } from '../drawing-data.ts'

export const JPX_CODEC: JpxCodec = {
  async decode(jpx, mostPixels) {
    const size = readJpxSize(jpx)
    if (size === null || size.width * size.height > mostPixels) return null
    const { width, height } = size
    try {
      const { JpxImage } = await openDecoders(DRAWING_DATA)
      const options = {
        numComponents: size.components,
        isIndexedColormap: false,
        smaskInData: false,
        reducePower: 0,
      }
      const data = await JpxImage.instance.decode(jpx, options)
      const channels = data.length / (width * height)
      return Number.isInteger(channels) ? { width, height, channels, data } : null
    } catch {
      return null
    }
  },
}
