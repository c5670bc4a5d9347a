/** `POST /renders` over HTTP as a storefront's server sees it: key, validation, layout, store and reply. */
import { readFile } from 'node:fs/promises'
import { openBenchServer } from './bench-server.ts'
import { CARD_PATH, cardValues } from './card.ts'
import { atMost, type Figure, median, percentile, timed } from './figure.ts'

const WARM_UP = 50
const SAMPLES = 500

export async function measure(): Promise<Figure[]> {
  const server = await openBenchServer()
  try {
    const id = await server.upload(await readFile(CARD_PATH))
    const samples: number[] = []
    for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
      const ms = await timed(() => server.render(id, cardValues(n)))
      if (n >= WARM_UP) samples.push(ms)
    }
    return [
      atMost('POST /renders over HTTP, median', median(samples), 'ms', 15),
      atMost('POST /renders over HTTP, p95', percentile(samples, 0.95), 'ms', 40),
    ]
  } finally {
    await server.close()
  }
}
