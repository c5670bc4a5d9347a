/** Small files made to harm a reader: bombs, loops, damaged files and other formats. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import type { ErrorCode } from '../../../core/errors.ts'

export interface HostileFile {
  readonly name: string
  /** The refusal, or null where the file becomes a template. */
  readonly code: ErrorCode | null
  /** What the template's preflight must say, for a file that lost something. */
  readonly finding?: string
  /** Makes the file; some cost a second. */
  readonly make: () => Uint8Array
}

/** One object of a file: its dictionary or value as PDF source, and its stream's bytes where it has one. */
interface Part {
  readonly source: string
  readonly stream?: Uint8Array
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> /Contents 4 0 R >>'
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const MB = 2 ** 20
const OBJECTS_PER_STREAM = 10_000

/** The smallest sound file around one content stream, with `more` from object 5 on. */
function onePage(content: Part, page = PAGE, more: readonly Part[] = []): Uint8Array {
  return classicFile([{ source: CATALOG }, { source: PAGES }, { source: page }, content, ...more])
}

/** Objects 1, 2, 3, … with a cross-reference table; object 1 is the catalog. */
function classicFile(parts: readonly Part[], trailerExtra = ''): Uint8Array {
  const pieces: Uint8Array[] = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  const offsets: number[] = []
  let length = pieces[0]!.length
  const add = (piece: Uint8Array): void => {
    pieces.push(piece)
    length += piece.length
  }
  parts.forEach(({ source, stream }, index) => {
    offsets.push(length)
    add(latin1(`${index + 1} 0 obj\n${source}\n`))
    if (stream !== undefined) {
      add(latin1('stream\n'))
      add(stream)
      add(latin1('\nendstream\n'))
    }
    add(latin1('endobj\n'))
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = parts.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${trailerExtra}>>\nstartxref\n${length}\n%%EOF\n`
  add(latin1(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`))
  return Buffer.concat(pieces)
}

/**
 * Objects in object streams of 10,000 each, found through a cross-reference stream (ISO 32000-1 7.5.7, 7.5.8).
 * `packed` holds them by number from 1 on.
 */
function packedFile(
  packed: readonly string[],
  deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes),
): Uint8Array {
  const pieces: Uint8Array[] = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  let length = pieces[0]!.length
  const streamCount = Math.ceil(packed.length / OBJECTS_PER_STREAM)
  const xrefNumber = packed.length + streamCount + 1
  const rows = Buffer.alloc((xrefNumber + 1) * 8)
  const row = (number: number, type: number, where: number, index: number): void => {
    rows.writeUInt8(type, number * 8)
    rows.writeUInt32BE(where, number * 8 + 1)
    rows.writeUIntBE(index, number * 8 + 5, 3)
  }
  const addStream = (number: number, dictionary: string, raw: Uint8Array): void => {
    const data = deflate(raw)
    const head = `${number} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
    const piece = Buffer.concat([latin1(head), data, latin1('\nendstream\nendobj\n')])
    pieces.push(piece)
    length += piece.length
  }
  for (let stream = 0; stream < streamCount; stream++) {
    const objects = packed.slice(stream * OBJECTS_PER_STREAM, (stream + 1) * OBJECTS_PER_STREAM)
    const number = packed.length + 1 + stream
    const index: number[] = []
    let at = 0
    objects.forEach((text, place) => {
      const objectNumber = stream * OBJECTS_PER_STREAM + place + 1
      row(objectNumber, 2, number, place)
      index.push(objectNumber, at)
      at += text.length + 1
    })
    const first = `${index.join(' ')} `
    row(number, 1, length, 0)
    const raw = latin1(`${first}${objects.join(' ')}`)
    addStream(number, `/Type /ObjStm /N ${objects.length} /First ${first.length}`, raw)
  }
  row(xrefNumber, 1, length, 0)
  const start = length
  addStream(xrefNumber, `/Type /XRef /Size ${xrefNumber + 1} /Root 1 0 R /W [1 4 3]`, rows)
  pieces.push(latin1(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(pieces)
}

function flate(stream: Uint8Array, filters = 1): Part {
  const names = Array(filters).fill('/FlateDecode').join(' ')
  return { source: `<< /Length ${stream.length} /Filter [${names}] >>`, stream }
}

/**
 * What zlib makes of `head`, `blanks` spaces and `tail`, without holding them in memory: a flushed block of one
 * megabyte is repeated (RFC 1951), and Adler-32 of equal bytes has a closed form (RFC 1950).
 */
function deflateBomb(blanks: number, head = '', tail = ''): Uint8Array {
  const flushed = (bytes: Uint8Array): Uint8Array =>
    deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const block = flushed(Buffer.alloc(MB, ' '))
  let sum = [1n, 0n] as readonly [bigint, bigint]
  const run = (count: bigint, byte: bigint): void => {
    const [a, b] = sum
    sum = [(a + count * byte) % 65521n, (b + count * a + (byte * count * (count + 1n)) / 2n) % 65521n]
  }
  for (const byte of latin1(head)) run(1n, BigInt(byte))
  run(BigInt(blanks), 32n)
  for (const byte of latin1(tail)) run(1n, BigInt(byte))
  const check = Buffer.alloc(4)
  check.writeUInt32BE(Number((sum[1] << 16n) | sum[0]))
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    flushed(latin1(head)),
    ...Array<Uint8Array>(Math.floor(blanks / MB)).fill(block),
    flushed(Buffer.alloc(blanks % MB, ' ')),
    deflateRawSync(latin1(tail)),
    check,
  ])
}

function nestedFlate(): Uint8Array {
  const inner = deflateBomb(2000 * MB)
  return onePage(flate(deflateSync(deflateSync(inner)), 3))
}

function manyObjects(): Uint8Array {
  const filler = Array.from({ length: 300_000 - 4 }, (_, index) => `[${index} /N${index % 7}]`)
  return packedFile([CATALOG, PAGES, PAGE, 'null', ...filler])
}

function bombInObjectStream(): Uint8Array {
  return packedFile([CATALOG, PAGES, PAGE, '(*)'], (raw) => {
    const [head = '', tail] = Buffer.from(raw).toString('latin1').split('*')
    return tail === undefined ? deflateSync(raw) : deflateBomb(1000 * MB, head, tail)
  })
}

function formLoop(): Uint8Array {
  const page = PAGE.replace('<< >>', '<< /XObject << /A 5 0 R >> >>')
  const form = (paints: string): Part => ({
    source: `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${paints} >> >> /Length 11 >>`,
    stream: latin1('/A Do /B Do'),
  })
  const content = { source: '<< /Length 5 >>', stream: latin1('/A Do') }
  return onePage(content, page, [form('/A 6 0 R /B 5 0 R'), form('/A 5 0 R /B 6 0 R')])
}

/** Each form paints the next one twice: 2^40 paintings without any loop. */
function formTower(): Uint8Array {
  const page = PAGE.replace('<< >>', '<< /XObject << /A 5 0 R >> >>')
  const floors = Array.from({ length: 40 }, (_, index): Part => {
    const paints = index === 39 ? '' : `/A ${index + 6} 0 R`
    return {
      source: `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${paints} >> >> /Length 11 >>`,
      stream: latin1('/A Do /A Do'),
    }
  })
  return onePage({ source: '<< /Length 5 >>', stream: latin1('/A Do') }, page, floors)
}

function pagesFile(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'
  const pages = Array.from({ length: count }, (): Part => ({ source: page }))
  return classicFile([
    { source: CATALOG },
    { source: `<< /Type /Pages /Kids [${kids}] /Count ${count} >>` },
    ...pages,
  ])
}

/** The file that the hostile ones are variants of, without fault. */
export function soundFile(): Uint8Array {
  return onePage({ source: '<< /Length 16 >>', stream: latin1('0 0 100 100 re f') })
}

/** The sound file with a change in its source; offsets after it are wrong, as in many broken files. */
function spoiled(change: (source: string) => string): Uint8Array {
  return latin1(change(Buffer.from(soundFile()).toString('latin1')))
}

export const HOSTILE_FILES: readonly HostileFile[] = [
  {
    name: 'a content stream that inflates to 1 GB',
    code: 'pdf_too_complex',
    make: () => onePage(flate(deflateBomb(1000 * MB))),
  },
  { name: 'a content stream of 2 GB deflated three times', code: 'pdf_too_complex', make: nestedFlate },
  { name: 'an object stream that inflates to 1 GB', code: 'pdf_too_complex', make: bombInObjectStream },
  { name: '300,000 objects in object streams', code: 'pdf_too_complex', make: manyObjects },
  {
    name: 'a page tree that contains itself',
    code: 'invalid_pdf',
    make: () =>
      classicFile([{ source: CATALOG }, { source: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>' }]),
  },
  {
    name: 'a page whose attributes come from a circle of parents',
    code: 'unsupported_page_size',
    make: () =>
      classicFile([
        { source: CATALOG },
        { source: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>' },
        { source: '<< /Type /Page /Parent 2 0 R >>' },
      ]),
  },
  {
    name: 'arrays nested 200,000 deep',
    code: 'invalid_pdf',
    make: () => onePage({ source: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }),
  },
  {
    name: 'dictionaries nested 100,000 deep in a content stream',
    code: 'invalid_pdf',
    make: () => {
      const stream = latin1(`/A ${'<< /B '.repeat(100_000)}`)
      return onePage({ source: `<< /Length ${stream.length} >>`, stream })
    },
  },
  { name: 'forms that paint each other for ever', code: null, make: formLoop },
  {
    name: 'forms that paint each other 2^40 times',
    code: null,
    finding: 'check_incomplete',
    make: formTower,
  },
  {
    name: 'a file cut off in the middle',
    code: 'invalid_pdf',
    make: () => spoiled((source) => source.slice(0, source.length / 2)),
  },
  {
    name: 'a header and then noise',
    code: 'invalid_pdf',
    make: () => latin1(`%PDF-1.7\n${'\x00\xff<[(/q1 0 obj'.repeat(3_000)}`),
  },
  { name: 'a header alone', code: 'invalid_pdf', make: () => latin1('%PDF-1.7\n') },
  { name: 'an empty file', code: 'invalid_pdf', make: () => new Uint8Array() },
  { name: 'a ZIP archive', code: 'invalid_pdf', make: () => latin1(`PK\x03\x04${'\0'.repeat(26)}`) },
  {
    name: 'a web page',
    code: 'invalid_pdf',
    make: () => latin1('<!doctype html><title>Invoice</title><p>Not a PDF.'),
  },
  { name: '1000 pages', code: 'too_many_pages', make: () => pagesFile(1000) },
  {
    name: 'a cross-reference table that comes before itself',
    code: null,
    make: () => spoiled((source) => source.replace('/Root', `/Prev ${source.lastIndexOf('xref\n0')} /Root`)),
  },
  {
    name: 'a content stream without an end',
    code: null,
    finding: 'pdf_xref_damaged',
    make: () =>
      spoiled((source) => source.replace('endstream', '').replace('/Length 16', '/Length 99999999')),
  },
  {
    name: 'a content stream whose length is itself',
    code: null,
    finding: 'pdf_xref_damaged',
    make: () => spoiled((source) => source.replace('/Length 16', '/Length 4 0 R')),
  },
  {
    name: 'a catalog that is its own page tree',
    code: 'invalid_pdf',
    make: () => classicFile([{ source: '<< /Pages 1 0 R /Kids [1 0 R] >>' }]),
  },
  {
    name: 'a string that never closes',
    code: 'invalid_pdf',
    make: () => latin1(`%PDF-1.7\n1 0 obj\n(${'('.repeat(500_000)}`),
  },
]
