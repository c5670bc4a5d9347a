/** Authenticates the Bearer key of a request, and checks its scope for the operation. */
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { authenticateKey } from '../../core/service/access/authenticate.ts'
import { hasScope } from '../../core/service/access/scope.ts'
import type { Limits } from './limit.ts'
import type { AnyOperation, Caller } from './operation.ts'

export const NOBODY: Omit<Caller, 'requestId'> = { teamId: '', keyId: '', keyType: null, scopes: [] }

export type Authenticate = (
  ctx: Context,
  operation: Pick<AnyOperation, 'scope' | 'anyScope'>,
  requestId: string,
) => Promise<Caller>

/**
 * Throws `invalid_api_key` for a missing, malformed, revoked or unknown key, `rate_limited` in its place once the
 * address has failed too often, `key_type_not_allowed` for a publishable key and `insufficient_scope` with
 * `required_scope`.
 *
 * Decision: a valid key always passes, because the failures may come from others behind the same proxy. Guessing is
 * hopeless all the same: a key carries 178 random bits, and a wrong checksum is refused without the database.
 */
export function createAuthenticate(ports: Pick<Ports, 'store' | 'clock'>, limits: Limits): Authenticate {
  return async (ctx, { scope, anyScope }, requestId) => {
    const known = await authenticateKey(ports.store, ports.clock, bearerOf(ctx.get('Authorization')))
    if (known === null) {
      await limits.countFailure(ctx.ip)
      throw new ServiceError('invalid_api_key')
    }
    const { key } = known
    // Refused requests are in the log too.
    ctx.state.key = key
    if (key.type === 'publishable') throw new ServiceError('key_type_not_allowed')
    if (scope === null && key.type !== 'secret' && anyScope !== true)
      throw new ServiceError('key_type_not_allowed')
    if (scope !== null && !hasScope(key, scope))
      throw new ServiceError('insufficient_scope', { extra: { required_scope: scope } })
    return { teamId: key.teamId, keyId: key.id, keyType: key.type, scopes: key.scopes, requestId }
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750 2.1; the scheme's case does not matter), or ''. */
function bearerOf(header: string): string {
  return /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1] ?? ''
}
