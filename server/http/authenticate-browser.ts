/** Authenticates browsers: a page by its publishable key or origin, or a session by its secret. */
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { authenticateKey } from '../../core/service/access/authenticate.ts'
import type { ApplicationRecord } from '../../core/service/application/application.ts'
import { findKeyApplication } from '../../core/service/application/key-application.ts'
import { readOrigin } from '../../core/service/application/origin.ts'
import type { SessionRecord } from '../../core/service/embed/session.ts'
import { findBySecret } from '../../core/service/embed/sessions.ts'
import { readQuery } from './body.ts'
import type { Cors } from './cors.ts'
import type { Limits } from './limit.ts'
import type { Caller } from './operation.ts'

export interface AuthenticateBrowser {
  /**
   * A page: by its publishable key, in the header or as `publishable_key` of the body, or by its origin where exactly
   * one team has it. Throws `invalid_publishable_key`, `origin_not_allowed`, `rate_limited`, and `invalid_parameter`
   * for two keys that differ.
   */
  page(ctx: Context, body: unknown, requestId: string): Promise<Caller>
  /** Throws `invalid_client_secret`, `origin_not_allowed` and `rate_limited`; an ended session is let through. */
  session(ctx: Context, requestId: string): Promise<Caller>
  /** The request comes from the service's own page, such as the widget's frame. */
  isFrame(ctx: Context): boolean
  /** Origin of the page around the frame, as the frame's request names it; null where it names none. */
  pageAround(body: unknown): string | null
}

type BrowserPorts = Pick<Ports, 'store' | 'clock'>

export function createAuthenticateBrowser(
  ports: BrowserPorts,
  limits: Limits,
  cors: Cors,
): AuthenticateBrowser {
  const { store } = ports
  return {
    async page(ctx, body, requestId) {
      const own = isOwn(ctx, cors)
      // Decision: the frame speaks for the page around it, which it names; without that name it is a page itself.
      const parent = own ? textOf(body, 'parent_origin') : ''
      const origin = parent === '' ? originOf(ctx) : readOrigin(parent)
      if (parent !== '' && origin === null) throw new ServiceError('origin_not_allowed')
      const presented = presentedKey(ctx, body)
      const known =
        presented === '' ? await byOrigin(ports, origin) : await byKey(ports, presented, origin, ctx)
      if (known === null) {
        await limits.countFailure(ctx.ip)
        throw new ServiceError('invalid_publishable_key')
      }
      const { application, keyId } = known
      const allowed =
        origin === null ? application.allowNoOrigin : application.allowedOrigins.includes(origin)
      if (!allowed) throw new ServiceError('origin_not_allowed')
      const browser = { application, session: null, origin, own }
      const keyType = presented === '' ? null : 'publishable'
      return { teamId: application.teamId, keyId, keyType, scopes: [], requestId, browser }
    },

    async session(ctx, requestId) {
      const origin = originOf(ctx)
      const own = isOwn(ctx, cors)
      const session = await findBySecret(store, presentedSecret(ctx))
      if (session === null) {
        await limits.countFailure(ctx.ip)
        throw new ServiceError('invalid_client_secret')
      }
      if (origin !== null && !own) await refuseForeign(ports, session, origin)
      const browser = { application: null, session, origin: own ? session.origin : origin, own }
      return { teamId: session.teamId, keyId: '', keyType: null, scopes: [], requestId, browser }
    },

    isFrame(ctx) {
      const origin = readOrigin(ctx.get('Origin'))
      return origin !== null && cors.isOwn(origin)
    },
    pageAround: (body) => readOrigin(textOf(body, 'parent_origin')),
  }
}

/** Null where there is none. Throws `origin_not_allowed` for one that names no page (`null`, an extension's). */
function originOf(ctx: Context): string | null {
  const given = ctx.get('Origin')
  if (given === '') return null
  const origin = readOrigin(given)
  if (origin === null) throw new ServiceError('origin_not_allowed')
  return origin
}

function isOwn(ctx: Context, cors: Cors): boolean {
  const origin = originOf(ctx)
  return origin !== null && cors.isOwn(origin)
}

/** '' where none is given. */
function presentedKey(ctx: Context, body: unknown): string {
  const inHeader = ctx.get('X-Service-Publishable-Key')
  const inBody = textOf(body, 'publishable_key')
  if (inHeader !== '' && inBody !== '' && inHeader !== inBody)
    throw new ServiceError('invalid_parameter', {
      message: 'publishable_key differs from the X-Service-Publishable-Key header.',
      param: 'publishable_key',
    })
  return inHeader || inBody
}

/** Decision: the query form serves all routes of a session, as the specification keeps it; the header wins. */
function presentedSecret(ctx: Context): string {
  return ctx.get('X-Service-Client-Secret') || textOf(readQuery(ctx.querystring), 'client_secret')
}

function textOf(values: unknown, name: string): string {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return ''
  const value = (values as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

interface KnownPage {
  readonly application: ApplicationRecord
  readonly keyId: string
}

async function byKey(
  ports: BrowserPorts,
  presented: string,
  origin: string | null,
  ctx: Context,
): Promise<KnownPage | null> {
  const known = await authenticateKey(ports.store, ports.clock, presented)
  ctx.state.key = known?.key
  const application = known === null ? null : await findKeyApplication(ports.store, known.key, origin)
  return known === null || application === null ? null : { application, keyId: known.key.id }
}

/** Decision: of several applications of the one team, the one that was made first. */
async function byOrigin(ports: BrowserPorts, origin: string | null): Promise<KnownPage | null> {
  const found = origin === null ? [] : await ports.store.applications.byOrigin(origin)
  const [application] = found
  if (application === undefined || found.some((one) => one.teamId !== application.teamId)) return null
  return { application, keyId: '' }
}

/**
 * A session bound to a page is that page's alone; one of an application serves its origins; one that the shop's server
 * made without either serves the origins of all the team's applications. Decision: a request without an Origin is let
 * through, since pictures send none and the secret is what authenticates.
 */
async function refuseForeign(ports: BrowserPorts, session: SessionRecord, origin: string): Promise<void> {
  if (await isHome(ports, session, origin)) return
  throw new ServiceError('origin_not_allowed')
}

async function isHome(ports: BrowserPorts, session: SessionRecord, origin: string): Promise<boolean> {
  const { teamId, embedApplicationId } = session
  if (session.origin !== null) return session.origin === origin
  if (embedApplicationId !== null) {
    const application = await ports.store.applications.find(teamId, embedApplicationId)
    return application?.allowedOrigins.includes(origin) ?? false
  }
  return (await ports.store.applications.byOrigin(origin)).some((one) => one.teamId === teamId)
}
