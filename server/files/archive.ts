/** Writes archives (ZIP) as they are read: no faster than the client takes them, and few at once. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ServiceError } from '../../core/errors.ts'
import type { ArchiveEntry } from '../../core/service/folder/deliver/archive.ts'

export interface Archives {
  /**
   * The archive's bytes. Entries are opened one after the other. Throws `overloaded` where the team reads as many archives
   * as it may; its place is free again when the stream is closed.
   */
  open(teamId: string, entries: readonly ArchiveEntry[]): Readable
}

/**
 * Decision: one archive keeps a disk busy, a few keep it from everybody else. So a team has few places and all teams
 * together have some more; the first archive of a team is never refused, so that no team's readers shut out another's.
 */
const MOST_OF_TEAM = 4
const MOST_OF_ALL = 12

export function createArchives(mostOfTeam = MOST_OF_TEAM, mostOfAll = MOST_OF_ALL): Archives {
  const reading = new Map<string, number>()
  let all = 0
  return {
    open(teamId, entries) {
      const own = reading.get(teamId) ?? 0
      if (own >= mostOfTeam || (own > 0 && all >= mostOfAll))
        throw new ServiceError('overloaded', { retryAfterSeconds: 5 })
      reading.set(teamId, own + 1)
      all += 1
      const stream = zipped(entries)
      stream.once('close', () => {
        const left = (reading.get(teamId) ?? 1) - 1
        if (left > 0) reading.set(teamId, left)
        else reading.delete(teamId)
        all -= 1
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
