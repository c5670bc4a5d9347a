/** The ports and settings for performing the work of storefronts. */

import type { Ports } from '../../ports.ts'
import type { Adapter } from './contract.ts'
import type { SeenMappings } from './seen-mappings.ts'
import type { UseCases } from './use-cases.ts'

export interface PerformParts
  extends Pick<Ports, 'store' | 'traces' | 'clock' | 'jobs' | 'makeId' | 'entropy'> {
  /** Id of the adapters' team. */
  readonly teamId: string
  readonly adapters: ReadonlyMap<string, Adapter>
  readonly useCases: UseCases
  /** Resolves when no hook waits for its answer: work on orders lets hooks go first at each step. */
  readonly afterHooks: () => Promise<void>
  readonly mappings: SeenMappings
  readonly log: (message: string, facts?: Readonly<Record<string, string | number>>) => void
}
