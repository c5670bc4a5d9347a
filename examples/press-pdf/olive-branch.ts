/** An olive branch: leaves in pairs that shorten towards the tip, with an olive here and there in place of a leaf. */
import { move, type Path } from './path.ts'
import { along, grow, leaf, olive, type Spine, stem } from './sprig.ts'

export interface OliveBranch {
  readonly leaves: Path
  readonly olives: Path
}

export interface BranchHabit {
  readonly pairs: number
  /** Length of the longest leaf in points. */
  readonly leafLength: number
  /** Pairs (counted from the foot) that bear an olive in place of a leaf, and on which side: 1 left, -1 right. */
  readonly fruit: readonly (readonly [pair: number, side: 1 | -1])[]
  readonly stemWidth: number
}

/** The branch that grows along `spine`; leaves and olives apart, since they are printed in different inks. */
export function oliveBranch(spine: Spine, habit: BranchHabit): OliveBranch {
  const { pairs, leafLength, stemWidth } = habit
  const leaves: Path[] = [stem(spine, stemWidth, stemWidth * 0.45)]
  const olives: Path[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const place = pair / pairs
    const size = leafLength * (0.72 + 0.28 * Math.sin(Math.PI * (0.18 + 0.72 * place)) - 0.22 * place ** 3)
    for (const side of [1, -1] as const) {
      const bears = (at: number): boolean => habit.fruit.some(([one, on]) => one === at && on === side)
      // Opposite leaves stand a little apart on the stem and never quite alike, as grown things do.
      const { point, angle } = along(spine, 0.07 + 0.9 * place + (side === 1 ? 0 : 0.38 / pairs))
      const sway = Math.sin(pair * 2.4 + side) * 3.5
      const spread = 48 - 16 * place + sway - side * 3
      // The leaf below an olive keeps clear of it: gold on green would need trapping.
      const length = size * (1 + 0.07 * Math.sin(pair * 1.7 - side * 2)) * (bears(pair + 1) ? 0.8 : 1)
      if (bears(pair)) {
        const fruit = leafLength * 0.34
        const stalk = leafLength * 0.1
        leaves.push(grow(stem(straight(stalk), stemWidth * 0.5, stemWidth * 0.4), point, angle + side * 50))
        olives.push(grow(move(olive(fruit, fruit * 0.74), stalk + 0.6, 0), point, angle + side * 50))
      } else {
        const shape = { length, width: length * 0.25, bend: -side * length * 0.07, vein: length * 0.035 }
        leaves.push(grow(leaf(shape), point, angle + side * spread))
      }
    }
  }
  const { point, angle } = along(spine, 1)
  const last = leafLength * 0.62
  leaves.push(grow(leaf({ length: last, width: last * 0.24, bend: 0, vein: last * 0.035 }), point, angle))
  return { leaves: leaves.flat(), olives: olives.flat() }
}

const straight = (length: number): Spine => [
  [0, 0],
  [length / 3, 0],
  [(length * 2) / 3, 0],
  [length, 0],
]
