/** Order lines without a design: held where their product is mapped, so that staff ask the customer for it. */
import type { Call } from './contract.ts'
import { templateOf } from './fill-of-line.ts'
import type { PerformParts } from './perform-parts.ts'

/** The call without lines of products that no template is mapped to. */
export async function withoutUnmappedLines<C extends Call>(
  parts: Pick<PerformParts, 'store' | 'teamId'>,
  call: C,
): Promise<C> {
  if (call.call === 'erase' || call.call === 'withdraw') return call
  if (call.lines.every(({ fill }) => fill !== null)) return call
  const lines = []
  for (const line of call.lines) {
    const isPersonalized =
      line.fill !== null ||
      (line.product !== '' && (await templateOf(parts, line.product, line.variant)) !== null)
    if (isPersonalized) lines.push(line)
  }
  return { ...call, lines }
}
