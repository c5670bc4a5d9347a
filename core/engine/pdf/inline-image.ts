/** Finds where the data of an inline image (ISO 32000-1 8.9.7) ends: nothing in the file states it. */
import type { Operand } from './content.ts'
import { isWhite } from './lexer.ts'

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  CalGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
  Indexed: 1,
}

/** Bytes of the image where it is not filtered and its colour space says its components; else null. */
export function unfilteredSize(dict: ReadonlyMap<string, Operand>): number | null {
  const either = (short: string, long: string) => dict.get(short) ?? dict.get(long)
  // ISO 32000-2 adds the length itself.
  const stated = either('L', 'Length')
  if (typeof stated === 'number' && stated > 0) return stated
  const filter = either('F', 'Filter')
  if (filter !== undefined && filter !== null) {
    const none = typeof filter === 'object' && filter.kind === 'array' && filter.items.length === 0
    if (!none) return null
  }
  const width = either('W', 'Width')
  const height = either('H', 'Height')
  if (typeof width !== 'number' || typeof height !== 'number') return null
  if (either('IM', 'ImageMask') === true) return Math.ceil(width / 8) * height
  const bits = either('BPC', 'BitsPerComponent')
  const components = componentsOf(either('CS', 'ColorSpace'))
  if (typeof bits !== 'number' || components === null) return null
  return Math.ceil((width * components * bits) / 8) * height
}

function componentsOf(space: Operand | undefined): number | null {
  const first = typeof space === 'object' && space?.kind === 'array' ? space.items[0] : space
  if (typeof first !== 'object' || first === null || first.kind !== 'name') return null
  return COMPONENTS[first.value] ?? null
}

interface ImageEnd {
  readonly dataEnd: number
  /** Past the `EI`. */
  readonly operatorEnd: number
}

/** Null where no plausible `EI` follows. `size` is trusted only if an `EI` stands right after it. */
export function findInlineImageEnd(bytes: Uint8Array, start: number, size: number | null): ImageEnd | null {
  if (size !== null && start + size <= bytes.length) {
    let at = start + size
    while (at < start + size + 4 && at < bytes.length && isWhite(bytes[at])) at++
    if (isEnd(bytes, at)) return { dataEnd: start + size, operatorEnd: at + 2 }
  }
  let fallback: ImageEnd | null = null
  for (let at = bytes.indexOf(0x45, start); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (!isEnd(bytes, at) || (at > start && !isWhite(bytes[at - 1]))) continue
    const end = { dataEnd: Math.max(start, at - 1), operatorEnd: at + 2 }
    if (contentFollows(bytes, at + 2)) return end
    fallback ??= end
  }
  return fallback
}

function isEnd(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) return false
  // Some writers glue the next operator's bracket or name to it.
  return isWhite(bytes[at + 2]) || bytes[at + 2] === 0x2f || bytes[at + 2] === 0x5b
}

const OPERATORS = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re ' +
    'RG rg ri s S sc SC scn SCN sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y'
  ).split(' '),
)

/** Does readable content stand here: printable bytes whose first word is an operator. */
function contentFollows(bytes: Uint8Array, from: number): boolean {
  const end = Math.min(bytes.length, from + 64)
  let text = ''
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!
    if (!isWhite(byte) && (byte < 0x20 || byte > 0x7e)) {
      // Only a string may hold such a byte; one in the first few is binary data.
      if (at < from + 15) return false
      break
    }
    text += String.fromCharCode(byte)
  }
  const words = text.split(/[\0\t\n\f\r ]+/).filter((word) => word !== '')
  const first = words.findIndex((word) => /^[A-Za-z]/.test(word))
  if (first < 0) return true
  // The last word may be cut short.
  const isCut = first === words.length - 1 && bytes.length > end
  return OPERATORS.has(words[first]!) || isCut
}
