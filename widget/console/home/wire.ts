/** Wire types of the home page and the tour. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type UsageWire = AsSent<Api.Usage>
export type ProductionWire = AsSent<Api.Production>
export type InkWire = AsSent<Api.SceneSummaryInk>

export interface Page<T> {
  readonly data: readonly T[]
}
