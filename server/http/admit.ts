/** Lets a request in: by its operation's kind of credential, and within the operation's limit. */
import type { Context } from 'koa'
import type { Device } from '../../core/service/console/device.ts'
import { emailKey } from '../../core/service/console/sign-in.ts'
import { CONSOLE_LANGUAGES, type ConsoleLanguage } from '../../core/service/console/user.ts'
import { type Authenticate, NOBODY } from './authenticate.ts'
import type { AuthenticateBrowser } from './authenticate-browser.ts'
import type { AuthenticateConsole } from './authenticate-console.ts'
import { readJson } from './body.ts'
import type { Limits } from './limit.ts'
import type { AnyOperation, Caller } from './operation.ts'
import { setHeaders } from './reply.ts'

export interface AdmitParts {
  readonly authenticate: Authenticate
  readonly browsers: AuthenticateBrowser
  readonly consoles: AuthenticateConsole
  readonly limits: Limits
  /** Throws `subscription_inactive` for a team that pays no longer. */
  readonly requireSubscription: (teamId: string) => Promise<void>
}

export interface Admitted {
  readonly caller: Caller
  /** The body, if it was needed to identify the caller, or undefined. */
  readonly body: unknown
  /** Called once the request is answered. */
  leave?(): void
}

/**
 * The caller; the headers of its limit go on the reply.
 * A page is counted before it is identified; requests with a key or secret are counted by that.
 */
export async function admit(
  operation: AnyOperation,
  parts: AdmitParts,
  ctx: Context,
  requestId: string,
): Promise<Admitted> {
  if (operation.auth === 'publishable') {
    const body = await countPage(parts, ctx)
    const caller = await parts.browsers.page(ctx, body, requestId)
    if (operation.opensToGuests) await parts.limits.countGuest(ctx.ip)
    if (operation.needsSubscription) await parts.requireSubscription(caller.teamId)
    return { caller, body }
  }
  const caller = await identify(operation, parts, ctx, requestId)
  if (caller.console !== undefined)
    setHeaders(ctx, await parts.limits.countConsole(caller.console.session.id))
  else if (operation.limit === 'key') setHeaders(ctx, await parts.limits.countKey(caller.keyId))
  const session = caller.browser?.session
  if (operation.limit === 'browser')
    setHeaders(ctx, await parts.limits.countBrowser(caller.browser?.origin ?? '', ctx.ip))
  if (operation.opensToGuests) await parts.limits.countGuest(ctx.ip)
  if (operation.limit === 'session' && session)
    setHeaders(
      ctx,
      await parts.limits.countSession(session.id, operation.method === 'get' ? 'reads' : 'writes'),
    )
  if (operation.needsSubscription) await parts.requireSubscription(caller.teamId)
  if (operation.limit === 'typing' && session) {
    const { headers, leave } = await parts.limits.enterTyping(session.id)
    ctx.set(headers)
    return { caller, body: undefined, leave }
  }
  return { caller, body: undefined }
}

/**
 * Counts a page's request and gives its body. Decision: the widget's frame counts for the page around it, which the body
 * names, so that no shop uses up what another's shoppers may do; every other page counts before its body is read.
 */
async function countPage({ browsers, limits }: AdmitParts, ctx: Context): Promise<unknown> {
  const origin = ctx.get('Origin')
  const count = async (page: string): Promise<void> => ctx.set(await limits.countBrowser(page, ctx.ip))
  if (!browsers.isFrame(ctx)) {
    await count(origin)
    return readJson(ctx)
  }
  let page = origin
  try {
    const body = await readJson(ctx)
    page = browsers.pageAround(body) ?? origin
    return body
  } finally {
    // An unreadable request counts as well.
    await count(page)
  }
}

const LONGEST_USER_AGENT = 300

function deviceOf(ctx: Context): Device {
  const userAgent = ctx.get('User-Agent').slice(0, LONGEST_USER_AGENT) || null
  const preferred =
    ctx.req.headers['accept-language'] === undefined ? false : ctx.acceptsLanguages(...CONSOLE_LANGUAGES)
  return { userAgent, address: ctx.ip, language: preferred === false ? null : (preferred as ConsoleLanguage) }
}

async function identify(
  operation: AnyOperation,
  parts: AdmitParts,
  ctx: Context,
  requestId: string,
): Promise<Caller> {
  if (operation.auth === 'session') {
    const countPicture = (bytes: number) => parts.limits.countPicture(ctx.ip, bytes)
    return { ...(await parts.browsers.session(ctx, requestId)), countPicture }
  }
  const countSignIn = (email: string | null) =>
    parts.limits.countSignIn(ctx.ip, email === null ? null : emailKey(email))
  if (operation.auth === 'secret') {
    if (parts.consoles.speaks(ctx)) return parts.consoles.caller(ctx, operation, requestId)
    return parts.authenticate(ctx, operation, requestId)
  }
  if (operation.auth === 'console')
    return { ...(await parts.consoles.caller(ctx, operation, requestId)), countSignIn }
  if (operation.auth === 'sign_in') {
    parts.consoles.requireOwnPage(ctx)
    return { ...NOBODY, requestId, countSignIn, device: deviceOf(ctx) }
  }
  return { ...NOBODY, requestId }
}
