/** What the start page and the tour alone read of the service. */

export interface UsageWire {
  readonly used: number
  readonly limit: number | null
  readonly resets_at: string
}

export interface InkWire {
  readonly index: number
  readonly name: string
  readonly hex: string
}

export interface Page<T> {
  readonly data: readonly T[]
}
