/** Authenticates users of the console: the cookie, the header of the console, and the role's permissions. */
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { roleMay, scopesOf } from '../../core/service/access/role.ts'
import { findConsoleSession } from '../../core/service/console/sign-in.ts'
import type { ConsoleCookie } from './console-cookie.ts'
import type { AnyOperation, Caller } from './operation.ts'

export interface AuthenticateConsole {
  /** Is this request authenticated by the console rather than by a key? A key always takes precedence. */
  speaks(ctx: Context): boolean
  /**
   * Throws `invalid_console_session`, `origin_not_allowed`, and for what the role may not do `insufficient_scope` with
   * `required_scope`, or `key_type_not_allowed` where owners alone may.
   */
  caller(ctx: Context, operation: AnyOperation, requestId: string): Promise<Caller>
  /** For signing in. Throws `origin_not_allowed` for a page that is none of the service's own. */
  requireOwnPage(ctx: Context): void
}

/** A header that no form and no link can send, and that pages of other origins may not. */
const OWN_HEADER = 'X-Service-Console'

/**
 * Against forged requests stand three things, each enough by itself: the cookie is SameSite=Strict, the header has to
 * be there, and what changes something has to come from the origin of the service.
 */
export function createAuthenticateConsole(
  ports: Pick<Ports, 'store' | 'clock'>,
  cookie: ConsoleCookie,
  baseUrl: string,
): AuthenticateConsole {
  const own = new URL(baseUrl).origin
  const tokenOf = (ctx: Context): string => cookie.read(ctx.get('Cookie'))
  const hasHeader = (ctx: Context): boolean => ctx.get(OWN_HEADER) === '1'
  const changes = (ctx: Context): boolean => ctx.method !== 'GET' && ctx.method !== 'HEAD'
  const requireOwnPage = (ctx: Context): void => {
    if (hasHeader(ctx) && (!changes(ctx) || ctx.get('Origin') === own)) return
    throw new ServiceError('origin_not_allowed', {
      message: `The console is available only at ${own}/console.`,
    })
  }
  return {
    speaks: (ctx) => ctx.get('Authorization') === '' && (hasHeader(ctx) || tokenOf(ctx) !== ''),
    requireOwnPage,
    async caller(ctx, operation, requestId) {
      // Without its header, a request did not come from the console, whatever its cookie.
      if (!hasHeader(ctx)) throw new ServiceError('invalid_console_session')
      requireOwnPage(ctx)
      const found = await findConsoleSession(ports, tokenOf(ctx), ctx.ip)
      if (found === null) throw new ServiceError('invalid_console_session')
      const { user } = found
      if (operation.auth === 'secret') requireRole(user.role, operation)
      const scopes = scopesOf(user.role)
      return { teamId: user.teamId, keyId: '', keyType: null, scopes, requestId, console: found }
    },
  }
}

function requireRole(role: Parameters<typeof roleMay>[0], { scope, ownersOnly }: AnyOperation): void {
  if (roleMay(role, ownersOnly === true ? null : scope)) return
  if (scope === null || ownersOnly === true) {
    throw new ServiceError('key_type_not_allowed', {
      message: 'Only owners of the team can do this.',
      extra: { required_role: 'owner' },
    })
  }
  throw new ServiceError('insufficient_scope', {
    message: 'Your role does not have permission for this.',
    extra: { required_scope: scope },
  })
}
