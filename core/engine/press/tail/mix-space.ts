/** Process mixes in a print file: as operands of `k`, and as a space of one component that pictures can be set in. */

import { PROCESS_PLATES } from '../../ink/process-mix.ts'
import type { Cmyk } from '../../pdf/space/screen-cmyk.ts'
import { real } from '../../pdf/syntax.ts'

/** The operands of `k` for a tint of the mix. */
export function mixText(mix: Cmyk, tint: number): string {
  return mix.map((part) => real(part * tint)).join(' ')
}

/** The value of full tint in the space that writeMixSpace writes. */
export const MIX_SOLID = 255

/**
 * Writes the mix in 256 tints from paper to solid and answers the number of its space. Decision: an Indexed space over
 * a DeviceN of those plates alone which the mix has. Of samples in DeviceCMYK, a plate at 0 would knock out what lies
 * below even where the picture overprints (ISO 32000-1 8.6.7: overprint mode 1 is of no effect on images).
 */
export function writeMixSpace(mix: Cmyk, add: (body: string, stream?: Uint8Array) => number): number {
  const axes = mix.flatMap((part, axis) => (part > 0 ? [axis] : []))
  const names = axes.map((axis) => `/${PROCESS_PLATES[axis]}`).join(' ')
  const lookup = new Uint8Array((MIX_SOLID + 1) * axes.length)
  for (let tint = 0, at = 0; tint <= MIX_SOLID; tint += 1)
    for (const axis of axes) lookup[at++] = Math.round(mix[axis]! * tint)
  const transform = add(...spread(axes))
  const base = `[/DeviceN [${names}] /DeviceCMYK ${transform} 0 R]`
  return add(`[/Indexed ${base} ${MIX_SOLID} <${Buffer.from(lookup).toString('hex')}>]`)
}

/** A sampled function that puts each axis on its plate: the corners say all, for in between it is linear (7.10.2). */
function spread(axes: readonly number[]): readonly [string, Uint8Array] {
  const samples = new Uint8Array(PROCESS_PLATES.length << axes.length)
  for (let corner = 0; corner < 1 << axes.length; corner += 1)
    for (const [bit, axis] of axes.entries())
      if (corner & (1 << bit)) samples[corner * PROCESS_PLATES.length + axis] = 255
  const domain = axes.map(() => '0 1').join(' ')
  const size = axes.map(() => 2).join(' ')
  const facts = `/FunctionType 0 /Domain [${domain}] /Range [0 1 0 1 0 1 0 1] /Size [${size}] /BitsPerSample 8`
  return [facts, samples]
}
