/** Colour spaces of images and shadings in a view: each component leads straight to the view's red, green and blue. */
import { PDFArray, type PDFContext, PDFHexString, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { type ColorSpace, componentBounds, componentCount, tableEntry } from '../../pdf/space/space.ts'
import {
  GAMUT_PLATE,
  isProfiled,
  type KnownInks,
  namesOf,
  PROCESS_PLATES,
  SLOT_PLATE,
  type ViewPlates,
  viewColor,
} from './view-inks.ts'

/** A space that says plates: its array or name, and whether whatever is painted in it prints on none of them. */
export interface PlatedSpace {
  readonly object: PDFObject
  readonly blank: boolean
}

export interface SpaceContext {
  readonly context: PDFContext
  readonly plates: ViewPlates
  readonly known: KnownInks
  /** Keeps an object of the view; gives its reference. */
  add(object: PDFObject): PDFObject
}

/**
 * How components come in. An image's samples are spread over what each can be and come as 0 to 1; a shading's
 * functions give the colours themselves, so that L* comes as 0 to 100.
 */
export type Given = 'samples' | 'colors'

/** Null where the space stays unchanged. Component counts stay, so that samples and functions need no change. */
export function platedSpace(space: ColorSpace | null, given: Given, view: SpaceContext): PlatedSpace | null {
  const { context, plates, known } = view
  if (space === null) return null
  const count = componentCount(space)
  if (viewColor(plates, known, space, new Array<number>(count).fill(0)) === null) return null
  if (space.kind === 'indexed') return platedTable(space, view)
  const outputs = outputsOf(space, given, view)
  const domain = given === 'samples' ? new Array(count).fill([0, 1]) : componentBounds(space)
  const blank = outputs.every((output) => output === '1' || output === '0')
  const device = plates === null ? 'DeviceCMYK' : 'DeviceRGB'
  const names = Array.from({ length: count }, (_, at) => PDFName.of(`Part${at + 1}`))
  const table = profiledTable(space, given, view)
  const transform =
    table ?? (count === 1 ? straight(space, view) : program(count, outputs, device === 'DeviceCMYK' ? 4 : 3))
  const object = PDFArray.withContext(context)
  object.push(PDFName.of('DeviceN'))
  object.push(context.obj(names))
  object.push(PDFName.of(device))
  object.push(
    view.add(
      transform instanceof PDFStream
        ? transform
        : typeof transform === 'string'
          ? context.stream(transform, {
              FunctionType: 4,
              Domain: domain.flat(),
              Range: new Array(device === 'DeviceCMYK' ? 4 : 3).fill([0, 1]).flat(),
            })
          : context.obj(transform),
    ),
  )
  return { object: view.add(object), blank }
}

/** One component blends from one colour to another: no program has to be run for each sample. */
function straight(space: ColorSpace, { plates, known }: SpaceContext) {
  const at = (value: number) => [...(viewColor(plates, known, space, [value]) ?? [])]
  return { FunctionType: 2, Domain: [0, 1], C0: at(0), C1: at(1), N: 1 }
}

/** Steps of each component in a table of a profile's inks: what lies between them is a straight line. */
const STEPS = 17

/** RGB and Lab under an output profile: a table of the inks that it makes, as 1 - ink. */
function profiledTable(
  space: ColorSpace,
  given: Given,
  { context, plates, known }: SpaceContext,
): PDFStream | null {
  if (plates === null || known.inksOf === undefined || !isProfiled(space)) return null
  const bounds = componentBounds(space)
  const bytes = new Uint8Array(STEPS ** 3 * 3)
  for (let at = 0; at < STEPS ** 3; at += 1) {
    const steps = [at % STEPS, Math.floor(at / STEPS) % STEPS, Math.floor(at / STEPS ** 2)]
    const parts = bounds.map(([low, high], part) => low + (steps[part]! / (STEPS - 1)) * (high - low))
    bytes.set(
      (viewColor(plates, known, space, parts) ?? [1, 1, 1]).map((value) => Math.round(value * 255)),
      at * 3,
    )
  }
  return context.flateStream(bytes, {
    ...{ FunctionType: 0, BitsPerSample: 8, Size: [STEPS, STEPS, STEPS] },
    Domain: given === 'samples' ? [0, 1, 0, 1, 0, 1] : bounds.flat(),
    Range: [0, 1, 0, 1, 0, 1],
  })
}

/** What each output of a tint transform is, as a calculator program that leaves one number above the components. */
function outputsOf(space: ColorSpace, given: Given, { plates }: SpaceContext): readonly string[] {
  if (plates !== null) return plates.map((plate) => additive(plate, space, given))
  if (space.kind === 'gray') return ['0', '0', '0', '1 c0 sub']
  const names = namesOf(space) ?? []
  return PROCESS_PLATES.map((plate) => (names.includes(plate) ? `c${names.indexOf(plate)}` : '0'))
}

/** 1 - ink. `cN` stands for component N, `max` for the lightest of the first three. */
function additive(plate: string, space: ColorSpace, given: Given): string {
  if (plate === SLOT_PLATE) return '1'
  const names = namesOf(space)
  if (names !== null) {
    const at = names.includes(plate) ? names.indexOf(plate) : names.indexOf('All')
    return at < 0 ? '1' : `1 c${at} sub`
  }
  // A table says how much: see profiledTable.
  if (plate === GAMUT_PLATE) return isProfiled(space) ? 'c0' : '1'
  const at = PROCESS_PLATES.indexOf(plate as (typeof PROCESS_PLATES)[number])
  if (at < 0) return '1'
  if (space.kind === 'cmyk') return `1 c${at} sub`
  if (space.kind === 'gray' || space.kind === 'calGray') return at === 3 ? 'c0' : '1'
  // Decision: pictures in Lab are measured by their lightness alone.
  if (space.kind === 'lab') return at !== 3 ? '1' : given === 'samples' ? 'c0' : 'c0 100 div'
  return at === 3 ? 'max' : `c${at} max dup 0 eq {pop pop 1} {div} ifelse`
}

/** A calculator program that replaces the components on the stack with the outputs. */
function program(count: number, outputs: readonly string[], results: number): string {
  let depth = count
  const words: string[] = []
  for (const output of outputs) {
    const before = depth
    for (const word of output.split(' ')) {
      const component = /^c(\d+)$/.exec(word)?.[1]
      if (component !== undefined) {
        words.push(`${depth - 1 - Number(component)} index`)
        depth += 1
      } else if (word === 'max') {
        words.push(`${depth - 1} index ${depth - 1} index 2 copy lt {exch} if pop`)
        words.push(`${depth - 2} index 2 copy lt {exch} if pop`)
        depth += 1
      } else {
        words.push(word)
        if (/^\d/.test(word)) depth += 1
        if (word === 'sub') depth -= 1
      }
    }
    depth = before + 1
  }
  const drop = new Array(count).fill('pop').join(' ')
  return `{${words.join(' ')} ${count + results} ${results} roll ${drop}}`
}

const MOST_ENTRIES = 256

function platedTable(space: Extract<ColorSpace, { kind: 'indexed' }>, view: SpaceContext): PlatedSpace {
  const { context, plates, known } = view
  const bytes: number[] = []
  const highest = Math.min(Math.floor(space.highest), MOST_ENTRIES - 1)
  for (let index = 0; index <= highest; index += 1) {
    const color = viewColor(plates, known, space.base, tableEntry(space, index)) ?? []
    bytes.push(...color.map((part) => Math.round(part * 255)))
  }
  const nothing = plates === null ? 0 : 255
  const object = PDFArray.withContext(context)
  object.push(PDFName.of('Indexed'))
  object.push(PDFName.of(plates === null ? 'DeviceCMYK' : 'DeviceRGB'))
  object.push(context.obj(highest))
  object.push(PDFHexString.of(Buffer.from(bytes).toString('hex')))
  return { object: view.add(object), blank: bytes.every((byte) => byte === nothing) }
}
