/** Completes an embed session: the customer is done, and the fill waits for the shop's server to finalize it. */

import { refuseUnprintable } from '../../engine/layout/problem.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import type { Values } from '../../engine/scene/values.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { forbiddenWordsOf } from '../access/change-settings.ts'
import { hashKey } from '../access/key-form.ts'
import { workingFill } from '../fill/approval.ts'
import { lockFill, refuseClosed } from '../fill/edit.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import { emitFillEvent } from '../fill/fill-events.ts'
import { ownOrder } from '../fill/own-order.ts'
import { lookAtFill, templateRevisionOf, viewFill } from '../fill/view.ts'
import { mailApproval } from '../mail/request.ts'
import { presentRevision } from '../template/present.ts'
import type { TemplateRecord } from '../template/template.ts'
import { emit } from '../webhook/emit.ts'
import type { FilledSession } from './fill-session.ts'
import { makeResumeToken } from './secret.ts'
import type { SessionRecord } from './session.ts'
import { requireActive } from './sessions.ts'

export interface CompleteSession {
  readonly session: SessionRecord
  readonly fillId: string
  readonly toFrame: boolean
  readonly customer?: SaidCustomer | undefined
}

/**
 * Approves the fill as its customer sees it: a pending change becomes the content. Decision: nothing unprintable is
 * completed; the session stays active (`fill_not_printable`, with a detail for each fault). With `toFrame` the caller is
 * the widget's own frame: it alone gets a token with which a guest can continue the fill, valid until the fill is
 * finalized or expired. Throws `not_found` for every fill but the session's
 * own, 410 for a session that has ended, `fill_not_open` and `fill_expired`.
 */
export async function completeSession(
  ports: Ports,
  { session, fillId, toFrame, customer = {} }: CompleteSession,
): Promise<FilledSession & { readonly resumeToken: string | null }> {
  if (session.fillId !== fillId) throw notFound('fill')
  const { teamId, id } = session
  const fonts = await fontsOf(ports, teamId, fillId)
  const done = await ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    requireActive(session, now)
    const completed = await store.sessions.update(teamId, id, ['active'], {
      status: 'completed',
      completedAt: now,
      updatedAt: now,
    })
    if (completed === null) {
      requireActive((await store.sessions.find(teamId, id)) ?? { ...session, status: 'canceled' }, now)
      throw new Error(`${id} is active and cannot be written.`)
    }
    // The session's row is locked before the fill's, as everywhere; what is refused from here on is rolled back.
    const stored = await lockFill(store, teamId, fillId)
    refuseClosed(asOf(stored, now))
    const templateRevision = await templateRevisionOf(store, stored)
    const said = saidCustomer(session, templateRevision.template, customer, stored)
    const working = workingFill(asOf(stored, now))
    const present = {
      ...templateRevision,
      revision: await presentRevision(store, templateRevision.revision, working.values),
    }
    const rules = await forbiddenWordsOf(store, teamId)
    refuseUnprintable('fill_not_printable', lookAtFill(fonts, rules, working, present).problems)

    // In the widget of a shop it is the storefront's order, whoever made the fill.
    const source = session.source === 'hosted' ? 'hosted' : 'embed'
    const order = await ownOrder(store, { ...stored, source }, now)
    const resumeToken = toFrame ? makeResumeToken(ports.entropy) : null
    const { colors, assignments, substrate } = working
    const fill = await store.fills.update(teamId, fillId, 'open', {
      updatedAt: now,
      draft: 'none',
      approvedAt: now,
      ...{ colors, assignments, substrate },
      values: standingValues(present.revision.scene, working.values),
      pendingChange: null,
      ...said,
      ...order,
      ...(resumeToken === null ? {} : { resumeTokenHash: hashKey(resumeToken) }),
    })
    if (fill === null) throw new ServiceError('fill_not_open')
    await emitFillEvent(ports, store, 'fill.completed', fill, stored, templateRevision.template)
    await mailApproval(ports, store, fill)
    await emit(ports, store, teamId, {
      type: 'embed_session.completed',
      objectId: id,
      object: ports.eventObjects.session(completed),
      previous: { status: 'active' },
    })
    return { fill, templateRevision, session: completed, resumeToken }
  })
  const { templateRevision, ...rest } = done
  return { view: await viewFill(ports, rest.fill, templateRevision), ...rest }
}

/** Decision: what stands on the card when it is approved is what was approved, so that defaults are stored as values. */
function standingValues({ fields }: Scene, values: Values): Values {
  const defaults = fields.filter(({ defaultValue }) => defaultValue !== '')
  return { ...Object.fromEntries(defaults.map(({ id, defaultValue }) => [id, defaultValue])), ...values }
}

/** The customer from the form of a hosted page. */
export interface SaidCustomer {
  readonly customerName?: string
  readonly customerEmail?: string
}

/**
 * Decision: who orders is taken from a hosted page that asks for it, and from no other browser; in a shop's page the
 * shop knows. Throws `missing_parameter` where the page requires what was not said, now or earlier.
 */
function saidCustomer(
  { source }: SessionRecord,
  { hosted }: TemplateRecord,
  { customerName, customerEmail }: SaidCustomer,
  stored: FillRecord,
): Partial<Pick<FillRecord, 'customerName' | 'customerEmail'>> {
  if (source !== 'hosted') return {}
  const said = {
    ...(hosted.askName === 'no' || customerName === undefined ? {} : { customerName }),
    ...(hosted.askEmail === 'no' || customerEmail === undefined ? {} : { customerEmail }),
  }
  const { customerName: name, customerEmail: email } = { ...stored, ...said }
  if (hosted.askName === 'required' && name === null) throw missing('customer_name')
  if (hosted.askEmail === 'required' && email === null) throw missing('customer_email')
  return said
}

function missing(param: string): ServiceError {
  return new ServiceError('missing_parameter', { message: `${param} is required on this page.`, param })
}

/** A fill keeps its revision, and that its fonts. */
async function fontsOf(ports: Ports, teamId: string, fillId: string): Promise<Fonts> {
  const fill = await ports.store.fills.find(teamId, fillId)
  if (fill === null) throw notFound('fill')
  const { revision } = await templateRevisionOf(ports.store, fill)
  return ports.fonts.load(teamId, fontKeys(revision.scene))
}
