/** Images of finished pages: the page as its press file prints it, and the differences of two images. */

import { readFile } from 'node:fs/promises'
import { differenceOf, readPixels } from '../../core/engine/preview/difference.ts'
import type { DrawingData } from '../../core/engine/preview/draw-view.ts'
import { openBody } from '../../core/engine/preview/open-body.ts'
import { drawPressPicture, type PressPicture } from '../../core/engine/preview/press-picture.ts'
import { openProof, type ProofFile } from './color/open-proof.ts'
import { deflateStrip, joinPng } from './png.ts'

export interface PressJob extends Omit<PressPicture, 'body' | 'size' | 'proof'> {
  readonly bodyPath: string
  readonly tail: Uint8Array | null
  readonly widthPx: number
  readonly heightPx: number
  readonly proofFile: ProofFile | null
}

/** PNG files; null for a missing page. */
export interface CompareJob {
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

export function createPressLooks(data: DrawingData) {
  return {
    async press({ bodyPath, tail, widthPx, heightPx, proofFile, ...picture }: PressJob): Promise<Uint8Array> {
      const bytes = await readFile(bodyPath)
      const body = openBody(tail === null ? bytes : Buffer.concat([bytes, tail]))
      const [size, proof] = [{ widthPx, heightPx }, await openProof(proofFile)]
      const pixels = await drawPressPicture({ ...picture, body, size, proof }, data)
      return pngOf(pixels, widthPx, heightPx)
    },
    async compare({ before, after }: CompareJob) {
      const [one, other] = [await readPixels(before), await readPixels(after)]
      const { pixels, widthPx, heightPx, changed } = differenceOf(one, other)
      return { png: pngOf(pixels, widthPx, heightPx), changed }
    },
  }
}

/** `pixels` are RGB, 3 bytes each, the top row first. */
function pngOf(pixels: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  return joinPng(widthPx, heightPx, [deflateStrip(pixels, widthPx, 0, heightPx)])
}
