/** In which inks an appearance paints, and its content with the places cut out where it says so. */
import { type PDFDict, PDFStream } from '@cantoo/pdf-lib'
import type { ColorSpace } from '../color/space.ts'
import { type Operand, type Operation, readContent } from '../press/content.ts'
import { readExtState } from './read-ext-state.ts'
import { asDict, dictEntry, entry, nameEntry, nameOfBytes, resolve } from './read-object.ts'
import { nameOf, number, numbersOf } from './read-operands.ts'
import { readSpace } from './read-space.ts'
import { decodeStream } from './read-stream.ts'
import type { SymbolFonts } from './read-symbol-fonts.ts'

/** A share of one ink: of a plate by its name, or (null) of black. `own` is any colour beside these. */
type Tone = { readonly base: string | null; readonly tint: number } | 'own'
type Role = 'fill' | 'stroke'

/** A place of the content where a colour is set. */
export interface TonePlace {
  readonly tint: number
  readonly stroke: boolean
}

/** One stream of an appearance with the forms that it paints, by their names in its resources. */
export interface AppearancePart {
  readonly stream: PDFStream
  readonly resources: PDFDict | null
  /** Latin-1 text, one character a byte, cut where colours are set. */
  readonly content: readonly (string | TonePlace)[]
  readonly forms: ReadonlyMap<string, AppearancePart>
  /** Names of the fonts that it shows text in; those that are true have to be embedded. */
  readonly fonts: ReadonlyMap<string, boolean>
  /** Names of the colour spaces that it uses. */
  readonly spaces: ReadonlySet<string>
}

export interface AppearanceTones {
  readonly part: AppearancePart
  /** The only ink that it prints in (null for black), or `own` where there are several or other colours. */
  readonly base: string | null | 'own'
  /** It has transparency of its own. */
  readonly transparent: boolean
  /** How much of it overprints. */
  readonly overprint: 'none' | 'some' | 'all'
  /** Bytes of all content. */
  readonly bytes: number
}

interface State {
  readonly fill: Tone
  readonly stroke: Tone
  readonly fillSpace: ColorSpace | null
  readonly strokeSpace: ColorSpace | null
  readonly fillOverprint: boolean
  readonly strokeOverprint: boolean
  readonly textMode: number
  readonly font: string | null
}

const GRAY: ColorSpace = { kind: 'gray' }
const BLACK: Tone = { base: null, tint: 1 }
const INITIAL: State = {
  ...{ fill: BLACK, stroke: BLACK, fillSpace: GRAY, strokeSpace: GRAY },
  ...{ fillOverprint: false, strokeOverprint: false, textMode: 0, font: null },
}
const MAX_NESTING = 8
const MAX_OPERATIONS = 50_000
/** Decision: what a designer draws for a tick is far smaller; what is larger keeps the service's own mark. */
const MAX_BYTES = 1 << 18

/** What is found while an appearance is walked. */
interface Found {
  readonly bases: Set<string | null>
  own: boolean
  /** White: it prints nothing itself, and hides what lies below. */
  knocks: boolean
  usable: boolean
  transparent: boolean
  /** Of what it paints, what overprints and what knocks out. */
  readonly overprints: Set<boolean>
  bytes: number
  operations: number
  readonly fonts: SymbolFonts
  /** Any dictionary of the document. */
  readonly owner: PDFDict
  readonly above: Set<PDFStream>
}

/**
 * `nothing` for one that paints nothing, `unusable` for one that cannot be printed as it is: it cannot be decoded, shows
 * text in a font that the file lacks, or is too large.
 */
export function readTones(stream: PDFStream, fonts: SymbolFonts): AppearanceTones | 'nothing' | 'unusable' {
  const found: Found = {
    ...{ bases: new Set<string | null>(), own: false, knocks: false, usable: true, transparent: false },
    ...{
      overprints: new Set<boolean>(),
      bytes: 0,
      operations: 0,
      fonts,
      owner: stream.dict,
      above: new Set<PDFStream>(),
    },
  }
  const part = walkPart(stream, null, INITIAL, found)
  const paints = found.own || found.knocks || found.bases.size > 0
  if (part === null || !found.usable) return 'unusable'
  if (!paints) return 'nothing'
  const [first, second] = [...found.bases]
  const [over, both] = [found.overprints.has(true), found.overprints.size > 1]
  const overprint = both ? 'some' : over ? 'all' : 'none'
  const single = !found.own && first !== undefined && second === undefined
  return { part, base: single ? first : 'own', transparent: found.transparent, overprint, bytes: found.bytes }
}

