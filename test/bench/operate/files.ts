/** Print files from an object store: a warm download against one from a folder, and the memory that large files take. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { OBJECT_STORES, type ObjectStore } from '../../support/programs/object-stores.ts'
import { type BenchProcess, runProgram, startBenchProcess } from '../bench-process.ts'
import { type BenchShop, openBenchShop } from '../bench-shop.ts'
import { cardValues } from '../card.ts'
import { atMost, type Figure, median, reported, timed } from '../figure.ts'
import { heavyCard } from '../stored.ts'
import type { FilesMemory } from './files-memory.ts'

const MB = 1_000_000
const WARM_UP = 10
const ROUNDS = 60
const LARGE_MB = 48
const SMALL_MB = 4
const HUGE_MB = 192

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-s3-'))
  const store = await (OBJECT_STORES.s3rver as (folder: string) => Promise<ObjectStore>)(folder)
  try {
    return [...(await downloads(store)), ...(await memory(store))]
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly shop: BenchShop
  readonly service: BenchProcess
  readonly renderId: string
}

/** One download from each in turn, so that what else the machine does falls on both alike. */
async function downloads(store: ObjectStore): Promise<Figure[]> {
  const agent = new Agent({ connections: 1 })
  const places: Place[] = []
  const pdf = await heavyCard(10 * MB)
  const download = async ({ service, shop, renderId }: Place): Promise<number> => {
    const path = `/v1/renders/${renderId}/download`
    const { statusCode, body } = await agent.request({
      ...{ origin: service.url, path, method: 'GET', headers: shop.headers },
    })
    let bytes = 0
    for await (const chunk of body) bytes += chunk.length
    if (statusCode !== 200 || bytes < 10 * MB) throw new Error(`${path} answered ${statusCode}.`)
    return bytes
  }
  try {
    for (const env of [{}, { FILES_URL: store.url }]) places.push(await openPlace(env, pdf))
    const [folder, bucket] = places as [Place, Place]
    const first = await timed(() => download(bucket))
    const times: { folder: number[]; bucket: number[] } = { folder: [], bucket: [] }
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const one = { folder: 0, bucket: 0 }
      const turns = [
        ['folder', folder],
        ['bucket', bucket],
      ] as const
      // Each is the first of every other round, and what disturbs a round disturbs both.
      for (const [name, place] of round % 2 === 0 ? turns : turns.toReversed())
        one[name] = await timed(() => download(place))
      if (round < 0) continue
      for (const [name] of turns) times[name].push(one[name])
    }
    const ratio = median(times.bucket.map((ms, round) => ms / (times.folder[round] ?? Number.NaN)))
    return [
      atMost('warm download from S3 against the folder, 10 MB, median of rounds', ratio, 'x', 1.3),
      reported('download from the folder, median', median(times.folder), 'ms'),
      reported('warm download from S3, median', median(times.bucket), 'ms'),
      reported('first download from S3 by a process without a copy', first, 'ms'),
    ]
  } finally {
    await agent.close()
    for (const { service, shop } of places) {
      await service.stop()
      await shop.remove()
    }
  }
}

/** Nothing is drawn meanwhile. */
const QUIET = { PLATE_CHECKS: 'none', PREVIEW_WARM_UP: 'false' }

async function openPlace(files: Readonly<Record<string, string>>, pdf: Uint8Array): Promise<Place> {
  const shop = await openBenchShop('sqlite', async () => {})
  const send = async (url: string, path: string, body: FormData | string) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const headers = { ...shop.headers, ...type }
    const reply = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body })
    const read = (await reply.json()) as { template: { id: string }; render: { id: string } }
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(read)}`)
    return read
  }
  const form = new FormData()
  form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'card.pdf')
  const uploading = await startBenchProcess({ ...shop.env, ...QUIET, ...files })
  let renderId: string
  try {
    const { template } = await send(uploading.url, '/templates', form)
    await send(uploading.url, `/templates/${template.id}/publish`, '')
    const body = JSON.stringify({ template_id: template.id, kind: 'final', values: cardValues(1) })
    renderId = (await send(uploading.url, '/renders', body)).render.id
  } finally {
    await uploading.stop()
  }
  // Another process, as any but the one of the upload has no copy.
  await rm(join(shop.folder, 'cache', 'files'), { recursive: true, force: true })
  return { shop, renderId, service: await startBenchProcess({ ...shop.env, ...QUIET, ...files }) }
}

/**
 * The same bytes in small, large and huge files, in a process of its own with each. What has been sent waits for the
 * garbage collector, which V8 begins at some 64 MB: a small file does not come to that, and no size goes beyond.
 */
async function memory(store: ObjectStore): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, cacheMb] of [
    ['with copies on the disk', 256],
    ['without copies', 0],
  ] as const) {
    const run = (mb: number) =>
      runProgram<FilesMemory>('operate/files-memory.ts', store.url, String(cacheMb), String(mb))
    const [small, large, huge] = [await run(SMALL_MB), await run(LARGE_MB), await run(HUGE_MB)]
    figures.push(
      atMost(
        `memory over files of ${HUGE_MB} MB from S3 ${what}, over that at ${LARGE_MB} MB`,
        huge.peakMb - large.peakMb,
        'MB',
        24,
      ),
      reported(`peak of its process at ${SMALL_MB} MB ${what}`, small.peakMb, 'MB'),
      reported(`the same at ${LARGE_MB} MB`, large.peakMb, 'MB'),
      reported(`the same at ${HUGE_MB} MB`, huge.peakMb, 'MB'),
      reported('of that, bytes on their way', huge.buffersMb, 'MB'),
    )
  }
  return figures
}
