/** Squares in random process mixes, tints and overprints, and what each has to leave on the plates. */
import type { Box } from '../../../../core/engine/geometry/box.ts'
import type { ProcessMix } from '../../../../core/engine/ink/process-mix.ts'
import type { SceneField, SceneInk } from '../../../../core/engine/scene/scene.ts'
import { testField, testInk, testPlacement } from '../../../support/engine/scene.ts'
import { createRandom } from '../../../support/engine/text-cases.ts'

export const PROCESS = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const

/** In per cent of each plate: half a per cent of what is stated, and half a step of a plate of 8 bits. */
export const MIX_TOLERANCE = 0.7

export interface MixTile {
  readonly box: Box
  readonly field: SceneField
  readonly ink: SceneInk
  readonly overprint: boolean
  /** The plates that the mix states, in per cent; others are cleared, or stay where it overprints. */
  readonly stated: Readonly<Record<string, number>>
}

export const mixInk = (index: number, mix: ProcessMix): SceneInk => ({
  ...testInk(index, `Mix ${index}`),
  ...mix,
})

/** One for each box. The same seed gives the same ones. No part is so small that a plate of 8 bits has none of it. */
export function mixTiles(seed: number, boxes: readonly Box[]): readonly MixTile[] {
  const random = createRandom(seed)
  return boxes.map((box, at): MixTile => {
    const cmyk: number[] = PROCESS.map(() =>
      random() < 0.35 ? 0 : Math.max(3, Math.round(random() * 1000) / 10),
    )
    if (Math.max(...cmyk) === 0) cmyk[at % 4] = 50
    const ink = mixInk(at + 1, at % 7 === 6 ? { gray: cmyk[3] || 30 } : { cmyk })
    const parts = ink.gray === undefined ? cmyk : [0, 0, 0, ink.gray]
    const tint = random() < 0.5 ? 1 : Math.round((0.2 + random() * 0.8) * 100) / 100
    const overprint = random() < 0.5
    const stated = Object.fromEntries(
      parts.flatMap((part, axis) => (part > 0 ? [[PROCESS[axis] ?? '', part * tint]] : [])),
    )
    const field = testField(`fld_${at}`, {
      ...{ type: 'selection', options: [{ value: 'on', label: 'on' }], defaultValue: 'on' },
      ...{ ink: ink.name, tint, overprint },
      placements: [testPlacement({ box, insetPt: 0, option: 'on', mark: 'square' })],
    })
    return { box, field, ink, overprint, stated }
  })
}
