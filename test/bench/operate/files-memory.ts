/** Stores and reads files of one size through the Files port of an object store and prints the peak of its memory as JSON. */
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFiles } from '../../../server/files/open.ts'
import { s3Location } from '../../../server/files/s3/location.ts'

export interface FilesMemory {
  /** Of the whole process, megabytes. */
  readonly peakMb: number
  /** Of that, the bytes on their way: they lie outside V8's heap. */
  readonly buffersMb: number
}

/** In all, however large each is. */
const TOTAL_MB = 384
const MB = 1_000_000
/** Of all; until then buffers and the connections come to their size. */
const WARM_UP = 0.5

if (import.meta.main) {
  const [, , url = '', cacheMb = '', fileMb = ''] = process.argv
  console.log(JSON.stringify(await work(url, Number(cacheMb), Number(fileMb))))
}

async function work(url: string, filesCacheMb: number, fileMb: number): Promise<FilesMemory> {
  const filesFolder = await mkdtemp(join(tmpdir(), 'platen-bench-files-'))
  const source = join(filesFolder, 'source')
  const sha256 = await makeSource(source, fileMb)
  const files = await openFiles({ filesFolder, filesBucket: s3Location(url), filesCacheMb })
  let [peak, buffers] = [0, 0]
  const timer = setInterval(() => {
    const { rss, arrayBuffers } = process.memoryUsage()
    peak = Math.max(peak, rss)
    buffers = Math.max(buffers, arrayBuffers)
  }, 10)
  try {
    for (let done = 0; done < TOTAL_MB; done += fileMb) {
      const path = files.temporaryPath()
      await copyFile(source, path)
      await files.store(path, sha256)
      let read = 0
      for await (const chunk of files.read(sha256)) read += chunk.length
      if (read !== fileMb * MB) throw new Error(`${read} bytes came back.`)
      await files.remove(sha256)
      if (done < TOTAL_MB * WARM_UP) [peak, buffers] = [0, 0]
    }
  } finally {
    clearInterval(timer)
    await files.close()
    await rm(filesFolder, { recursive: true, force: true })
  }
  return { peakMb: peak / 2 ** 20, buffersMb: buffers / 2 ** 20 }
}

/** Its bytes are made here, so that they are none of the memory that is measured. Gives the SHA-256. */
async function makeSource(path: string, fileMb: number): Promise<string> {
  const hash = createHash('sha256')
  const chunk = randomBytes(MB)
  const file = await open(path, 'w')
  for (let n = 0; n < fileMb; n += 1) {
    chunk.writeUInt32BE(n)
    hash.update(chunk)
    await file.write(chunk)
  }
  await file.close()
  return hash.digest('hex')
}
