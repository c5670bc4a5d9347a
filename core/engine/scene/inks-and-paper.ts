/** The inks and the paper of a design by name: those that the customer chose, else those of the template. */

import type { PaletteInk, Substrate } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { shownHex } from '../ink/process-inks.ts'
import { mixHex } from '../ink/process-mix.ts'
import { chooseInks } from './assignment.ts'
import type { FillContent } from './content.ts'
import type { Scene, SceneField } from './scene.ts'

export interface NamedInk {
  readonly index: number
  readonly key: string
  readonly name: string
  /** As a screen shows it, `#rrggbb`. */
  readonly hex: string
  /** The fields that print in it, in the scene's order. */
  readonly fieldIds: readonly string[]
}

export interface InksAndPaper {
  readonly inks: readonly NamedInk[]
  /** Null where neither the design nor the template names one. */
  readonly paper: Substrate | null
}

/**
 * By index: the inks that a field prints in, that stand for a separation of the artwork, or that could be chosen. An
 * ink that does none of these is on no plate. A design whose stored inks no longer fit its scene has none.
 */
export function inksAndPaperOf(
  scene: Scene,
  {
    inks: artwork,
    screenTable = null,
  }: { readonly inks: readonly PlanInk[]; readonly screenTable?: string | null },
  { colors, assignments, substrate }: Omit<FillContent, 'values'>,
): InksAndPaper {
  const paper = substrate ?? scene.papers?.[0] ?? null
  const named = paper === null ? null : { key: paper.key, name: paper.name, hex: paper.hex.toLowerCase() }
  const choice = fittingInks(scene, colors, assignments, artwork)
  if (choice === null) return { inks: [], paper: named }
  const bound = new Set(choice.rebindings.map(({ ink }) => ink.index))
  const offered = new Set(scene.inks.filter(({ offers = [] }) => offers.length > 0).map(({ index }) => index))
  const printing = scene.fields.filter(isInked)
  const inks = [...choice.palette]
    .sort((one, other) => one.index - other.index)
    .map((ink) => ({
      ...{ index: ink.index, key: ink.key, name: ink.name },
      hex: (mixHex(ink, screenTable) ?? shownHex(ink.name, ink.hex, artwork, screenTable)).toLowerCase(),
      fieldIds: printing.filter(({ id }) => choice.inkOf.get(id)?.index === ink.index).map(({ id }) => id),
    }))
    .filter(({ index, fieldIds }) => fieldIds.length > 0 || bound.has(index) || offered.has(index))
  return { inks, paper: named }
}

/** An image with colours of its own prints in those, whatever ink its field has. */
function isInked({ type, oneColor }: SceneField): boolean {
  return type !== 'image' || oneColor === true
}

function fittingInks(
  scene: Scene,
  colors: readonly PaletteInk[] | null,
  assignments: FillContent['assignments'],
  artwork: readonly PlanInk[],
) {
  try {
    return chooseInks(scene, colors, assignments, artwork)
  } catch {
    return null
  }
}
