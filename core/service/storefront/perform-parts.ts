/** The ports and settings for performing the work of storefronts. */

import type { Ports } from '../../ports.ts'
import type { Api } from './adapter-context.ts'
import type { Adapter } from './contract.ts'
import type { SeenMappings } from './seen-mappings.ts'

export interface PerformParts
  extends Pick<Ports, 'store' | 'traces' | 'clock' | 'jobs' | 'makeId' | 'entropy'> {
  /** Id of the adapters' team. */
  readonly teamId: string
  readonly adapters: ReadonlyMap<string, Adapter>
  readonly api: Api
  readonly mappings: SeenMappings
  readonly log: (message: string, facts?: Readonly<Record<string, string | number>>) => void
}