function walkPart(
  stream: PDFStream,
  outer: PDFDict | null,
  state: State,
  found: Found,
): AppearancePart | null {
  const content = decodeStream(stream, MAX_BYTES - found.bytes)
  if (content === null || found.above.has(stream) || found.above.size >= MAX_NESTING) {
    found.usable = false
    return null
  }
  found.bytes += content.length
  found.transparent ||= dictEntry(stream.dict, 'Group') !== null
  // A form without resources of its own takes those of what paints it (ISO 32000-1 7.8.3).
  const resources = dictEntry(stream.dict, 'Resources') ?? outer
  const walk = createWalk(content, resources, state, found)
  found.above.add(stream)
  for (const operation of readContent(content)) {
    found.operations += 1
    if (found.operations > MAX_OPERATIONS) found.usable = false
    if (!found.usable) break
    OPERATORS.get(operation.operator)?.(walk, operation)
  }
  found.above.delete(stream)
  return { stream, resources, ...walk.finish() }
}

interface Walk {
  state: State
  readonly saved: State[]
  readonly found: Found
  named(category: string, name: string | null): ReturnType<typeof resolve>
  set(operation: Operation, role: Role, tone: Tone): void
  paint(roles: readonly Role[]): void
  form(name: string, stream: PDFStream): void
  font(name: string, isSymbols: boolean): void
  space(name: string): void
}

function createWalk(content: Uint8Array, resources: PDFDict | null, state: State, found: Found) {
  const pieces: (string | TonePlace)[] = []
  const forms = new Map<string, AppearancePart>()
  const fonts = new Map<string, boolean>()
  const spaces = new Set<string>()
  let copied = 0
  const latin1 = (from: number, to: number) => Buffer.from(content.subarray(from, to)).toString('latin1')
  const walk: Walk = {
    state,
    saved: [],
    found,
    named(category, name) {
      const dict = resources === null ? null : dictEntry(resources, category)
      return dict === null || name === null ? null : resolve(dict, dict.get(nameOfBytes(name)))
    },
    set({ start, end }, role, tone) {
      walk.state = { ...walk.state, [role]: tone }
      pieces.push(latin1(copied, start), { tint: tone === 'own' ? 1 : tone.tint, stroke: role === 'stroke' })
      copied = end
    },
    paint(roles) {
      for (const role of roles) {
        const tone = walk.state[role]
        found.overprints.add(walk.state[`${role}Overprint`])
        if (tone === 'own') found.own = true
        else if (tone.tint > 0) found.bases.add(tone.base)
        else found.knocks = true
      }
    },
    form(name, stream) {
      const part = walkPart(stream, resources, walk.state, found)
      if (part !== null) forms.set(name, part)
    },
    font: (name, isSymbols) => fonts.set(name, isSymbols),
    space: (name) => spaces.add(name),
  }
  return Object.assign(walk, {
    finish() {
      pieces.push(latin1(copied, content.length))
      return { content: pieces, forms, fonts, spaces }
    },
  })
}

/** ISO 32000-1 8.6.6.4: `All` is every plate and `None` is none. */
const NO_INKS = new Set(['All', 'None', ''])
const TOLERANCE = 0.002

function toneOf(space: ColorSpace | null, components: readonly number[]): Tone {
  const [first = 0, second = 0, third = 0, fourth = 0] = components
  switch (space?.kind) {
    case 'gray':
    case 'calGray':
      return { base: null, tint: unit(1 - first) }
    case 'rgb':
    case 'calRgb': {
      const spread = Math.max(first, second, third) - Math.min(first, second, third)
      return spread > TOLERANCE ? 'own' : { base: null, tint: unit(1 - first) }
    }
    case 'cmyk':
      return Math.max(first, second, third) > TOLERANCE ? 'own' : { base: null, tint: unit(fourth) }
    case 'inks': {
      const [name = ''] = space.names
      return space.names.length > 1 || NO_INKS.has(name) ? 'own' : { base: name, tint: unit(first) }
    }
    default:
      return 'own'
  }
}

function unit(value: number): number {
  return Math.min(Math.max(Math.round(value * 1e4) / 1e4, 0), 1)
}

/** ISO 32000-1 8.6: the colour that a space begins with. */
function initialTone(space: ColorSpace | null): Tone {
  if (space === null) return 'own'
  return toneOf(
    space,
    space.kind === 'inks' ? space.names.map(() => 1) : space.kind === 'cmyk' ? [0, 0, 0, 1] : [0, 0, 0],
  )
}

type Handler = (walk: Walk, operation: Operation) => void

function setDevice(role: Role, kind: 'gray' | 'rgb' | 'cmyk'): Handler {
  return (walk, operation) => {
    walk.set(operation, role, toneOf({ kind }, numbersOf(operation.operands)))
    walk.state = { ...walk.state, [`${role}Space`]: { kind } }
  }
}

function setSpace(role: Role): Handler {
  return (walk, operation) => {
    const name = nameOf(operation.operands.at(-1))
    const device: Readonly<Record<string, ColorSpace>> = {
      ...{ DeviceGray: GRAY, DeviceRGB: { kind: 'rgb' }, DeviceCMYK: { kind: 'cmyk' } },
    }
    const space = device[name ?? ''] ?? readSpace(walk.found.owner, walk.named('ColorSpace', name))
    if (name !== null) walk.space(name)
    walk.set(operation, role, initialTone(space))
    walk.state = { ...walk.state, [`${role}Space`]: space }
  }
}

