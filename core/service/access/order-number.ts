/** Gives the shop's own order numbers. */
import { notFound } from '../../errors.ts'
import type { Store } from '../../store.ts'

/** Numbers of other systems that look like the shop's own are passed over; more in a row are a fault of the counter. */
const MOST_TAKEN = 1000

/**
 * The next order number of the team, or null where it gives none. Decision: a number is taken in the transaction that
 * writes it, so that no two orders have one; what is rolled back may leave a gap.
 */
export async function takeOrderNumber(
  store: Pick<Store, 'teams' | 'fills'>,
  teamId: string,
  now: number,
): Promise<string | null> {
  const team = await store.teams.find(teamId)
  if (team === null) throw notFound('team')
  const prefix = team.defaults?.orderPrefix ?? null
  if (prefix === null) return null
  for (let taken = 0; taken < MOST_TAKEN; taken += 1) {
    const number = `${prefix}${await store.teams.takeOrderNumber(teamId)}`
    const same = await store.fills.list(
      teamId,
      { externalOrderId: number },
      { limit: 1, startingAfter: null },
      now,
    )
    if (same.items.length === 0) return number
  }
  throw new Error(`The next ${MOST_TAKEN} order numbers of ${teamId} are in use.`)
}
