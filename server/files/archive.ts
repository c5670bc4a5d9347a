/** Writes archives (ZIP) as they are read: no faster than the client takes them, and few at once. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ServiceError } from '../../core/errors.ts'
import type { ArchiveEntry } from '../../core/service/folder/deliver/archive.ts'

export interface Archives {
  /**
   * The archive's bytes. Entries are opened one after the other. Throws `overloaded` where as many archives are being
   * read as there may be; its place is free again when the stream is closed.
   */
  open(entries: readonly ArchiveEntry[]): Readable
}

/** Decision: one archive keeps a disk busy, a few keep it from everybody else. */
const MOST_AT_ONCE = 4

export function createArchives(mostAtOnce = MOST_AT_ONCE): Archives {
  let reading = 0
  return {
    open(entries) {
      if (reading >= mostAtOnce) throw new ServiceError('overloaded', { retryAfterSeconds: 5 })
      reading += 1
      const stream = zipped(entries)
      stream.once('close', () => {
        reading -= 1
      })
      return stream
    },
  }
}

function zipped(entries: readonly ArchiveEntry[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const opened = new Set<Readable>()
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { name, isText, madeAt, read } of entries) {
    const options = { mtime: new Date(madeAt), compress: isText }
    zip.addReadStreamLazy(name, options, (deliver) => {
      const stream = Readable.from(read(), { objectMode: false })
      opened.add(stream)
      // yazl listens to errors of its own pipes alone.
      stream.on('error', (error) => output.destroy(error))
      stream.once('close', () => opened.delete(stream))
      deliver(null, stream)
    })
  }
  // A client that goes away leaves no file open.
  output.once('close', () => {
    for (const stream of opened) stream.destroy()
  })
  zip.end()
  return output
}
