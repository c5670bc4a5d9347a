/** Permissions of keys by resource: none, read, or write. */
import type { Scope } from '../../../core/service/access/scope.ts'

export type Access = 'none' | 'read' | 'write'

/** As the service knows them, and which of the two each has. */
const RESOURCES: Readonly<Record<string, readonly ('read' | 'write')[]>> = {
  templates: ['read', 'write'],
  fills: ['read', 'write'],
  renders: ['read', 'write'],
  previews: ['write'],
  batches: ['read', 'write'],
  product_mappings: ['read', 'write'],
  embed_applications: ['read', 'write'],
  embed_sessions: ['read', 'write'],
  storefront: ['read', 'write'],
  webhook_endpoints: ['read', 'write'],
  hot_folders: ['read', 'write'],
  assets: ['read', 'write'],
  fonts: ['read', 'write'],
  profiles: ['read', 'write'],
  brand_colors: ['read', 'write'],
  selection_sets: ['read', 'write'],
  usage: ['read'],
}

export const RESOURCE_NAMES = Object.keys(RESOURCES)

export function accessesOf(resource: string): readonly Access[] {
  return ['none', ...(RESOURCES[resource] ?? [])]
}

/** Writing implies reading, so that one scope a resource says it all. */
export function scopesOf(chosen: Readonly<Record<string, Access>>): readonly Scope[] {
  return RESOURCE_NAMES.flatMap((resource) => {
    const access = chosen[resource] ?? 'none'
    return access === 'none' ? [] : [`${resource}:${access}` as Scope]
  })
}
