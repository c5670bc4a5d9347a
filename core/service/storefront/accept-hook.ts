/** Takes a hook in: proven, then into the outbox with its job in one transaction; nothing else is waited for. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { type Adapter, type Hook, REFUSAL_STATUS } from './contract.ts'

export interface AcceptedHook {
  readonly status: number
  /** Said to the sender. */
  readonly message: string
  /** Id of the written row; null if nothing was written. */
  readonly hookId: string | null
}

/** The header fields of a hook that are kept: those that matter, without credentials. */
const SECRET_HEADERS = /^(authorization|cookie|proxy-authorization|x-forwarded-.*)$/

/** A hook that came before is answered as the first one was. */
export async function acceptHook(
  ports: Pick<Ports, 'store' | 'clock' | 'jobs' | 'makeId'>,
  teamId: string,
  name: string,
  adapter: Adapter,
  hook: Hook,
): Promise<AcceptedHook> {
  const proof = await adapter.prove(hook)
  if ('refused' in proof) return { status: REFUSAL_STATUS[proof.refused], message: proof.why, hookId: null }
  if (proof.topic === null) return { status: 200, message: 'Nothing to do.', hookId: null }
  const now = ports.clock.now()
  const id = ports.makeId('storefrontHook')
  const headers = Object.fromEntries(
    Object.entries(hook.headers).filter(([header]) => !SECRET_HEADERS.test(header)),
  )
  const write = async (store: Tx): Promise<boolean> => {
    const inserted = await store.storefront.hooks.insert({
      ...{ id, teamId, adapter: name, shop: proof.shop, hookId: proof.id, topic: proof.topic ?? '' },
      ...{ request: JSON.stringify({ path: hook.path, query: hook.query, headers }), body: hook.body },
      ...{ state: 'pending', error: null, attempts: 0, nextAttemptAt: now, receivedAt: now },
    })
    if (inserted) {
      const group = `${name}:${proof.shop}`
      await ports.jobs.enqueue(store, { kind: 'storefront', teamId, objectId: id, group })
    }
    return inserted
  }
  const isNew = await ports.store.transaction(write)
  if (!isNew) return { status: 200, message: 'Already received.', hookId: null }
  return { status: 200, message: 'Received.', hookId: id }
}
