/** A measured figure and how medians and percentiles of samples are taken. */

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the figure has to keep to, in words, or null where it is only reported. */
  readonly target: string | null
  /** Null where there is no target. */
  readonly holds: boolean | null
}

export function atMost(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value: rounded(value), unit, target: `<= ${limit}`, holds: value <= limit }
}

export function atLeast(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value: rounded(value), unit, target: `>= ${limit}`, holds: value >= limit }
}

export function reported(name: string, value: number, unit: string): Figure {
  return { name, value: rounded(value), unit, target: null, holds: null }
}

/** The sample below which `share` (0 to 1) of all samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
