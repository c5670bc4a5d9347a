/** Bound inks in tests: a separation of an artwork printed under another name, and the plates that must come of it. */
import type { PaletteInk } from '../../../../core/engine/ink/palette.ts'
import { writeTail } from '../../../../core/engine/press/tail/tail.ts'
import type { SceneInk } from '../../../../core/engine/scene/scene.ts'
import { bundledFonts, type CompiledSource, joined } from '../../../support/engine/rendering.ts'
import { separationOf } from '../../../support/rips/merging.ts'
import { plateDifferences } from '../../../support/rips/oracles.ts'
import type { Plate } from '../../../support/rips/plate-files.ts'

/** The name and colour that separations are bound to. */
export const ROSE: PaletteInk = { index: 1, key: 'rose', name: 'PANTONE 7635 C', hex: '#c04080' }

/** Of a separation and the color that it is to print as. */
export type Bindings = readonly (readonly [separation: string, ink: PaletteInk])[]

/** The source with a scene of one ink for each binding, and no fields. */
export function boundTo(compiled: CompiledSource, bindings: Bindings): CompiledSource {
  const inks = bindings.map(([separation, { index, key }]): SceneInk => {
    const ink = { index, key, name: separation, hex: '#000000', technical: false }
    return { ...ink, binding: [separation] }
  })
  return { ...compiled, scene: { ...compiled.scene, inks, fields: [] } }
}

export interface BoundPdf {
  readonly pdf: Uint8Array
  readonly tail: Uint8Array
}

/** The press file in which each separation prints as its color. */
export function boundOn(compiled: CompiledSource, bindings: Bindings): BoundPdf {
  return written(compiled, bindings, false)
}

/** The same with the new colours under the old names: what a RIP that shows alternates must be held against. */
export function recoloredOn(compiled: CompiledSource, bindings: Bindings): BoundPdf {
  return written(compiled, bindings, true)
}

function written(compiled: CompiledSource, bindings: Bindings, keepsNames: boolean): BoundPdf {
  const colors = bindings.map(([, ink]) => ink)
  const separation = separationOf(boundTo(compiled, bindings), {}, colors)
  const rebound = separation.rebound.map((one) =>
    keepsNames ? { ...one, plate: { ...one.plate, name: one.artwork } } : one,
  )
  const { parts } = writeTail({
    plan: compiled.plan,
    separation: { ...separation, rebound },
    textOutput: 'live',
    watermark: null,
    subset: bundledFonts.subset,
  })
  const tail = joined(parts)
  return { pdf: Buffer.concat([compiled.body, tail]), tail }
}

type Plates = ReadonlyMap<string, Plate>

/** What tells the plates from those of before under their new names; empty where nothing does. */
export function renamingDifferences(before: Plates, after: Plates, bindings: Bindings): readonly string[] {
  const names = new Map(bindings.map(([separation, ink]) => [separation, ink.name]))
  const expected = new Map([...before].map(([name, plate]) => [names.get(name) ?? name, plate]))
  const taken = new Set(names.values())
  const left = [...names.keys()].filter((name) => after.has(name) && !taken.has(name))
  return [...plateDifferences(expected, after), ...left.map((name) => `${name} is still a plate`)]
}
