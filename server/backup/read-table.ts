/** Reads the rows of a table's file in a backup, a few at a time. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Row } from '../store/engine/columns.ts'
import { tableFile } from './manifest.ts'
import { rowOfLine } from './rows.ts'

/** A handful that a database takes in one statement. */
const MOST_ROWS = 50
const MOST_BYTES = 4 * 2 ** 20

export async function* readTable(folder: string, name: string): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  let bytes = 0
  for await (const line of linesOf(join(folder, tableFile(name)))) {
    rows.push(rowOfLine(line))
    bytes += line.length
    if (rows.length < MOST_ROWS && bytes < MOST_BYTES) continue
    yield rows
    rows = []
    bytes = 0
  }
  if (rows.length > 0) yield rows
}

/** Split at the byte of the line feed alone: texts may hold other signs that some take for ends of lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const plain = createGunzip()
  source.once('error', (error) => plain.destroy(error))
  let rest: Buffer[] = []
  try {
    for await (const chunk of source.pipe(plain) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
        rest = []
        from = at + 1
      }
      rest.push(chunk.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (rest.some((part) => part.length > 0)) throw new Error(`${path} ends in the middle of a row.`)
}
