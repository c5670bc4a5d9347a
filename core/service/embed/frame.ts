/** Whose page a frame is opened for: the application of a publishable key or an id, and the page around the frame. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { authenticateKey } from '../access/authenticate.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { findKeyApplication } from '../application/key-application.ts'
import { readOrigin } from '../application/origin.ts'

export interface FrameRequest {
  /** A publishable key, for guests; or null. */
  readonly key: string | null
  /** An application's id, for sessions that the shop's server opens; or null. */
  readonly applicationId: string | null
  /** Origin of the page around the frame, as the loader reports it; null where it is not said. */
  readonly parent: string | null
}

export interface FrameOwner {
  readonly application: ApplicationRecord
  /** One of the application's origins; null where none was reported. */
  readonly parent: string | null
}

/**
 * Decision: an id of an application is no secret and opens nothing; it only says which pages may hold the frame.
 * Throws `invalid_publishable_key`, and `origin_not_allowed` for a page that is none of the application's.
 */
export async function findFrameOwner(
  ports: Pick<Ports, 'store' | 'clock'>,
  request: FrameRequest,
): Promise<FrameOwner> {
  const application = await findApplication(ports, request)
  if (application?.status !== 'active') throw new ServiceError('invalid_publishable_key')
  if (request.parent === null) return { application, parent: null }
  const parent = readOrigin(request.parent)
  if (parent === null || !application.allowedOrigins.includes(parent))
    throw new ServiceError('origin_not_allowed')
  return { application, parent }
}

async function findApplication(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { key, applicationId, parent }: FrameRequest,
): Promise<ApplicationRecord | null> {
  if (key === null) return applicationId === null ? null : store.applications.byId(applicationId)
  const known = await authenticateKey(store, clock, key)
  return known === null
    ? null
    : findKeyApplication(store, known.key, parent === null ? null : readOrigin(parent))
}
