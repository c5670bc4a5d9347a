/** Scopes: scopes of a restricted key, by resource. */
import { ServiceError } from '../../errors.ts'
import type { KeyRecord } from './key.ts'

export const SCOPES = [
  'templates:read',
  'templates:write',
  'renders:read',
  'renders:write',
  'previews:write',
  'fills:read',
  'fills:write',
  'product_mappings:read',
  'product_mappings:write',
  'embed_applications:read',
  'embed_applications:write',
  'embed_sessions:read',
  'embed_sessions:write',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'hot_folders:read',
  'hot_folders:write',
  'storefront:read',
  'storefront:write',
  'batches:read',
  'batches:write',
  'assets:read',
  'assets:write',
  'fonts:read',
  'fonts:write',
  'profiles:read',
  'profiles:write',
  'brand_colors:read',
  'brand_colors:write',
  'selection_sets:read',
  'selection_sets:write',
  'usage:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** A secret key may do everything, a restricted one what its scopes say (write implies read), others nothing. */
export function hasScope(key: Pick<KeyRecord, 'type' | 'scopes'>, scope: Scope): boolean {
  if (key.type === 'secret') return true
  if (key.type !== 'restricted') return false
  return key.scopes.includes(scope) || key.scopes.includes(scope.replace(/:read$/, ':write'))
}

/** Known scopes, each once and in the order of SCOPES. Throws `invalid_scope` naming the first unknown one. */
export function checkScopes(scopes: readonly string[]): readonly Scope[] {
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (unknown !== undefined) {
    throw new ServiceError('invalid_scope', {
      message: `Unknown scope ${JSON.stringify(unknown)}. The scopes are ${SCOPES.join(', ')}.`,
      param: 'scopes',
    })
  }
  return SCOPES.filter((scope) => scopes.includes(scope))
}
