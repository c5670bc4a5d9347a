/** Who acts, as the audit log names a caller. */
import type { Actor } from '../../core/service/access/audit-store.ts'
import type { Caller } from '../http/operation.ts'

export function actorOf(caller: Caller): Actor {
  return { id: caller.console?.user.id ?? caller.keyId, requestId: caller.requestId }
}
