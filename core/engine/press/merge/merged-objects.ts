/** Objects that follow a body, streamed: only where each one stands is kept, eight bytes an object. */
import { createHash } from 'node:crypto'
import type { Plan } from '../plan.ts'
import { identityOf, partBytes, type TailPart } from '../tail/tail-part.ts'

/** Offsets are kept in blocks, so that growing never copies them. */
const BLOCK = 1 << 14
const ENTRIES_PER_CHUNK = 4096

export interface MergedObjects {
  /** Offset of the next byte in the file. */
  readonly offset: number
  /** Number of the next new object. */
  readonly nextNumber: number
  /** A number for an object that must be written later. */
  allocate(): number
  /** Writes an object under an allocated number, or in place of one of the body's. */
  write(object: number, body: string, stream?: TailPart): void
  /** Writes a new object and answers its number. */
  add(body: string, stream?: TailPart): number
  /** Bytes written since the last call. */
  takeParts(): readonly TailPart[]
  /** As takeParts, where no file is among it. */
  takeBytes(): Uint8Array
  /** The cross-reference section and the trailer, once everything is taken; nothing may be written any more. */
  finish(): Generator<Uint8Array>
  /** The last string of the trailer's /ID, 32 hex digits, once everything is written. */
  readonly fileId: string
}

/** `name` is in the /ID of the file. */
export function createMergedObjects(plan: Plan, name: string): MergedObjects {
  const blocks: Float64Array[] = []
  const redefined = new Map<number, number>()
  const hash = createHash('sha256').update(plan.bodySha256).update(name)
  let fileId = ''
  let offset = plan.bodyBytes
  let nextNumber = plan.size
  let pending: TailPart[] = []
  let pendingText = ''

  const flushText = () => {
    if (pendingText !== '') pending.push(latin1(pendingText))
    pendingText = ''
  }
  const pushText = (text: string) => {
    pendingText += text
    offset += text.length
  }
  const place = (object: number) => {
    if (object < plan.size) {
      redefined.set(object, offset)
      return
    }
    const block = blocks[Math.floor((object - plan.size) / BLOCK)]
    if (block === undefined || object >= nextNumber) throw new Error(`Object ${object} was not allocated.`)
    block[(object - plan.size) % BLOCK] = offset
  }
  const allocate = () => {
    if ((nextNumber - plan.size) % BLOCK === 0) blocks.push(new Float64Array(BLOCK))
    nextNumber += 1
    return nextNumber - 1
  }
  const write = (object: number, body: string, stream?: TailPart) => {
    place(object)
    if (stream === undefined) {
      pushText(`${object} 0 obj\n${body}\nendobj\n`)
      return
    }
    pushText(`${object} 0 obj\n<<${body} /Length ${partBytes(stream)}>>\nstream\n`)
    flushText()
    pending.push(stream)
    offset += partBytes(stream)
    pushText('\nendstream\nendobj\n')
  }
  const takeParts = () => {
    flushText()
    const taken = pending
    pending = []
    for (const part of taken) hash.update(identityOf(part))
    return taken
  }
  const takeBytes = () =>
    Buffer.concat(
      takeParts().map((part) => {
        if (part instanceof Uint8Array) return part
        throw new Error(`The file ${part.sha256} was not written before it was painted.`)
      }),
    )

  /** A subsection for each redefined object and one for all new ones (7.5.4). */
  function* crossReferences(): Generator<string> {
    yield 'xref\n'
    for (const [object, at] of [...redefined].sort(([a], [b]) => a - b)) yield `${object} 1\n${entryOf(at)}`
    yield `${plan.size} ${nextNumber - plan.size}\n`
    for (let object = plan.size; object < nextNumber; ) {
      let text = ''
      const end = Math.min(nextNumber, object + ENTRIES_PER_CHUNK)
      for (; object < end; object += 1) {
        const at = blocks[Math.floor((object - plan.size) / BLOCK)]?.[(object - plan.size) % BLOCK] ?? 0
        if (at === 0) throw new Error(`Object ${object} was allocated and never written.`)
        text += entryOf(at)
      }
      yield text
    }
  }

  return {
    get offset() {
      return offset
    },
    get nextNumber() {
      return nextNumber
    },
    get fileId() {
      return fileId
    },
    allocate,
    write,
    add(body, stream) {
      const object = allocate()
      write(object, body, stream)
      return object
    },
    takeParts,
    takeBytes,
    *finish() {
      const startXref = offset
      for (const text of crossReferences()) {
        pushText(text)
        yield takeBytes()
      }
      const info = plan.infoObject === null ? '' : ` /Info ${plan.infoObject} 0 R`
      fileId = hash.copy().digest('hex').slice(0, 32)
      pushText(
        `trailer\n<</Size ${nextNumber} /Root ${plan.rootObject} 0 R${info} /Prev ${plan.startXref} ` +
          `/ID [<${plan.fileId}> <${fileId}>]>>\nstartxref\n${startXref}\n%%EOF\n`,
      )
      yield takeBytes()
    },
  }
}

function entryOf(offset: number): string {
  return `${`${offset}`.padStart(10, '0')} 00000 n \n`
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
