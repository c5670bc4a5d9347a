/** Reads a table of comma, semicolon or tab separated values from a file, row by row (RFC 4180). */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { invalidCsv, type TableRow } from '../../core/service/batch/read-rows.ts'

/** Small, so that no chunk holds the event loop for long. */
const CHUNK_BYTES = 16 * 1024
/** Decision: a row has at most a million characters, and a header that does not end within these bytes is none. */
const LONGEST_ROW = 1_000_000
const LONGEST_HEADER = 65_536
/** After so many rows whatever else waits in this process goes first. */
const ROWS_A_TURN = 25
const DELIMITERS = [',', ';', '\t']

/**
 * The header is the first row. What separates is found out from it: whatever stands in it most often, unless the
 * line sep=; of spreadsheets stands above it and says so. Empty lines are passed over. Throws `invalid_csv` with the line, from 1.
 */
export async function* readTable(
  path: string,
  encoding: TableEncoding = 'utf-8',
): AsyncGenerator<TableRow, void> {
  const chunks = linesOf(path, encoding)
  const { head, delimiter } = await readHead(chunks)
  let lastLine = 0
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    record_delimiter: '\n',
    info: true,
    on_record(row, { lines }) {
      lastLine = lines
      return row
    },
  })
  const source = Readable.from(joined(head, chunks))
  source.on('error', (error) => parser.destroy(error))
  try {
    let rows = 0
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      rows += 1
      if (rows % ROWS_A_TURN === 0) await turn()
      yield { line: info.lines - breaksIn(record), cells: record }
    }
  } catch (error) {
    throw explained(error, lastLine)
  } finally {
    source.destroy()
  }
}

export const TABLE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TableEncoding = (typeof TABLE_ENCODINGS)[number]
const NAMES: Readonly<Record<TableEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/**
 * How a table seems to be encoded: by its byte order mark, by the zeros of UTF-16, or by being UTF-8 throughout; what is
 * none of these is taken for Windows-1252, as Western spreadsheets write it. A guess, for somebody to confirm.
 */
export async function detectEncoding(path: string): Promise<TableEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path, {
      highWaterMark: CHUNK_BYTES,
    }) as AsyncIterable<Buffer>) {
      const wide = isFirst ? wideEncoding(chunk) : null
      if (wide !== null) return wide
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return 'windows-1252'
  }
}

function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const units = Math.min(256, Math.floor(head.length / 2))
  let [low, high] = [0, 0]
  for (let unit = 0; unit < units; unit += 1) {
    if (head[2 * unit] === 0) low += 1
    if (head[2 * unit + 1] === 0) high += 1
  }
  // In Latin text, every other byte is zero.
  if (high > units / 2 && low === 0) return 'utf-16le'
  return low > units / 2 && high === 0 ? 'utf-16be' : null
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The parser counts to the end of a row; a break within quotation marks is a line of the same row. */
function breaksIn(cells: readonly string[]): number {
  return cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
}

/** Translates errors of csv-parse into the words of a table's author. */
function explained(error: unknown, lastLine: number): unknown {
  const { code, lines } = error as CsvError
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return invalidCsv(lastLine + 1, 'a quotation mark there or later is not closed')
    case 'CSV_INVALID_CLOSING_QUOTE':
      return invalidCsv(
        Number(lines),
        'text follows a closing quotation mark; double a quotation mark inside a cell',
      )
    case 'INVALID_OPENING_QUOTE':
      return invalidCsv(
        Number(lines),
        'a cell contains a quotation mark; enclose the cell in quotation marks and double the mark',
      )
    case 'CSV_MAX_RECORD_SIZE':
      return invalidCsv(lastLine + 1, 'it is too long, or a quotation mark is not closed')
    default:
      return error
  }
}

/** Text with line ends of one kind, and without marks at its beginning and end. Throws `invalid_csv` for another encoding. */
async function* linesOf(path: string, encoding: TableEncoding): AsyncGenerator<string, void> {
  let held = ''
  let isFirst = true
  for await (const chunk of decodedLines(path, encoding)) {
    // A file that was joined from several begins with several byte order marks.
    const text = isFirst ? chunk.replace(/^\ufeff+/, '') : chunk
    if (text !== '') isFirst = false
    const { marks, run } = endMarks(text)
    if (held !== '' && run === 0) {
      held += text
      continue
    }
    yield held + text.slice(0, marks)
    held = text.slice(marks)
  }
}

/**
 * Where the marks begin that old programs write at the end of a file: Ctrl-Z, and zeros up to a full block. `run` is
 * where they begin together with the spaces before them.
 */
function endMarks(text: string): { readonly marks: number; readonly run: number } {
  let run = text.length
  let marks = run
  for (; run > 0; run -= 1) {
    const isMark = END_MARKS.includes(text.charCodeAt(run - 1))
    if (!isMark && text.charAt(run - 1).trim() !== '') break
    if (isMark) marks = run - 1
  }
  return { marks, run }
}

const END_MARKS = [0x00, 0x1a]

async function* decodedLines(path: string, encoding: TableEncoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  let endsInReturn = false
  const plain = (text: string): string => {
    const rest = endsInReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') endsInReturn = text.endsWith('\r')
    const lines = rest.replace(/\r\n?/g, '\n')
    line += lines.split('\n').length - 1
    return lines
  }
  let bytes: Buffer = Buffer.alloc(0)
  try {
    for await (bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>)
      yield plain(decoder.decode(bytes, { stream: true }))
    bytes = Buffer.alloc(0)
    yield plain(decoder.decode())
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    if (encoding === 'utf-8') plain(bytes.toString('utf8').split('\ufffd')[0] ?? '')
    throw invalidCsv(line, `it is not ${NAMES[encoding]}; save the table as CSV in UTF-8 or set encoding`)
  }
}

/** `sep=;` above the header, as Excel reads and exporters write it; saved again it may be quoted or get empty cells. */
const SEPARATOR_LINE = /^(\n*)("?)sep=([^\n"])\2[,;\t ]*(?:\n|$)/i

/** The beginning, as far as the end of the header or of the file, and what separates its cells. */
async function readHead(
  chunks: AsyncGenerator<string, void>,
): Promise<{ readonly head: string; readonly delimiter: string }> {
  let head = ''
  let said: string | null = null
  while (true) {
    const row = firstRow(head)
    if (row !== null) {
      const found: RegExpExecArray | null = said === null ? SEPARATOR_LINE.exec(head) : null
      if (found === null) break
      said = found[3] ?? null
      // An empty line stays, so that the lines below keep their numbers.
      head = `${found[1]}\n${head.slice(found[0].length)}`
      continue
    }
    if (head.length > LONGEST_HEADER)
      throw invalidCsv(1, 'the header is too long, or a quotation mark is not closed')
    const { value, done } = await chunks.next()
    if (done === true) break
    head += value
  }
  return { head, delimiter: said ?? delimiterOf(head) }
}

/** The first row with anything in it, what stands in quotation marks left out; null where its end is not there yet. */
function firstRow(text: string): string | null {
  return /^\n*([^\n]+)\n/.exec(text.replace(/"[^"]*"/g, 'x').replace(/"[^"]*$/, ''))?.[1] ?? null
}

function delimiterOf(head: string): string {
  const row = firstRow(`${head}\n`) ?? ''
  const counts = DELIMITERS.map((delimiter) => row.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

async function* joined(head: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  if (head !== '') yield head
  for await (const chunk of rest) if (chunk !== '') yield chunk
}
