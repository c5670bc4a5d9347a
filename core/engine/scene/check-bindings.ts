/** What a scene's inks cannot be bound to, found before it is saved. */

import { hindranceMessage, isBindable } from '../ink/hindrance.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { mergedPlates, rebind } from './binding.ts'
import type { Scene, SceneInk } from './scene.ts'

type Report = (param: string, message: string) => void

/**
 * Only separations of the artwork that can print as another ink are bound, each to one ink. Of the scene's own inks
 * no two may make one plate of what the artwork mixes; a customer's choice is checked when it is made.
 */
export function checkBindings(scene: Scene, artwork: readonly PlanInk[], report: Report): void {
  let found = 0
  const bound = new Map<string, SceneInk>()
  for (const [at, ink] of scene.inks.entries()) {
    const refuse = (message: string) => {
      found += 1
      report(`inks[${at}].binding`, message)
    }
    for (const name of new Set(ink.binding ?? [])) {
      const separation = artwork.find((candidate) => candidate.name === name)
      const holder = bound.get(name)
      if (separation === undefined) refuse(`The artwork has no separation named ${name}.`)
      else if (!isBindable(separation)) refuse(hindranceMessage(separation))
      else if (holder !== undefined)
        refuse(`${name} is already bound to ${holder.name}. A plate can be bound to one ink only.`)
      else bound.set(name, ink)
      const mixed = separation?.mixedWith?.find((other) => bound.get(other) === ink)
      if (mixed !== undefined) refuse(mixedMessage(name, mixed))
    }
  }
  const merged = found > 0 ? null : mergedPlates(artwork, rebind(scene, scene.inks, artwork))
  if (merged === null) return
  const at = scene.inks.findIndex(({ binding }) => binding?.includes(merged[0]) === true)
  report(`inks[${at}].binding`, mixedMessage(...merged))
}

function mixedMessage(name: string, other: string): string {
  return `The artwork mixes ${name} and ${other} in one colour, so they cannot print as one ink.`
}