function setColor(role: Role): Handler {
  return (walk, operation) => {
    const space = walk.state[`${role}Space`]
    const isPattern = nameOf(operation.operands.at(-1)) !== null
    walk.set(operation, role, isPattern ? 'own' : toneOf(space, numbersOf(operation.operands)))
  }
}

/** Text modes 0 to 3 fill, stroke, do both, do neither; 4 more add to the clip. */
const TEXT_ROLES: readonly (readonly Role[])[] = [['fill'], ['stroke'], ['fill', 'stroke'], []]

function showText(walk: Walk, { operands }: Operation): void {
  if (!operands.some(hasText)) return
  const { font: name, textMode } = walk.state
  const font = asDict(walk.named('Font', name))
  const state = walk.found.fonts.stateOf(font)
  if (state === 'missing') walk.found.usable = false
  else if (name !== null) walk.font(name, state === 'symbols')
  if (font !== null && nameEntry(font, 'Subtype') === 'Type3') walk.found.own = true
  walk.paint(TEXT_ROLES[textMode % 4] ?? [])
}

function hasText(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false
  if (operand.kind === 'string') return operand.bytes.length > 0
  return operand.kind === 'array' && operand.items.some(hasText)
}

function paintXObject(walk: Walk, { operands }: Operation): void {
  const name = nameOf(operands.at(-1))
  const object = walk.named('XObject', name)
  if (name === null || !(object instanceof PDFStream)) return
  if (nameEntry(object.dict, 'Subtype') === 'Form') walk.form(name, object)
  else if (entry(object.dict, 'ImageMask')?.toString() === 'true') walk.paint(['fill'])
  else walk.found.own = true
}

function paintInlineImage(walk: Walk, { inlineImage }: Operation): void {
  const space = nameOf(inlineImage?.dict.get('CS') ?? inlineImage?.dict.get('ColorSpace'))
  if (space !== null) walk.space(space)
  if ((inlineImage?.dict.get('IM') ?? inlineImage?.dict.get('ImageMask')) === true) walk.paint(['fill'])
  else walk.found.own = true
}

function setExtState(walk: Walk, { operands }: Operation): void {
  const dict = asDict(walk.named('ExtGState', nameOf(operands.at(-1))))
  if (dict === null) return
  const stated = readExtState(dict)
  const { fillOpaque, strokeOpaque, normalBlend, softMask, font } = stated
  const { found, state } = walk
  walk.state = {
    ...state,
    fillOverprint: stated.fillOverprint ?? state.fillOverprint,
    strokeOverprint: stated.strokeOverprint ?? state.strokeOverprint,
  }
  found.transparent ||=
    fillOpaque === false || strokeOpaque === false || normalBlend === false || softMask === true
  // A font that is set in this way has no name by which it could be embedded.
  if (font !== undefined) found.usable = false
}

const paints = (...roles: Role[]): Handler => {
  return (walk) => walk.paint(roles)
}

const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', (walk) => void walk.saved.push(walk.state)],
  [
    'Q',
    (walk) => {
      walk.state = walk.saved.pop() ?? walk.state
    },
  ],
  ['gs', setExtState],
  ['g', setDevice('fill', 'gray')],
  ['G', setDevice('stroke', 'gray')],
  ['rg', setDevice('fill', 'rgb')],
  ['RG', setDevice('stroke', 'rgb')],
  ['k', setDevice('fill', 'cmyk')],
  ['K', setDevice('stroke', 'cmyk')],
  ['cs', setSpace('fill')],
  ['CS', setSpace('stroke')],
  ['sc', setColor('fill')],
  ['scn', setColor('fill')],
  ['SC', setColor('stroke')],
  ['SCN', setColor('stroke')],
  ...['f', 'F', 'f*'].map((operator): [string, Handler] => [operator, paints('fill')]),
  ...['s', 'S'].map((operator): [string, Handler] => [operator, paints('stroke')]),
  ...['b', 'B', 'b*', 'B*'].map((operator): [string, Handler] => [operator, paints('fill', 'stroke')]),
  [
    'Tr',
    (walk, { operands }) => {
      walk.state = { ...walk.state, textMode: Math.min(Math.max(Math.trunc(number(operands, 0)), 0), 7) }
    },
  ],
  [
    'Tf',
    (walk, { operands }) => {
      walk.state = { ...walk.state, font: nameOf(operands[0]) }
    },
  ],
  ...['Tj', 'TJ', "'", '"'].map((operator): [string, Handler] => [operator, showText]),
  ['Do', paintXObject],
  ['EI', paintInlineImage],
  [
    'sh',
    ({ found }) => {
      found.own = true
    },
  ],
])
