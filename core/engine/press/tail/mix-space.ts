/** Process mixes in a print file: as operands of `k` or `rg`, and as a space that pictures can be set in. */

import { isPaper, type Mix, PROCESS_PLATES } from '../../ink/process-mix.ts'
import { real } from '../../pdf/syntax.ts'

/** The operator that sets a mix, with the operands for a tint of it: light that is left, or ink that is put down. */
export function mixText({ space, parts }: Mix, tint: number, stroke = false): string {
  if (space === 'DeviceRGB')
    return `${parts.map((part) => real(1 - (1 - part) * tint)).join(' ')} ${stroke ? 'RG' : 'rg'}`
  return `${parts.map((part) => real(part * tint)).join(' ')} ${stroke ? 'K' : 'k'}`
}

/** The value of full tint in the space that writeMixSpace writes. */
export const MIX_SOLID = 255

/**
 * Writes the mix in 256 tints from paper to solid and answers the number of its space. Decision: an Indexed space over
 * a DeviceN of those plates alone which the mix has. Of samples in DeviceCMYK, a plate at 0 would knock out what lies
 * below even where the picture overprints (ISO 32000-1 8.6.7: overprint mode 1 is of no effect on images).
 */
export function writeMixSpace(mix: Mix, add: (body: string, stream?: Uint8Array) => number): number {
  const { space, parts } = mix
  // Paper knocks out all plates, and RGB has none of its own: their samples stand in the device's space.
  if (space === 'DeviceRGB' || isPaper(mix))
    return add(
      indexed(`/${space}`, parts, (part, tint) => (space === 'DeviceRGB' ? 1 - (1 - part) * tint : 0)),
    )
  const axes = parts.flatMap((part, axis) => (part > 0 ? [axis] : []))
  const names = axes.map((axis) => `/${PROCESS_PLATES[axis]}`).join(' ')
  const transform = add(...spread(axes))
  const base = `[/DeviceN [${names}] /DeviceCMYK ${transform} 0 R]`
  return add(
    indexed(
      base,
      parts.filter((part) => part > 0),
      (part, tint) => part * tint,
    ),
  )
}

function indexed(base: string, parts: readonly number[], at: (part: number, tint: number) => number): string {
  const lookup = Array.from({ length: MIX_SOLID + 1 }, (_, tint) =>
    parts.map((part) => Math.round(at(part, tint / MIX_SOLID) * 255)),
  )
  return `[/Indexed ${base} ${MIX_SOLID} <${Buffer.from(lookup.flat()).toString('hex')}>]`
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
