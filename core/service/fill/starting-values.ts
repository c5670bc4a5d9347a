/** What a new fill begins with, where that was said before the scene became what it is. */

import type { Scene } from '../../engine/scene/scene.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'

/** Of values said earlier those that their fields still take, by field id; the others are left out. */
export function usableValues(scene: Scene, values: Values): Values {
  const usable: Record<string, string> = {}
  for (const [id, value] of Object.entries(values)) {
    try {
      Object.assign(usable, readValues(scene, { [id]: value }))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
  }
  return usable
}
