/** Undoes the predictors of compressed data in a PDF (ISO 32000-1 7.4.4.4). */
import type { PDFDict } from '@cantoo/pdf-lib'
import { numberEntry } from './read-object.ts'

/** Null where the parameters ask for rows of more than `limit` bytes. */
export function undoPredictor(
  bytes: Uint8Array,
  parameters: PDFDict | null,
  limit: number,
): Uint8Array | null {
  const predictor = parameters === null ? 1 : (numberEntry(parameters, 'Predictor') ?? 1)
  if (predictor <= 1 || parameters === null) return bytes
  const number = (key: string, otherwise: number) => Math.max(numberEntry(parameters, key) ?? otherwise, 1)
  const bits = number('Colors', 1) * number('BitsPerComponent', 8)
  const shape = { rowBytes: Math.ceil((bits * number('Columns', 1)) / 8), pixelBytes: Math.ceil(bits / 8) }
  if (shape.rowBytes > limit) return null
  return predictor === 2 ? undoTiff(bytes, shape) : undoPng(bytes, shape)
}

interface RowShape {
  readonly rowBytes: number
  /** Distance to the same component of the pixel to the left. */
  readonly pixelBytes: number
}

/** Each row begins with the number of its PNG filter. */
function undoPng(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const rows = Math.floor(bytes.length / (rowBytes + 1))
  const result = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (rowBytes + 1)]
    const start = row * rowBytes
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at < pixelBytes ? 0 : result[start + at - pixelBytes]!
      const above = row === 0 ? 0 : result[start - rowBytes + at]!
      const corner = row === 0 || at < pixelBytes ? 0 : result[start - rowBytes + at - pixelBytes]!
      let guess = 0
      if (filter === 1) guess = left
      else if (filter === 2) guess = above
      else if (filter === 3) guess = (left + above) >> 1
      else if (filter === 4) guess = paeth(left, above, corner)
      result[start + at] = bytes[row * (rowBytes + 1) + 1 + at]! + guess
    }
  }
  return result
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value))
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left
  return toAbove! <= toCorner! ? above : corner
}

/** Decision: TIFF prediction is undone for components of 8 bits, the only ones met in real files. */
function undoTiff(bytes: Uint8Array, { rowBytes, pixelBytes }: RowShape): Uint8Array {
  const result = Uint8Array.from(bytes)
  for (let at = 0; at < result.length; at += 1)
    if (at % rowBytes >= pixelBytes) result[at] = result[at]! + result[at - pixelBytes]!
  return result
}
