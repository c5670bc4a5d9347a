/** What performing the work of storefronts stands on. */

import type { Ports } from '../../ports.ts'
import type { Api } from './adapter-context.ts'
import type { Adapter } from './contract.ts'
import type { SeenMappings } from './seen-mappings.ts'

export interface PerformParts extends Pick<Ports, 'store' | 'clock' | 'jobs' | 'makeId' | 'entropy'> {
  /** Of the team that the adapters work for. */
  readonly teamId: string
  readonly adapters: ReadonlyMap<string, Adapter>
  readonly api: Api
  readonly mappings: SeenMappings
  readonly log: (message: string, facts?: Readonly<Record<string, string | number>>) => void
}
