/** Converts shadings of RGB and Lab: their functions become tables of inks, and the colours of meshes inks. */
import { deflateSync } from 'node:zlib'
import { PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { asArray, asDict, asNumber, entry } from '../../pdf/read-object.ts'
import { type ColorFunction, evaluateFunction } from '../../pdf/space/function.ts'
import { readFunction } from '../../pdf/space/read-function.ts'
import { separateMesh } from './separate-mesh.ts'
import type { Separator } from './separator.ts'
import { type Defaults, deviceOf, readSource, type SourceSpace } from './source-space.ts'

/** Steps of a table of one input, and of each of two: what lies between them is a straight line. */
const STEPS = 1024
const STEPS_OF_TWO = 96
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
      copy.delete(key('VerticesPerRow'))
      const { Decode, ...numbers } = mesh.entries
      copy.set(key('Decode'), dict.context.obj([...Decode]))
      for (const [name, value] of Object.entries(numbers)) copy.set(key(name), dict.context.obj(value))
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
