/** Opens the session of a hosted page, for anyone with the link of a live template. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { dayOf, untilMidnight } from '../../time.ts'
import { requireSubscription } from '../access/subscription.ts'
import { findLive } from '../mapping/resolve.ts'
import type { TemplateRecord } from '../template/template.ts'
import { copiedContent } from './copy-fill.ts'
import { insertSession, type OpenedSession } from './open-session.ts'
import { LONGEST_SESSION_SECONDS } from './session.ts'
import { fillOfToken, resumeFill } from './session-subject.ts'

export interface HostedSessionRequest {
  /** The last part of the page's link, as it is now or as it once was. */
  readonly slug: string
  /** From an earlier visit, kept by the page. */
  readonly resumeToken: string | null
  /** Begins a new fill with the content of the token's fill, if that is no longer open. */
  readonly copy: boolean
}

/** The template whose hosted page this is, whatever its status. Throws `not_found`. */
export async function findHosted(store: Store, slug: string): Promise<TemplateRecord> {
  const template = (await store.templates.findBySlug(slug)) ?? (await store.templates.findByFormerSlug(slug))
  if (template === null) throw notFound('template')
  return template
}

/**
 * Decision: a fill is taken up again where it began, whatever has become of its template since; a new one begins on a
 * live template alone. Throws `not_found`, `template_not_live`, `subscription_inactive`, `rate_limited` once the page
 * has had its guests of the day, `fill_not_open` and `fill_expired`.
 */
export async function openHostedSession(ports: Ports, request: HostedSessionRequest): Promise<OpenedSession> {
  const found = await findHosted(ports.store, request.slug)
  const { teamId, id } = found
  await requireSubscription(ports.store, teamId)
  return ports.store.transaction(async (store) => {
    await admitGuest(ports, store, found)
    const kept =
      request.resumeToken === null
        ? null
        : await fillOfToken(
            store,
            teamId,
            request.resumeToken,
            (before) => before.source === 'hosted' && before.templateId === id,
          )
    const copied = kept !== null && request.copy ? copiedContent(ports, kept) : null
    const subject =
      kept !== null && copied === null
        ? await resumeFill(ports, store, kept)
        : { ...(await findLive(store, teamId, id)), mapping: null, fill: null, applicationId: null }
    return insertSession(
      ports,
      store,
      subject,
      {
        teamId,
        source: 'hosted',
        application: null,
        origin: null,
        product: null,
        externalCartId: null,
        customerEmail: kept?.customerEmail ?? null,
        customerName: kept?.customerName ?? null,
        metadata: {},
        values: {},
        lifetimeSeconds: LONGEST_SESSION_SECONDS,
      },
      copied,
    )
  })
}

/** Decision: what anybody may do with a link is bounded by the day (UTC) and template, as it is for guests of a shop. */
async function admitGuest(ports: Ports, store: Store, { teamId, id }: TemplateRecord): Promise<void> {
  const now = ports.clock.now()
  if (await store.templates.admitGuest(teamId, id, dayOf(now), ports.guestSessionsPerDay)) return
  throw new ServiceError('rate_limited', {
    message: 'The page has reached its daily limit of guest sessions. Try again tomorrow.',
    extra: { scope: 'template', limit: ports.guestSessionsPerDay },
    retryAfterSeconds: untilMidnight(now) / 1000,
  })
}
