/** Decides how the marks of a check box or radio group print: as their form draws them, and in which ink. */

import type { PlacedAppearance, Placement } from '../../scene/scene.ts'
import { type KeptColor, SOLID_BLACK } from '../keep-color.ts'
import { type Appearances, MOST_PLANNED_BYTES } from './appearances.ts'
import { type ButtonAppearance, readButtonAppearance } from './read-button-appearance.ts'
import type { Say, StyledPlacement } from './read-placements.ts'
import type { ToneReader } from './read-tones.ts'
import type { Widget } from './read-widgets.ts'

export type Look = ReturnType<typeof readButtonAppearance>

/** Of each widget that stands on a page, in their order. */
export function readLooks(
  stands: readonly { readonly widget: Widget }[],
  styled: readonly StyledPlacement[],
  tones: ToneReader,
): Look[] {
  return styled.map(({ placement }, at) => {
    const widget = stands[at]?.widget
    if (widget === undefined || placement.option === null) return 'nothing'
    return readButtonAppearance(widget, placement.option, placement, tones)
  })
}

/**
 * The ink that the field has by its marks, which say more than its default appearance; null where they do not say it
 * with one voice. Their tints are their own.
 */
export function colorOfLooks(looks: readonly Look[]): KeptColor | null {
  const bases = new Set(looks.map((look) => (typeof look === 'object' ? look.base : 'own')))
  bases.delete('own')
  const [base, another] = [...bases]
  return base === undefined || another !== undefined ? null : { ...SOLID_BLACK, ink: base }
}

/** Marks in the ink of their field overprint as that says; one that does so in parts alone is left as it was drawn. */
export function overprintOfLooks(looks: readonly Look[], placements: readonly Placement[]): boolean {
  return looks.some(
    (look, at) =>
      typeof look === 'object' && look.overprint === 'all' && placements[at]?.appearance?.oneColor === true,
  )
}

/**
 * Decision: as a picture does, a mark in one ink (or in black and its grays) prints in the ink of its field, tint for
 * tint, so that assigning the field moves it to that plate and to no other; one of several inks or of process colours
 * prints as it was drawn, and its plates are those of the artwork.
 */
export function placeLook(
  look: ButtonAppearance,
  { ink }: KeptColor,
  { appearances }: { readonly appearances: Appearances },
): PlacedAppearance | null {
  const oneColor = look.base !== 'own' && look.base === ink
  if (oneColor && appearances.plannedBytes + look.bytes > MOST_PLANNED_BYTES) return null
  return { number: appearances.use(look, oneColor), oneColor }
}

/** What a shop cannot see by itself: marks that are not what the form draws, or not in the ink of their field. */
export function reportLooks(looks: readonly Look[], placements: readonly Placement[], say: Say): void {
  const replaced = looks.filter(
    (look, at) => look === 'unusable' || (typeof look === 'object' && placements[at]?.appearance == null),
  ).length
  if (replaced > 0) say('field_mark_replaced', 'info', { found: replaced })
  const own = placements.filter(({ appearance }) => appearance?.oneColor === false).length
  if (own > 0) say('field_mark_own_colors', 'info', { found: own })
}
