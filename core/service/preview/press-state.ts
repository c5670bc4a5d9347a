/** A state as its press file prints it: composed as a render is, drawn, and never stored. */

import { createHash } from 'node:crypto'
import { withKnownLab } from '../../engine/ink/known-lab.ts'
import { processInkOf, shownHex } from '../../engine/ink/process-inks.ts'
import { isMetallic, technicalKind } from '../../engine/ink/technical.ts'
import type { PixelSize } from '../../engine/layout/device.ts'
import { type PageInk, PLATE_DPI } from '../../engine/preflight/render/measure-plates.ts'
import { writeTail } from '../../engine/press/tail/tail.ts'
import type { InkLook } from '../../engine/preview/drawing.ts'
import { artworkLook, plateLook } from '../../engine/preview/ink-look.ts'
import { PLATES_VERSION, RENDERER_VERSION } from '../../engine/preview/version.ts'
import { chooseInks } from '../../engine/scene/assignment.ts'
import type { FillContent } from '../../engine/scene/content.ts'
import type { ScenePage } from '../../engine/scene/scene.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { composeRecord } from '../render/compose.ts'
import type { ConvertPorts } from '../render/convert-pictures.ts'
import { pressMaterialsOf } from '../render/materials.ts'
import { bytesOf } from '../render/tail-parts.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { Raster } from './raster-port.ts'

type Needs = ConvertPorts & Pick<Ports, 'fonts' | 'raster' | 'pictures'>

export interface PressState {
  readonly revision: RevisionRecord
  readonly content: FillContent
  readonly page: ScenePage
}

export interface PressLook {
  /** See PressPicture. */
  readonly plates: readonly string[] | null
  readonly gray: boolean
}

/** A press file that was composed to be looked at. */
interface ComposedState {
  readonly tail: Uint8Array
  /** How its spot plates show, by their names at press. */
  readonly looks: Readonly<Record<string, InkLook>>
}

/** A tail goes to the worker in one piece. */
const MOST_TAIL_BYTES = 32 << 20
/** Coverage of a whole poster is known well enough from so many pixels. */
const MOST_MEASURED_PIXELS = 1_000_000

/**
 * A PNG file, and the hash that names it. Throws `values_not_printable` and what else composing a render refuses,
 * `renderer_not_configured`, `preview_failed` and `overloaded`.
 */
export async function pressPicture(
  ports: Needs,
  state: PressState,
  { plates, gray }: PressLook,
  size: PixelSize,
): Promise<{ readonly identity: string; see(): Promise<Uint8Array> }> {
  const raster = drawing(ports)
  const { tail, looks } = await composed(ports, state)
  const { teamId, plan } = state.revision
  const paper = state.content.substrate?.hex ?? '#ffffff'
  const output = plan.output ?? null
  const page = { tail, page: state.page.index, ...size, looks, paper, plates, gray, output }
  const named = { ...page, tail: createHash('sha256').update(tail).digest('hex') }
  const versions = [RENDERER_VERSION, PLATES_VERSION]
  const identity = createHash('sha256')
    .update(JSON.stringify(['platen-press-picture', versions, plan.bodySha256, named]))
    .digest('hex')
  return {
    identity,
    async see() {
      const kept = await ports.pictures.find(teamId, identity)
      if (kept !== null) return kept.png
      const png = await raster.press({ teamId, bodySha256: plan.bodySha256, ...page })
      ports.pictures.store(teamId, identity, { ...size, fits: true, png })
      return png
    },
  }
}

export interface SeenPlate {
  readonly name: string
  readonly kind: 'process' | 'spot' | 'technical'
  /** `#rrggbb`. */
  readonly hex: string
  /** Per cent: the mean over the trim, and the most of any pixel. */
  readonly coverage: number
  readonly most: number
}

export interface SeenPlates {
  /** Process plates first, then spot plates; those without ink too. */
  readonly plates: readonly SeenPlate[]
  readonly ink: PageInk
  readonly dpi: number
}

/** The ink of each plate of the page. Throws like pressPicture. */
export async function pressPlates(ports: Needs, state: PressState): Promise<SeenPlates> {
  const raster = drawing(ports)
  const { tail, looks } = await composed(ports, state)
  const { teamId, plan } = state.revision
  const { page } = state
  const inches = (page.widthPt * page.heightPt) / 72 ** 2
  const dpi = Math.max(1, Math.min(PLATE_DPI, Math.floor(Math.sqrt(MOST_MEASURED_PIXELS / inches))))
  const output = plan.output ?? null
  const ink = await raster.measure({ teamId, bodySha256: plan.bodySha256, tail, page, dpi, output })
  const plates = ink.plates.map(({ name, coverage, most }, at): SeenPlate => {
    const isProcess = at < 4 && processInkOf(name) !== null
    const kind = isProcess ? 'process' : technicalKind(name) === null ? 'spot' : 'technical'
    return {
      name,
      kind,
      hex: shownHex(name, looks[name]?.hex ?? '#000000', [], plan.screenTable),
      coverage,
      most,
    }
  })
  return { plates, ink, dpi }
}

function drawing({ raster }: Needs): Raster {
  if (raster === null) throw new ServiceError('renderer_not_configured')
  return raster
}

async function composed(ports: Needs, { revision: stored, content }: PressState): Promise<ComposedState> {
  const { revision, fonts } = await pressMaterialsOf(ports, stored, content.values)
  const { scene, plan } = revision
  const { values, colors, assignments, substrate } = content
  const input = { scene, plan, values, standing: values, colors, assignments, substrate }
  const { separation } = composeRecord({ ...input, templateFindings: [] }, fonts)
  const { parts } = writeTail({
    ...{ plan, separation, textOutput: scene.textOutput, watermark: null, madeAt: null },
    subset: fonts.subset,
  })
  const inks = chooseInks(scene, colors, assignments, plan.inks)
  const looks: Record<string, InkLook> = {}
  const artwork = withKnownLab(plan.inks, [...scene.inks, ...(colors ?? [])])
  for (const { name, hex } of artwork) looks[name] = artworkLook(name, hex)
  for (const { plate, hex } of separation.rebound) looks[plate.name] = artworkLook(plate.name, hex)
  for (const plate of separation.plates) {
    const { name, mix } = plate
    // A mix prints on the process plates, which are known.
    if (mix !== null) continue
    if (looks[name] === undefined || technicalKind(name) !== null || isMetallic(name))
      looks[name] = plateLook(plate, artwork, separation, inks)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of bytesOf(ports.files, parts)) {
    bytes += chunk.length
    if (bytes > MOST_TAIL_BYTES)
      throw new ServiceError('preview_failed', {
        cause: new Error('The personalized part of the print file is too large to draw.'),
      })
    chunks.push(chunk)
  }
  return { tail: Buffer.concat(chunks), looks }
}
