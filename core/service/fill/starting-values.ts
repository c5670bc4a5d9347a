/** Starting values of a new fill that were set for an earlier scene. */

import type { Scene } from '../../engine/scene/scene.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'

/** Earlier values that their fields still accept, by field id; others are left out. */
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
