/** What a render costs in time and storage on a template of 1 MB and on one of 48 MB: the same. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { openBenchServer } from './bench-server.ts'
import { CARD_PATH, cardValues } from './card.ts'
import { atMost, type Figure, median, reported, timed } from './figure.ts'

const ROUNDS = 150
const MB = 1_000_000

export async function measure(): Promise<Figure[]> {
  const server = await openBenchServer()
  try {
    const sizes = { small: 1 * MB, large: 48 * MB }
    const small = await heavyCard(sizes.small)
    const large = await heavyCard(sizes.large)
    const smallId = await server.upload(small)
    const largeId = await server.upload(large)
    const first = { small: await timedRender(smallId), large: await timedRender(largeId) }
    const samples: { small: number[]; large: number[] } = { small: [], large: [] }
    let stored = { small: 0, large: 0 }
    for (let n = 0; n < ROUNDS; n += 1) {
      const one = await timedRender(smallId, n)
      const other = await timedRender(largeId, n)
      // The first rounds warm up both.
      if (n < 20) continue
      samples.small.push(one.ms)
      samples.large.push(other.ms)
      stored = {
        small: one.sizeBytes - first.small.sizeBytes,
        large: other.sizeBytes - first.large.sizeBytes,
      }
    }
    return [
      atMost(
        'POST /renders, 48 MB template against 1 MB, medians',
        median(samples.large) / median(samples.small),
        'x',
        1.2,
      ),
      atMost(
        'stored per render, difference between the two',
        Math.abs(stored.large - stored.small) / 1000,
        'kB',
        0.1,
      ),
      reported('POST /renders, 1 MB template, median', median(samples.small), 'ms'),
      reported('POST /renders, 48 MB template, median', median(samples.large), 'ms'),
      reported('first render of the 48 MB template (reads its body once)', first.large.ms, 'ms'),
    ]
  } finally {
    await server.close()
  }

  async function timedRender(id: string, n = 0): Promise<{ ms: number; sizeBytes: number }> {
    let sizeBytes = 0
    const ms = await timed(async () => {
      sizeBytes = (await server.render(id, cardValues(n))).size_bytes
    })
    return { ms, sizeBytes }
  }
}

/** The demo card with an incompressible grey image below its artwork, so that the file has about `bytes` bytes. */
export async function heavyCard(bytes: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(await readFile(CARD_PATH), { updateMetadata: false })
  const { context } = document
  const width = 4000
  const height = Math.floor(bytes / width)
  const dictionary = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
    Length: width * height,
  })
  const image = context.register(PDFRawStream.of(dictionary, randomBytes(width * height)))
  const page = document.getPage(0).node
  page.setXObject(PDFName.of('Heavy'), image)
  const paint = context.register(context.stream('q 20 0 0 20 40 40 cm /Heavy Do Q\n'))
  const contents = page.normalizedEntries().Contents
  contents?.insert(0, paint)
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}
