/** Writes small PDF files from PDF syntax, byte by byte, without any PDF library. */
import { deflateSync } from 'node:zlib'

/** The text of an object, or a stream: its dictionary's entries (without /Length) and its data as they stand. */
export type RawObject = string | { readonly entries?: string; readonly data: string | Uint8Array }

export interface RawPdf {
  /** By name; everywhere `@name` stands for a reference. `catalog` is the root, `info` the /Info. */
  readonly objects: Readonly<Record<string, RawObject>>
  readonly header?: string
  /** Further entries of the trailer. */
  readonly trailer?: string
}

export function rawPdf({ objects, header = '%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', trailer = '' }: RawPdf): Buffer {
  const names = Object.keys(objects)
  const withReferences = (text: string) =>
    text.replace(/@([A-Za-z]\w*)/g, (_, name: string) => {
      const index = names.indexOf(name)
      if (index < 0) throw new Error(`No object is called ${name}.`)
      return `${index + 1} 0 R`
    })
  const pieces: Buffer[] = [Buffer.from(header, 'latin1')]
  const offsets: number[] = []
  let bytes = pieces[0]!.length
  const write = (piece: string | Uint8Array) => {
    const buffer = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece)
    pieces.push(buffer)
    bytes += buffer.length
  }
  for (const [index, object] of Object.values(objects).entries()) {
    offsets.push(bytes)
    write(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') write(`${withReferences(object)}\n`)
    else {
      const data = typeof object.data === 'string' ? Buffer.from(object.data, 'latin1') : object.data
      write(`<< ${withReferences(object.entries ?? '')} /Length ${data.length} >>\nstream\n`)
      write(data)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  const startXref = bytes
  const entries = offsets.map((offset) => `${`${offset}`.padStart(10, '0')} 00000 n \n`).join('')
  const info = 'info' in objects ? '/Info @info' : ''
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
  write(
    `trailer\n<< /Size ${offsets.length + 1} /Root @catalog ${info} ${trailer} >>\n`.replaceAll(
      /@\w+/g,
      withReferences,
    ),
  )
  write(`startxref\n${startXref}\n%%EOF\n`)
  return Buffer.concat(pieces)
}

/** A stream in FlateDecode. */
export function flated(data: string | Uint8Array, entries = ''): RawObject {
  const raw = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return { entries: `${entries} /Filter /FlateDecode`, data: deflateSync(raw) }
}

/** One page of 200 by 100 with this content and these further entries. */
export function onePage(
  content: RawObject,
  page = '',
  objects: Readonly<Record<string, RawObject>> = {},
): Buffer {
  return rawPdf({
    objects: {
      catalog: '<< /Type /Catalog /Pages @pages >>',
      pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
      page: `<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] /Contents @content ${page} >>`,
      content,
      ...objects,
    },
  })
}
