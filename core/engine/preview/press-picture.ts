/** Draws a page as its press file prints it: all of it on its paper, or some of its plates alone. */

import { OUTSIDE_LEVEL } from '../preflight/render/gamut.ts'
import { composeBlank, inkPage } from './compose.ts'
import type { DrawingData, Size } from './draw-view.ts'
import type { ArtworkLook, InkLook } from './drawing.ts'
import { markLook } from './ink-look.ts'
import type { OpenBody } from './open-body.ts'
import { drawOutside, drawPressInks } from './press-page-plates.ts'
import { type ProofColors, proofedLook } from './proof.ts'

export interface PressPicture {
  /** Of its body and tail. */
  readonly body: OpenBody
  /** Counts from 0. */
  readonly page: number
  readonly size: Size
  /** How its spot plates show, by their names at press; others show in black. */
  readonly looks: Readonly<Record<string, InkLook>>
  /** `#rrggbb`. */
  readonly paper: string
  /** The plates to draw, process plates too; null for the page as a whole. */
  readonly plates: readonly string[] | null
  /** Each plate as dark as its ink is thick, whatever its colour. */
  readonly gray: boolean
  /** Marks what the profile of `proof` cannot print. */
  readonly marksOutside?: boolean
  /** See PlatesInput. */
  readonly proof?: ProofColors | null
}

/** RGB, 3 bytes a pixel, the top row first. Throws `preview_failed`. */
export async function drawPressPicture(picture: PressPicture, data: DrawingData): Promise<Uint8Array> {
  const { size, paper, plates } = picture
  const { process, spots } = await drawPressInks(picture, plates, data)
  const looks = spots.map(({ name }): ArtworkLook => {
    return { plate: name, printsOn: name, ...lookOf(name, picture) }
  })
  const page = inkPage(
    { ...size, process, spots, slots: [], appearances: [] },
    looks,
    picture.gray ? '#ffffff' : paper,
  )
  const pixels = composeBlank({ process, spots }, page)
  const { marksOutside = false, proof = null } = picture
  if (marksOutside && proof !== null)
    markOutside(pixels, size, await drawOutside({ ...picture, proof }, data))
  return pixels
}

/** Stripes of a dark and a light green: no artwork has them, and they show on any. */
const STRIPES = [
  [0, 51, 20],
  [0, 214, 92],
] as const
const STRIPE_PX = 4

function markOutside(pixels: Uint8Array, { widthPx }: Size, outside: Uint8Array): void {
  for (const [at, level] of outside.entries()) {
    if (level <= OUTSIDE_LEVEL) continue
    const stripe = Math.floor(((at % widthPx) + Math.floor(at / widthPx)) / STRIPE_PX) % 2
    pixels.set(stripe === 0 ? STRIPES[0] : STRIPES[1], at * 3)
  }
}

/** A plate that is asked for by name shows, though the product may not: a cutting line, a varnish, white. */
function lookOf(name: string, { looks, plates, gray, proof = null }: PressPicture): InkLook {
  if (gray) return { hex: '#000000', kind: 'transparent' }
  const plain = looks[name] ?? markLook(name, '#000000')
  const look = proof === null ? plain : proofedLook(plain, proof)
  const isHint = look.kind === 'hidden' || look.kind === 'line' || look.kind === 'finish'
  return plates !== null && isHint ? { ...look, kind: 'transparent' } : look
}
