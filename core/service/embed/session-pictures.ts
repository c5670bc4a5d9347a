/** A customer's own pictures, in the session whose fill they are for. */
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Noted } from '../access/request.ts'
import type { OwnPictureRecord } from '../asset/own-picture.ts'
import type { FillRecord } from '../fill/fill.ts'
import { listPictures, removePicture, type UploadPicture, uploadPicture } from '../fill/own-pictures.ts'
import { optionsOf } from './fill-session.ts'
import { lockedIn } from './locks.ts'
import type { SessionRecord } from './session.ts'
import { requireActive } from './sessions.ts'

export interface OfSession {
  readonly session: SessionRecord
  readonly fillId: string
}

/** Throws `not_found` for every fill but the session's own, 410 for a session that has ended, and as uploadPicture. */
export async function uploadSessionPicture(
  ports: Ports,
  {
    session,
    fillId,
    note,
    ...request
  }: OfSession & Noted & Pick<UploadPicture, 'fieldKey' | 'upload' | 'count'>,
): Promise<OwnPictureRecord> {
  requireOwn(ports, session, fillId)
  const { teamId } = session
  const fill = await ports.store.fills.find(teamId, fillId)
  const revision =
    fill === null ? null : await ports.store.revisions.find(teamId, fill.templateId, fill.revision)
  const locked = revision === null ? [] : lockedIn(revision.scene, await optionsOf(ports.store, session))
  const field = revision?.scene.fields.find(({ id, label }) => [id, label].includes(request.fieldKey))
  if (field !== undefined && locked.includes(field.id))
    throw new ServiceError('invalid_parameter', {
      message: `The field ${field.label} is locked by the shop.`,
      param: 'field',
    })
  return uploadPicture(ports, { teamId, id: fillId, note, ...request })
}

/** Throws as uploadSessionPicture does. */
export async function listSessionPictures(
  ports: Ports,
  { session, fillId }: OfSession,
): Promise<{ readonly fill: FillRecord; readonly pictures: readonly OwnPictureRecord[] }> {
  requireOwn(ports, session, fillId)
  return listPictures(ports, { teamId: session.teamId, id: fillId })
}

/** Throws as uploadSessionPicture and removePicture do. */
export async function removeSessionPicture(
  ports: Ports,
  { session, fillId, pictureId }: OfSession & { readonly pictureId: string },
): Promise<void> {
  requireOwn(ports, session, fillId)
  await removePicture(ports, { teamId: session.teamId, id: fillId, pictureId })
}

function requireOwn({ clock }: Ports, session: SessionRecord, fillId: string): void {
  if (session.fillId !== fillId) throw notFound('fill')
  requireActive(session, clock.now())
}
