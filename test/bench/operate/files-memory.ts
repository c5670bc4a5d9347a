/** Stores and reads files of one size through the Files port of an object store and prints the peak of its memory as JSON. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openFiles } from '../../../server/files/open.ts'
import { s3Location } from '../../../server/files/s3/location.ts'

export interface FilesMemory {
  readonly peakMb: number
}

/** In all, however large each is. */
const TOTAL_MB = 240
const MB = 1_000_000
/** Of all; until then buffers and the connections come to their size. */
const WARM_UP = 0.25

if (import.meta.main) {
  const [, , url = '', cacheMb = '', fileMb = ''] = process.argv
  console.log(JSON.stringify(await work(url, Number(cacheMb), Number(fileMb))))
}

async function work(url: string, filesCacheMb: number, fileMb: number): Promise<FilesMemory> {
  const filesFolder = await mkdtemp(join(tmpdir(), 'platen-bench-files-'))
  const files = await openFiles({ filesFolder, filesBucket: s3Location(url), filesCacheMb })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  try {
    for (let done = 0; done < TOTAL_MB; done += fileMb) {
      const path = files.temporaryPath()
      const hash = createHash('sha256')
      await pipeline(Readable.from(chunks(fileMb, hash)), createWriteStream(path, { flags: 'wx' }))
      const sha256 = hash.digest('hex')
      await files.store(path, sha256)
      let read = 0
      for await (const chunk of files.read(sha256)) read += chunk.length
      if (read !== fileMb * MB) throw new Error(`${read} bytes came back.`)
      await files.remove(sha256)
      if (done < TOTAL_MB * WARM_UP) peak = 0
    }
  } finally {
    clearInterval(timer)
    await files.close()
    await rm(filesFolder, { recursive: true, force: true })
  }
  return { peakMb: peak / 2 ** 20 }
}

function* chunks(fileMb: number, hash: ReturnType<typeof createHash>): Generator<Buffer> {
  for (let n = 0; n < fileMb; n += 1) {
    const chunk = randomBytes(MB)
    hash.update(chunk)
    yield chunk
  }
}
