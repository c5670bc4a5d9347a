/** Writes small PDFs whose objects stand in an object stream, behind a cross-reference stream (ISO 32000-1 7.5.7). */
import type { RawObject } from '../../../support/pdf/raw-pdf.ts'

export interface PackedFaults {
  /** Where the cross-reference stream says that the object stream begins. */
  readonly misplaced?: number
  /** An object that the object stream holds under another number. */
  readonly lost?: string
}

/** As rawPdf, of `objects`; all but streams are packed. */
export function packedPdf(objects: Readonly<Record<string, RawObject>>, faults: PackedFaults = {}): Buffer {
  const names = Object.keys(objects)
  const resolved = (text: string) =>
    text.replace(/@([A-Za-z]\w*)/g, (_, name: string) => `${numberOf(name)} 0 R`)
  const numberOf = (name: string) => names.indexOf(name) + 1
  const [container, table] = [names.length + 1, names.length + 2]
  const rows = new Map<number, readonly [number, number, number]>([[0, [0, 0, 255]]])
  const pieces: Buffer[] = [Buffer.from('%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const bytes = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  const addStream = (number: number, entries: string, data: Buffer) => {
    rows.set(number, [1, bytes(), 0])
    const head = `${number} 0 obj\n<< ${entries} /Length ${data.length} >>\nstream\n`
    pieces.push(Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream\nendobj\n'))
  }
  const index: number[] = []
  let packed = ''
  for (const [name, object] of Object.entries(objects)) {
    if (typeof object !== 'string')
      addStream(numberOf(name), resolved(object.entries ?? ''), Buffer.from(object.data as string, 'latin1'))
    else {
      rows.set(numberOf(name), [2, container, index.length / 2])
      index.push(name === faults.lost ? table + 7 : numberOf(name), packed.length)
      packed += `${resolved(object)}\n`
    }
  }
  const first = `${index.join(' ')}\n`
  addStream(
    container,
    `/Type /ObjStm /N ${index.length / 2} /First ${first.length}`,
    Buffer.from(first + packed, 'latin1'),
  )
  if (faults.misplaced !== undefined) rows.set(container, [1, faults.misplaced, 0])
  const start = bytes()
  rows.set(table, [1, start, 0])
  const data = Buffer.alloc((table + 1) * 4)
  for (const [number, [kind, where, place]] of rows) {
    data.writeUInt8(kind, number * 4)
    data.writeUInt16BE(where, number * 4 + 1)
    data.writeUInt8(place, number * 4 + 3)
  }
  addStream(table, `/Type /XRef /Size ${table + 1} /W [1 2 1] /Root ${numberOf('catalog')} 0 R`, data)
  pieces.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(pieces)
}
