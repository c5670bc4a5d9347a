/** The caller of an operation of the browser routes. */
import type { ApplicationRecord } from '../../../core/service/application/application.ts'
import type { SessionRecord } from '../../../core/service/embed/session.ts'
import type { Caller } from '../../http/operation.ts'

/** Of an operation that is called by publishable key or origin. */
export function pageApplication(caller: Caller): ApplicationRecord {
  const application = caller.browser?.application
  if (!application) throw new Error('The operation is not one for pages.')
  return application
}

/** Of an operation that is called by client secret; the session may have ended. */
export function callingSession(caller: Caller): SessionRecord {
  const session = caller.browser?.session
  if (!session) throw new Error('The operation is not one for embed sessions.')
  return session
}
