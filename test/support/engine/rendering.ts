/** Renders in tests: a source compiled in this process, fields and values of the test, and the press file. */

import { readFileSync } from 'node:fs'
import type { Fact } from '../../../core/engine/finding/measure.ts'
import type { PaletteInk } from '../../../core/engine/ink/palette.ts'
import { type CompileOptions, compilePdf } from '../../../core/engine/press/compile.ts'
import type { Plan } from '../../../core/engine/press/plan.ts'
import { partBytes, type TailPart } from '../../../core/engine/press/tail/tail-part.ts'
import type { Scene } from '../../../core/engine/scene/scene.ts'
import type { Fonts } from '../../../core/engine/text/fonts.ts'
import { ServiceError } from '../../../core/errors.ts'
import { composeRender } from '../../../core/service/render/compose.ts'
import { openBundledFonts } from '../../../server/fonts/bundled.ts'
import { readSymbols } from '../../../server/fonts/symbols.ts'

export const bundledFonts = openBundledFonts()

export interface CompiledSource {
  readonly body: Uint8Array
  readonly plan: Plan
  readonly scene: Scene
  readonly findings: readonly Fact[]
}

export async function compileSource(
  source: Uint8Array,
  fonts: Fonts = bundledFonts,
  options: CompileOptions = {},
): Promise<CompiledSource> {
  const { body, plan, scene, findings } = await compilePdf(source, fonts.list(), {
    symbols: readSymbols(),
    ...options,
  })
  return { body: Buffer.concat(body), plan, scene: withIds(scene), findings }
}

/** A file as it is compiled; null where the press refuses it. */
export async function compileUnlessRefused(path: string): Promise<CompiledSource | null> {
  try {
    return await compileSource(readFileSync(path))
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** Ids as the service would give them, but plain. */
function withIds(scene: Scene): Scene {
  return { ...scene, fields: scene.fields.map((field, at) => ({ ...field, id: `fld_${at}` })) }
}

export interface RenderOptions {
  readonly kind?: 'final' | 'proof'
  readonly colors?: readonly PaletteInk[]
  readonly assignments?: Readonly<Record<string, number>>
  /** The kept files of the pictures, by their hashes. */
  readonly files?: ReadonlyMap<string, Uint8Array>
  /** Others than the bundled ones. */
  readonly fonts?: Fonts
  /** The date of a PDF/X label; no label if absent. */
  readonly madeAt?: number
}

/** Parts as bytes; `files` holds those that are files, by their hashes. */
export function joined(
  parts: readonly TailPart[],
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      const bytes = part instanceof Uint8Array ? part : files.get(part.sha256)
      if (bytes?.length !== partBytes(part)) throw new Error('A file of the tail is missing.')
      return bytes
    }),
  )
}

export interface RenderedPdf {
  readonly pdf: Uint8Array
  readonly tail: Uint8Array
  readonly notes: { readonly render_checks: readonly { readonly code: string }[] }
}

/** The press file of `values` on a compiled source, with the scene's fields. */
export function renderOn(
  compiled: CompiledSource,
  values: Readonly<Record<string, string>>,
  { kind = 'final', colors, assignments = {}, files, fonts = bundledFonts, madeAt }: RenderOptions = {},
): RenderedPdf {
  const { scene, plan, body } = compiled
  const composed = composeRender(
    {
      ...{ scene, plan, templateFindings: [], kind, values, colors: colors ?? null, assignments },
      ...(madeAt === undefined ? {} : { madeAt }),
    },
    fonts,
  )
  const { preflight } = composed
  const tail = joined(composed.tail.parts, files)
  return { pdf: Buffer.concat([body, tail]), tail, notes: JSON.parse(preflight.notes) }
}
