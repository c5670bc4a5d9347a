/** Roles of the people who work in the console: what each may do, as scopes of the interface. */
import { SCOPES, type Scope } from './scope.ts'

export const ROLES = ['owner', 'editor', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/**
 * Settings for owners: outside access, and the receivers of events. Decision: hot folders are work,
 * for they lie below HOT_FOLDERS, which only who runs the service names.
 */
const SETTINGS: readonly Scope[] = ['embed_applications:write', 'webhook_endpoints:write']
/** Decision: to look at a page with other words on it is reading, though the pictures are asked for by POST. */
const LOOKING: readonly Scope[] = ['previews:write']

const RIGHTS: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  editor: SCOPES.filter((scope) => !SETTINGS.includes(scope)),
  viewer: SCOPES.filter((scope) => scope.endsWith(':read') || LOOKING.includes(scope)),
}

/** The scopes of a role, in the order of SCOPES. */
export function scopesOf(role: Role): readonly Scope[] {
  return RIGHTS[role]
}

/** `scope` null: operations for full secret keys, which only owners can use. */
export function roleMay(role: Role, scope: Scope | null): boolean {
  return role === 'owner' || (scope !== null && RIGHTS[role].includes(scope))
}
