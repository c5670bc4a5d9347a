/** How inks show on a screen: by what their names say of them, and by their screen colours. */

import type { PlanInk } from '../ink/plan-ink.ts'
import { processInkOf, shownHex } from '../ink/process-inks.ts'
import { hexOfMix, mixHex, platesOfMix } from '../ink/process-mix.ts'
import { isMetallic, type TechnicalUse, technicalKind, technicalUse } from '../ink/technical.ts'
import type { Plate, Separation } from '../layout/separation.ts'
import type { InkChoice } from '../scene/assignment.ts'
import type { ArtworkLook, InkKind, InkLook } from './drawing.ts'

/** Metallic inks of the colour books by number, and what a name says of itself. */
const HIDES_WHAT_IS_BELOW = /\bpantone (87[1-7]|8\d{3}|10\d{3})\b|\bpms (87[1-7]|8\d{3})\b|\bopaque\b/i

/**
 * Decision: cutting, creasing and perforating are hinted at as lines, since they are the product's shape; varnish,
 * embossing and braille as a light shade, since they will be felt and seen; glue, margins and notes do not show.
 */
const SHOWN_AS: Readonly<Record<TechnicalUse, InkKind>> = {
  cutting: 'line',
  creasing: 'line',
  perforating: 'line',
  varnish: 'finish',
  embossing: 'finish',
  braille: 'finish',
  notes: 'hidden',
  margins: 'hidden',
  gluing: 'hidden',
}

/** An ink that a field prints in. Decision: what is typed always shows, be it in varnish or on a cutting line. */
export function markLook(name: string, hex: string): InkLook {
  const cmyk = processInkOf(name)
  if (cmyk !== null) return { hex: shownHex(name, hex, []), kind: 'process', cmyk }
  if (technicalKind(name) === 'white') return { hex, kind: 'white' }
  return { hex, kind: isMetallic(name) || HIDES_WHAT_IS_BELOW.test(name) ? 'covering' : 'transparent' }
}

/** An ink of the artwork. */
export function artworkLook(name: string, hex: string): InkLook {
  const use = technicalUse(name)
  return use === null ? markLook(name, hex) : { hex, kind: SHOWN_AS[use] }
}

/** Every separation of the artwork as it shows under this choice of inks. */
export function artworkLooks(artwork: readonly PlanInk[], separation: Separation): readonly ArtworkLook[] {
  const rebound = new Map(separation.rebound.map((one) => [one.artwork, one]))
  return artwork.map(({ name, hex }) => {
    const bound = rebound.get(name)
    if (bound === undefined) return { plate: name, printsOn: name, ...artworkLook(name, hex) }
    return { plate: name, printsOn: bound.plate.name, ...artworkLook(bound.plate.name, bound.hex) }
  })
}

/** A mark's ink: that of its plate, or the colour of its process mix. */
export function plateLook(
  plate: Plate,
  artwork: readonly PlanInk[],
  separation: Separation,
  inks: InkChoice,
): InkLook {
  const { name, mix } = plate
  if (mix !== null) {
    const cmyk = platesOfMix(mix)
    return { hex: hexOfMix(mix), kind: 'process', ...(cmyk === null ? {} : { cmyk }) }
  }
  return markLook(name, plateHex(name, artwork, separation, inks))
}

/** The screen colour of a plate: the artwork's own definition of that name wins, as it does at press. */
function plateHex(
  name: string,
  artwork: readonly PlanInk[],
  separation: Separation,
  inks: InkChoice,
): string {
  const ink = inks.palette.find((one) => one.name === name)
  const given =
    separation.rebound.find(({ plate }) => plate.name === name)?.hex ??
    (ink === undefined ? undefined : (mixHex(ink) ?? ink.hex)) ??
    '#000000'
  return shownHex(name, given, artwork)
}
