/**
 * Memory over 20,000 previews of 50 templates, laid out and drawn in a process of its own with the flags and the
 * environment that the service's workers have: V8 by itself lets a heap grow with the memory of the machine.
 */
import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import { createPreviewDrawer } from '../../server/workers/draw-preview.ts'
import { heapFlag, WORKER_ENV } from '../../server/workers/launch.ts'
import { runFlagged } from './bench-process.ts'
import { compileCard } from './card.ts'
import { type DrawnStates, openStates } from './drawn-states.ts'
import { atMost, type Figure, median, reported } from './figure.ts'

const TEMPLATES = 50
const PREVIEWS = 20_000
/** Enough to see a leak of a strip or a page for each preview, in about a minute. */
const FEW = 2_000
const WIDTH = 220
/** Of a worker with the usual `RASTER_MEMORY_MB`. */
const HEAP_BYTES = 768 * 2 ** 20
/** Drawn before them: until then caches fill, the largest, of deflated strips, within about 6,000. */
const WARM_UP = 8_000
/** Before a few, the most of what a start takes. */
const SHORT_WARM_UP = 600

export async function measure(): Promise<Figure[]> {
  const { samples, last } = await drawAside(WARM_UP, PREVIEWS)
  return [
    atMost('memory over 20,000 previews of 50 templates, slope', slope(samples), 'MB/min', 1),
    reported('memory after them', last, 'MB'),
  ]
}

/** The same with few previews, for a look in between: too short a time for a slope in minutes. */
export async function measureShort(): Promise<Figure[]> {
  const { samples, last } = await drawAside(SHORT_WARM_UP, FEW)
  return [
    reported(
      'memory over 2,000 previews of 50 templates, growth after warm-up',
      last - (samples[0]?.mb ?? last),
      'MB',
    ),
    reported('memory after them', last, 'MB'),
  ]
}

interface Sample {
  readonly minutes: number
  readonly mb: number
}

interface Memory {
  readonly samples: readonly Sample[]
  readonly last: number
}

if (import.meta.main)
  console.log(JSON.stringify(await draw(Number(process.argv[2]), Number(process.argv[3]))))

function drawAside(warmUp: number, previews: number): Promise<Memory> {
  return runFlagged([heapFlag(HEAP_BYTES)], WORKER_ENV, 'preview-memory.ts', `${warmUp}`, `${previews}`)
}

async function draw(warmUp: number, previews: number): Promise<Memory> {
  const card = await compileCard('live')
  const drawer = createPreviewDrawer()
  const kept = createBoundedCache<DrawnStates>(TEMPLATES)
  const samples: Sample[] = []
  const begun = performance.now()
  for (let n = 0; n < warmUp + previews; n += 1) {
    const name = `${n % TEMPLATES}`
    // Each size stands for a template of its own.
    const states = kept.get(name) ?? (await openStates(card, WIDTH + (n % TEMPLATES), drawer))
    kept.set(name, states)
    await (n % 3 === 0 ? states.anew(n) : states.typed(n))
    // As between two jobs of a worker: what native code held is given back in a turn of the loop, and in no other place.
    await new Promise((resolve) => setImmediate(resolve))
    if (n % 200 > 0 || n < warmUp) continue
    samples.push({ minutes: (performance.now() - begun) / 60_000, mb: process.memoryUsage().rss / 2 ** 20 })
  }
  return { samples, last: samples.at(-1)?.mb ?? Number.NaN }
}

/** The median slope of all pairs (Theil and Sen): two megabytes that come and go within a second are none. */
function slope(samples: readonly Sample[]): number {
  return median(
    samples.flatMap((first, at) =>
      samples.slice(at + 1).map((later) => (later.mb - first.mb) / (later.minutes - first.minutes)),
    ),
  )
}
