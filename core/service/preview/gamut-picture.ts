/** A page of a template as its output profile prints it, with what the press cannot print marked. */

import { createHash } from 'node:crypto'
import type { PixelSize } from '../../engine/layout/device.ts'
import { type PageInk, PLATE_DPI } from '../../engine/preflight/render/measure-plates.ts'
import type { InkLook } from '../../engine/preview/drawing.ts'
import { artworkLook } from '../../engine/preview/ink-look.ts'
import { PLATES_VERSION, RENDERER_VERSION } from '../../engine/preview/version.ts'
import type { ScenePage } from '../../engine/scene/scene.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { notAvailable } from '../template/require-output.ts'
import type { RevisionRecord } from '../template/template.ts'

export interface GamutPicture {
  /** SHA-256 of what it shows, hex. */
  readonly identity: string
  /** A PNG file, and the ink of the page beside what lies outside the gamut. */
  see(): Promise<{ readonly png: Uint8Array; readonly ink: PageInk }>
}

/**
 * The artwork alone, without fields. Decision: what a conversion has made ink lies within the gamut; how far it was from
 * there is a finding of the upload. Throws `output_not_available` without an output profile, `renderer_not_configured`,
 * `preview_failed` and `overloaded`.
 */
export async function gamutPicture(
  { raster }: Pick<Ports, 'raster'>,
  { revision, page, size }: { revision: RevisionRecord; page: ScenePage; size: PixelSize },
): Promise<GamutPicture> {
  if (raster === null) throw new ServiceError('renderer_not_configured')
  const { teamId, plan } = revision
  const { bodySha256, output } = plan
  if (output === undefined)
    throw notAvailable('The template has no output profile. Choose one in its settings first.')
  const looks: Record<string, InkLook> = {}
  for (const { name, hex } of plan.inks) looks[name] = artworkLook(name, hex)
  const drawn = { bodySha256, tail: null, page: page.index, ...size, looks, output }
  const versions = [RENDERER_VERSION, PLATES_VERSION]
  const identity = createHash('sha256')
    .update(JSON.stringify(['platen-gamut-picture', versions, drawn]))
    .digest('hex')
  return {
    identity,
    async see() {
      const ink = await raster.measure({ teamId, bodySha256, tail: null, page, dpi: PLATE_DPI, output })
      const look = { paper: '#ffffff', plates: null, gray: false, marksOutside: true }
      return { png: await raster.press({ teamId, ...drawn, ...look }), ink }
    },
  }
}
