/** Memory over 20,000 previews of 50 templates, drawn in this process as in a worker. */
import { createBoundedCache } from '../../core/text/bounded-cache.ts'
import { compileCard } from './card.ts'
import { type DrawnStates, openStates } from './drawn-states.ts'
import { atMost, type Figure, reported } from './figure.ts'

const TEMPLATES = 50
const PREVIEWS = 20_000
const WIDTH = 220
/** Of the previews: until then caches fill. */
const WARM_UP = 0.3

export async function measure(): Promise<Figure[]> {
  const card = await compileCard('live')
  const kept = createBoundedCache<DrawnStates>(TEMPLATES)
  const samples: { minutes: number; mb: number }[] = []
  const begun = performance.now()
  for (let n = 0; n < PREVIEWS; n += 1) {
    const name = `${n % TEMPLATES}`
    // Each size stands for a template of its own.
    const states = kept.get(name) ?? (await openStates(card, WIDTH + (n % TEMPLATES)))
    kept.set(name, states)
    await (n % 3 === 0 ? states.anew(n) : states.typed(n))
    if (n % 200 > 0 || n < PREVIEWS * WARM_UP) continue
    samples.push({ minutes: (performance.now() - begun) / 60_000, mb: process.memoryUsage().rss / 2 ** 20 })
  }
  return [
    atMost('memory over 20,000 previews of 50 templates, slope', slope(samples), 'MB/min', 1),
    reported('memory after them', samples.at(-1)?.mb ?? Number.NaN, 'MB'),
  ]
}

/** Of the straight line with the least squares. */
function slope(samples: readonly { readonly minutes: number; readonly mb: number }[]): number {
  const mean = (of: (sample: (typeof samples)[0]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [x, y] = [mean(({ minutes }) => minutes), mean(({ mb }) => mb)]
  const above = mean(({ minutes, mb }) => (minutes - x) * (mb - y))
  return above / mean(({ minutes }) => (minutes - x) ** 2)
}
