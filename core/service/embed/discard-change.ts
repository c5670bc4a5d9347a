/** Discards the change that a customer has made to an approved fill. */

import { notFound } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { discardChange } from '../fill/change.ts'
import { lockFill } from '../fill/edit.ts'
import { templateRevisionOf } from '../fill/view.ts'
import { type ChangeSessionFill, type FilledSession, lockActive, viewed } from './fill-session.ts'

/** The customer keeps what was approved. Throws as changeSessionFill; without a change there is nothing to do. */
export async function discardSessionChange(
  ports: Ports,
  { session, fillId }: Pick<ChangeSessionFill, 'session' | 'fillId'>,
): Promise<FilledSession> {
  if (session.fillId !== fillId) throw notFound('fill')
  const saved = await ports.store.transaction(async (store) => {
    const locked = await lockActive(ports, store, session)
    const stored = await lockFill(store, session.teamId, fillId)
    const templateRevision = await templateRevisionOf(store, stored)
    const fill = await discardChange(ports, store, stored, templateRevision)
    return { fill, templateRevision, session: locked }
  })
  return viewed(ports, saved)
}
