/** Fields that customers see and cannot change: locked by the template or by the mapping. */

import type { Scene } from '../../engine/scene/scene.ts'
import type { Values } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'
import type { MappingOptions } from '../mapping/mapping.ts'

/** Ids: the mapping's first, then those of the template in its order. */
export function lockedIn(
  { fields }: Pick<Scene, 'fields'>,
  options: Pick<MappingOptions, 'lockedFieldIds'> | null,
): readonly string[] {
  const own = fields.filter(({ locked }) => locked === true).map(({ id }) => id)
  return [...new Set([...(options?.lockedFieldIds ?? []), ...own])]
}

/**
 * `stand` is what the fill holds. Throws `invalid_parameter`. Decision: a shopper may send a locked field's value
 * along, but not another one.
 */
export function refuseLocked(
  scene: Scene,
  options: MappingOptions | null,
  stand: Values,
  chosen: Values,
): void {
  for (const id of lockedIn(scene, options)) {
    const field = scene.fields.find((one) => one.id === id)
    const value = chosen[id]
    if (field === undefined || value === undefined || value === (stand[id] ?? field.defaultValue)) continue
    throw new ServiceError('invalid_parameter', {
      message: `The field ${field.label} is locked by the shop.`,
      param: `values.${id}`,
    })
  }
}
