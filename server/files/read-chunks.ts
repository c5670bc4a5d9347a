/** Reads a file, or a range of it, in chunks; the file is closed when the reader is done, stops or fails. */
import type { FileSystem } from './file-system.ts'

const CHUNK_BYTES = 128 * 1024

/** From `start` up to and excluding `end`. Throws RangeError where the range reaches beyond the file. */
export async function* readChunks(
  fileSystem: FileSystem,
  path: string,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await fileSystem.openFile(path)
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new Error(`${path} is not a file.`)
    const { start, end } = range ?? { start: 0, end: status.size }
    const inside = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end
    if (!inside || end > status.size) {
      throw new RangeError(`The range ${start} to ${end} lies outside a file of ${status.size} bytes.`)
    }
    let position = start
    while (position < end) {
      // A buffer of its own for each chunk: the reader may hold on to it.
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`)
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
