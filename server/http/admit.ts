/** Lets a request in: by its operation's kind of credential, and within the operation's limit. */
import type { Context } from 'koa'
import { type Authenticate, NOBODY } from './authenticate.ts'
import type { AuthenticateBrowser } from './authenticate-browser.ts'
import { readJson } from './body.ts'
import type { Limits } from './limit.ts'
import type { AnyOperation, Caller } from './operation.ts'

export interface AdmitParts {
  readonly authenticate: Authenticate
  readonly browsers: AuthenticateBrowser
  readonly limits: Limits
  /** Throws `subscription_inactive` for a team that pays no longer. */
  readonly requireSubscription: (teamId: string) => Promise<void>
}

/**
 * The caller; the headers of its limit go on the reply. `body` is what had to be read to tell who calls, or undefined.
 * A page is counted before anything of its request is read; who has a key or a secret is counted by that.
 */
export async function admit(
  operation: AnyOperation,
  parts: AdmitParts,
  ctx: Context,
  requestId: string,
): Promise<{ readonly caller: Caller; readonly body: unknown }> {
  if (operation.auth === 'publishable') {
    ctx.set(await parts.limits.countBrowser(ctx.get('Origin'), ctx.ip))
    const body = await readJson(ctx)
    const caller = await parts.browsers.page(ctx, body, requestId)
    if (operation.opensToGuests) await parts.limits.countGuest(ctx.ip)
    if (operation.needsSubscription) await parts.requireSubscription(caller.teamId)
    return { caller, body }
  }
  const caller = await identify(operation, parts, ctx, requestId)
  if (operation.limit === 'key') ctx.set(await parts.limits.countKey(caller.keyId))
  const session = caller.browser?.session
  if (operation.limit === 'browser')
    ctx.set(await parts.limits.countBrowser(caller.browser?.origin ?? '', ctx.ip))
  if (operation.opensToGuests) await parts.limits.countGuest(ctx.ip)
  if (operation.limit === 'session' && session)
    ctx.set(await parts.limits.countSession(session.id, operation.method === 'get' ? 'reads' : 'writes'))
  if (operation.needsSubscription) await parts.requireSubscription(caller.teamId)
  return { caller, body: undefined }
}

async function identify(
  operation: AnyOperation,
  parts: AdmitParts,
  ctx: Context,
  requestId: string,
): Promise<Caller> {
  if (operation.auth === 'session') return parts.browsers.session(ctx, requestId)
  if (operation.auth === 'secret') return parts.authenticate(ctx, operation.scope, requestId)
  return { ...NOBODY, requestId }
}
