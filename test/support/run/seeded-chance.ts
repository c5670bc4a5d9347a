/** Chance that can be had again: numbers that follow from a seed, which a failed test prints. */

export interface Chance {
  readonly seed: number
  /** From 0 up to and excluding 1. */
  fraction(): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  /** True once in so many times. */
  oneIn(times: number): boolean
  pick<T>(items: readonly T[]): T
  /** Chance of its own for a part, so that the parts do not take numbers from each other. */
  branch(): Chance
}

/** The seed of `PLATEN_TEST_SEED` where it is set, or a new one. */
export function someSeed(): number {
  const given = Number(process.env.PLATEN_TEST_SEED)
  return Number.isInteger(given) && given > 0 ? given : 1 + Math.floor(Math.random() * 0x7fffffff)
}

/** Mulberry32, which is public domain: 32 bits of state, good enough to shuffle with. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    seed,
    fraction,
    whole,
    oneIn: (times) => whole(1, times) === 1,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('There is nothing to pick from.')
      return items[whole(0, items.length - 1)] as T
    },
    branch: () => seededChance(whole(1, 0x7fffffff)),
  }
}
