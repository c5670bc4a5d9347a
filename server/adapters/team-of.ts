/** The team that the adapters of this process work for. */

import { Later } from '../../core/service/storefront/contract.ts'
import type { Store } from '../../core/store.ts'

/**
 * `wanted` is an id or a name; null is the only team that there is. It may be made after the start, so it is asked for
 * when it is needed. The answer throws Later, with a sentence for the operator.
 */
export function createTeamOf(store: Pick<Store, 'teams'>, wanted: string | null): () => Promise<string> {
  let found: string | null = null
  return async () => {
    if (found !== null) return found
    const teams = await store.teams.list()
    const fitting = wanted === null ? teams : teams.filter(({ id, name }) => id === wanted || name === wanted)
    const [team] = fitting
    if (team === undefined || fitting.length > 1)
      throw new Later(
        wanted !== null
          ? 'The team in STOREFRONT_TEAM does not exist.'
          : teams.length > 1
            ? 'There are several teams. Set STOREFRONT_TEAM to the team of the storefront.'
            : 'There is no team yet.',
      )
    found = team.id
    return found
  }
}
