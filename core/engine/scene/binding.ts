/** Inks of the scene bound to separations of the artwork: the plates that a choice of inks renames and recolours. */

import { isBindable } from '../ink/hindrance.ts'
import type { PaletteInk } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import type { Scene } from './scene.ts'

/** A separation of the artwork that prints as an ink of the palette. */
export interface Rebinding {
  /** The separation's name in the artwork. */
  readonly artwork: string
  readonly ink: PaletteInk
}

/**
 * What a palette makes of the artwork's separations. Decision: a color stands for the scene's ink of the same index,
 * so color 2 recolours what the scene's second ink is bound to; a bound ink that the palette leaves out leaves the
 * artwork as it is, and so does one that is named as the separation already is. Without a palette of the request the
 * scene's own inks are the palette, so that a shop can rename a plate permanently.
 */
export function rebind(
  scene: Pick<Scene, 'inks'>,
  palette: readonly PaletteInk[],
  artwork: readonly PlanInk[],
): readonly Rebinding[] {
  return scene.inks.flatMap(({ index, binding }) => {
    const ink = palette.find((candidate) => candidate.index === index)
    if (ink === undefined || binding == null) return []
    return binding.flatMap((name) => {
      const separation = artwork.find((candidate) => candidate.name === name)
      if (separation === undefined || !isBindable(separation))
        throw new Error(`The scene is bound to ${name}, which the artwork cannot print as another ink.`)
      return ink.name === name ? [] : [{ artwork: name, ink }]
    })
  })
}

/** The artwork's plates that are still called what they were. */
export function keptPlates(artwork: readonly PlanInk[], rebindings: readonly Rebinding[]): readonly string[] {
  const gone = new Set(rebindings.map((rebinding) => rebinding.artwork))
  return artwork.map(({ name }) => name).filter((name) => !gone.has(name))
}

/**
 * The first two plates of one colour space that would be one, by their names in the artwork, or null: a colour that is
 * mixed of two inks has a tint for each.
 */
export function mergedPlates(
  artwork: readonly PlanInk[],
  rebindings: readonly Rebinding[],
): readonly [string, string] | null {
  const targets = new Map(rebindings.map((rebinding) => [rebinding.artwork, rebinding.ink.name]))
  for (const [name, target] of targets)
    for (const other of artwork.find((ink) => ink.name === name)?.mixedWith ?? [])
      if ((targets.get(other) ?? other) === target) return [name, other]
  return null
}
