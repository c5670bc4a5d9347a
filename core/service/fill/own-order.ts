/** Gives a fill the next order number of its shop. */
import type { Store } from '../../store.ts'
import { takeOrderNumber } from '../access/order-number.ts'
import type { FillRecord } from './fill.ts'

/**
 * Decision: a storefront's order has the storefront's reference, so that its designs and what has a cart get no number.
 * Nothing to change where the fill has a reference, or the shop gives no numbers. The fill is locked, or not yet stored.
 */
export async function ownOrder(
  store: Pick<Store, 'teams' | 'fills'>,
  fill: Pick<FillRecord, 'teamId' | 'source'> &
    Partial<Pick<FillRecord, 'externalOrderId' | 'externalCartId'>>,
  now: number,
): Promise<Partial<Pick<FillRecord, 'externalOrderId'>>> {
  const { teamId, source, externalOrderId = null, externalCartId = null } = fill
  if (source === 'embed' || externalOrderId !== null || externalCartId !== null) return {}
  const number = await takeOrderNumber(store, teamId, now)
  return number === null ? {} : { externalOrderId: number }
}
