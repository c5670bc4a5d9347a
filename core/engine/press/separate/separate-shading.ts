/** Converts shadings of RGB and Lab: their functions become tables of inks, and the colours of meshes inks. */
import { deflateSync } from 'node:zlib'
import { PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { asArray, asDict, asNumber, entry, numberEntry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { type ColorFunction, evaluateFunction } from '../../pdf/space/function.ts'
import { readFunction } from '../../pdf/space/read-function.ts'
import { componentCount } from '../../pdf/space/space.ts'
import type { Inks, Separator } from './separator.ts'
import { type Defaults, deviceOf, readSource, type SourceSpace } from './source-space.ts'

/** Steps of a table of one input, and of each of two: what lies between them is a straight line. */
const STEPS = 1024
const STEPS_OF_TWO = 96
const MOST_MESH_BYTES = 64 << 20
const key = (name: string) => PDFName.of(name)

/** The shading in process colours; null for one that stays as it is. */
export function separateShading(
  shading: PDFObject,
  defaults: Defaults,
  separator: Separator,
): PDFObject | null {
  const dict = asDict(shading)
  if (dict === null) return null
  const source = readSource(dict, entry(dict, 'ColorSpace'), defaults)
  if (source.way === 'keep' || source.space === null || source.space.kind === 'indexed') return null
  const copy = PDFDict.withContext(dict.context)
  for (const [name, value] of dict.entries()) copy.set(name, value)
  copy.set(key('ColorSpace'), deviceOf(source.way))
  let data = shading instanceof PDFRawStream ? shading.contents : null
  if (source.way === 'convert') {
    const background = numbersIn(dict, 'Background')
    const inks = background === null ? null : separator.inksOf(source, [background])
    if (inks?.[0] !== undefined) copy.set(key('Background'), dict.context.obj([...inks[0]]))
    const stated = entry(dict, 'Function')
    if (stated !== null) {
      const table = tableOf(dict, readFunction(dict, stated), source, separator)
      if (table === null) return null
      copy.set(key('Function'), dict.context.register(table))
    } else {
      const mesh = shading instanceof PDFRawStream ? separateMesh(shading, source, separator) : null
      if (mesh === null) return null
      data = deflateSync(mesh.data)
      copy.set(key('Filter'), key('FlateDecode'))
      copy.delete(key('DecodeParms'))
      copy.set(key('Decode'), dict.context.obj([...mesh.decode]))
      copy.set(key('BitsPerComponent'), dict.context.obj(16))
    }
    separator.counts.shading += 1
  }
  return data === null ? copy : PDFRawStream.of(copy, data)
}

const numbersIn = (dict: PDFDict, name: string) =>
  asArray(dict, entry(dict, name))?.map((item) => asNumber(item) ?? 0) ?? null

/** A sampled function (7.10.2) of 16 bits. */
function tableOf(
  { context }: PDFDict,
  fn: ColorFunction | null,
  source: SourceSpace,
  separator: Separator,
): PDFRawStream | null {
  const domain = fn === null ? null : domainOf(fn)
  if (fn === null || domain === null || domain.length > 2) return null
  const steps = domain.length === 1 ? STEPS : STEPS_OF_TWO
  const at = (axis: number, step: number) => {
    const [low, high] = domain[axis]!
    return low + (step / (steps - 1)) * (high - low)
  }
  const inputs = Array.from({ length: steps ** domain.length }, (_, index) =>
    domain.map((_pair, axis) => at(axis, axis === 0 ? index % steps : Math.floor(index / steps))),
  )
  const colors: (readonly number[])[] = []
  for (const input of inputs) {
    const color = evaluateFunction(fn, input)
    if (color === null) return null
    colors.push(color)
  }
  const inks = separator.inksOf(source, colors)
  const samples = Buffer.alloc(inks.length * 8)
  for (const [index, color] of inks.entries())
    for (const [part, ink] of color.entries())
      samples.writeUInt16BE(Math.round(ink * 65_535), index * 8 + part * 2)
  return context.flateStream(samples, {
    FunctionType: 0,
    Domain: domain.flat(),
    Range: [0, 1, 0, 1, 0, 1, 0, 1],
    Size: domain.map(() => steps),
    BitsPerSample: 16,
  }) as PDFRawStream
}

function domainOf(fn: ColorFunction): readonly (readonly [number, number])[] | null {
  if (fn.kind !== 'parallel') return fn.domain
  const [first] = fn.functions
  return first === undefined ? null : domainOf(first)
}

/** Points of the first patch or vertex and colours of it, by the type of the mesh and the flag that stands before it. */
function partsOf(type: number, flag: number): { readonly points: number; readonly colors: number } {
  if (type === 4 || type === 5) return { points: 1, colors: 1 }
  const whole = type === 6 ? 12 : 16
  return flag === 0 ? { points: whole, colors: 4 } : { points: whole - 4, colors: 2 }
}

/** The mesh with each colour in inks of 16 bits. Null where its data cannot be read. */
function separateMesh(
  shading: PDFRawStream,
  source: SourceSpace,
  separator: Separator,
): { readonly data: Uint8Array; readonly decode: readonly number[] } | null {
  const { dict } = shading
  const number = (name: string) => numberEntry(dict, name) ?? 0
  const [type, coordinate, component, flagBits] = [
    number('ShadingType'),
    number('BitsPerCoordinate'),
    number('BitsPerComponent'),
    number('BitsPerFlag'),
  ]
  const decode = numbersIn(dict, 'Decode') ?? []
  const bytes = decodeStream(shading, MOST_MESH_BYTES)
  const count = source.space === null ? 0 : componentCount(source.space)
  if (bytes === null || coordinate < 1 || component < 1 || decode.length < 4 + count * 2) return null
  const reader = bitReader(bytes)
  const pieces: { readonly at: number; readonly bits: readonly (readonly [number, number])[] }[] = []
  const colors: number[][] = []
  const flags = type === 5 ? 0 : flagBits
  while (reader.left() >= flags + coordinate * 2 + component * count) {
    const flag = flags === 0 ? 0 : reader.read(flags)
    const { points, colors: many } = partsOf(type, flag & 3)
    if (reader.left() < points * 2 * coordinate + many * count * component) break
    const bits: [number, number][] = flags === 0 ? [] : [[flags, flag]]
    for (let point = 0; point < points * 2; point += 1) bits.push([coordinate, reader.read(coordinate)])
    pieces.push({ at: colors.length, bits })
    for (let color = 0; color < many; color += 1)
      colors.push(
        Array.from({ length: count }, (_, part) => {
          const [low = 0, high = 1] = decode.slice(4 + part * 2, 6 + part * 2)
          return low + (reader.read(component) / (2 ** component - 1)) * (high - low)
        }),
      )
    // Each vertex and each patch begins with a whole byte (8.7.4.5.5).
    reader.align()
  }
  const inks = separator.inksOf(source, colors)
  return {
    data: written(pieces, inks, colors.length),
    decode: [...decode.slice(0, 4), 0, 1, 0, 1, 0, 1, 0, 1],
  }
}

function written(
  pieces: readonly { readonly at: number; readonly bits: readonly (readonly [number, number])[] }[],
  inks: readonly Inks[],
  count: number,
): Uint8Array {
  const writer = bitWriter()
  for (const [index, { at, bits }] of pieces.entries()) {
    for (const [width, value] of bits) writer.write(width, value)
    for (const color of inks.slice(at, pieces[index + 1]?.at ?? count))
      for (const ink of color) writer.write(16, Math.round(ink * 65_535))
    writer.align()
  }
  return writer.bytes()
}

function bitReader(bytes: Uint8Array) {
  let at = 0
  return {
    left: () => bytes.length * 8 - at,
    align: () => {
      at = Math.ceil(at / 8) * 8
    },
    read(count: number): number {
      let value = 0
      for (let bit = 0; bit < count; bit += 1, at += 1)
        value = value * 2 + ((bytes[at >> 3]! >> (7 - (at & 7))) & 1)
      return value
    },
  }
}

function bitWriter() {
  const out: number[] = []
  let [current, filled] = [0, 0]
  return {
    write(count: number, value: number) {
      for (let bit = count - 1; bit >= 0; bit -= 1) {
        current = current * 2 + (Math.floor(value / 2 ** bit) % 2)
        filled += 1
        if (filled === 8) {
          out.push(current)
          current = 0
          filled = 0
        }
      }
    },
    align() {
      if (filled > 0) out.push(current << (8 - filled))
      current = 0
      filled = 0
    },
    bytes: () => Uint8Array.from(out),
  }
}
