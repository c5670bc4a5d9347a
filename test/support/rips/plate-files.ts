/** Reads the plates that RIPs write: Ghostscript's one-channel TIFFs and MuPDF's PSDs with spot channels. */

export interface Plate {
  readonly width: number
  readonly height: number
  /** One byte a pixel, rows from the top: 0 no ink, 255 solid. */
  readonly ink: Uint8Array
}

/** An uncompressed 8 bit TIFF of one channel (TIFF 6.0); white is no ink. */
export function readTiffPlate(file: Uint8Array): Plate {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const little = file[0] === 0x49
  const directory = view.getUint32(4, little)
  const tags = new Map<number, readonly number[]>()
  for (let entry = 0; entry < view.getUint16(directory, little); entry++) {
    const at = directory + 2 + entry * 12
    const size = view.getUint16(at + 2, little) === 3 ? 2 : 4
    const count = view.getUint32(at + 4, little)
    if (count > 1_000_000) continue
    const values = size * count <= 4 ? at + 8 : view.getUint32(at + 8, little)
    tags.set(
      view.getUint16(at, little),
      Array.from({ length: count }, (_, index) =>
        size === 2
          ? view.getUint16(values + index * 2, little)
          : values + index * 4 + 4 <= file.length
            ? view.getUint32(values + index * 4, little)
            : 0,
      ),
    )
  }
  const tag = (number: number) => tags.get(number)?.[0] ?? 0
  if (tag(259) !== 1 || tag(258) !== 8 || tag(277) > 1) throw new Error('Not an uncompressed 8 bit plate.')
  const [width, height] = [tag(256), tag(257)]
  const blackIsZero = tag(262) === 1
  const ink = new Uint8Array(width * height)
  let filled = 0
  for (const [strip, offset] of (tags.get(273) ?? []).entries()) {
    const length = tags.get(279)?.[strip] ?? 0
    ink.set(file.subarray(offset, offset + length), filled)
    filled += length
  }
  if (blackIsZero) invert(ink)
  return { width, height, ink }
}

const PROCESS = ['Cyan', 'Magenta', 'Yellow', 'Black']
const ALPHA_NAMES_RESOURCE = 1006

/** An 8 bit CMYK Photoshop file, or one plate of it; spot channels carry the names of image resource 1006. */
export function readPsdPlates(file: Uint8Array, only?: string): Map<string, Plate> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const channels = view.getUint16(12)
  const [height, width] = [view.getUint32(14), view.getUint32(18)]
  let at = 26
  at += 4 + view.getUint32(at)
  const resources = file.subarray(at + 4, at + 4 + view.getUint32(at))
  at += 4 + resources.length
  at += 4 + view.getUint32(at)
  const compression = view.getUint16(at)
  at += 2
  const names = [...PROCESS, ...spotNames(resources)]
  const plates = new Map<string, Plate>()
  // PackBits: the lengths of all rows stand first, those of one channel after those of the other.
  let from = compression === 0 ? at : at + channels * height * 2
  for (const [channel, name] of names.slice(0, channels).entries()) {
    let length = compression === 0 ? width * height : 0
    if (compression !== 0)
      for (let row = 0; row < height; row++) length += view.getUint16(at + (channel * height + row) * 2)
    const packed = file.subarray(from, from + length)
    from += length
    if (only !== undefined && name !== only) continue
    const ink = compression === 0 ? packed.slice() : unpackBits(packed, width * height)
    invert(ink)
    plates.set(name, { width, height, ink })
  }
  return plates
}

/** Four pixels at a time, but where they begin elsewhere than a word does: a page has up to forty million. */
function invert(ink: Uint8Array): void {
  const isAligned = ink.byteOffset % 4 === 0
  const words = new Uint32Array(ink.buffer, isAligned ? ink.byteOffset : 0, isAligned ? ink.length >> 2 : 0)
  for (let at = 0; at < words.length; at++) words[at] = ~words[at]!
  for (let at = words.length * 4; at < ink.length; at++) ink[at] = 255 - ink[at]!
}

function spotNames(resources: Uint8Array): readonly string[] {
  const view = new DataView(resources.buffer, resources.byteOffset, resources.byteLength)
  const names: string[] = []
  let at = 0
  while (at + 12 <= resources.length) {
    const id = view.getUint16(at + 4)
    const nameLength = 1 + resources[at + 6]!
    const start = at + 6 + nameLength + (nameLength % 2)
    const length = view.getUint32(start)
    if (id === ALPHA_NAMES_RESOURCE) {
      for (let name = start + 4; name < start + 4 + length; name += 1 + resources[name]!) {
        names.push(Buffer.from(resources.subarray(name + 1, name + 1 + resources[name]!)).toString('utf8'))
      }
    }
    at = start + 4 + length + (length % 2)
  }
  return names
}

function unpackBits(packed: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(size)
  let from = 0
  let to = 0
  while (to < result.length && from < packed.length) {
    const control = packed[from++]!
    if (control < 128) {
      result.set(packed.subarray(from, from + control + 1), to)
      from += control + 1
      to += control + 1
    } else if (control > 128) {
      result.fill(packed[from++]!, to, to + 257 - control)
      to += 257 - control
    }
  }
  return result
}
