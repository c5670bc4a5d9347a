/** Gathers the appearances that a form's choices are printed with: those that look alike are one. */
import type { ButtonAppearance } from './read-button-appearance.ts'

/** An appearance as it is to be printed. */
export interface UsedAppearance {
  readonly look: ButtonAppearance
  /** In the ink of its field; else in its own colours. */
  readonly oneColor: boolean
}

export interface Appearances {
  /** Its number, counted from 0. */
  use(look: ButtonAppearance, oneColor: boolean): number
  list(): readonly UsedAppearance[]
  /** Bytes of those in their fields' inks, which the plan holds. */
  readonly plannedBytes: number
}

/** Decision: what takes more of a plan than this in all keeps the service's own marks. */
export const MOST_PLANNED_BYTES = 1 << 19

/** `keyOf` tells streams that say the same from those that do not (see value-keys.ts). */
export function createAppearances(
  keyOf: (stream: ButtonAppearance['part']['stream']) => string,
): Appearances {
  const numbers = new Map<string, number>()
  const used: UsedAppearance[] = []
  let plannedBytes = 0
  return {
    use(look, oneColor) {
      const key = `${oneColor} ${look.matrix.map((value) => value.toPrecision(9)).join(' ')} ${keyOf(look.part.stream)}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      if (oneColor) plannedBytes += look.bytes
      numbers.set(key, used.length)
      return used.push({ look, oneColor }) - 1
    },
    list: () => used,
    get plannedBytes() {
      return plannedBytes
    },
  }
}
