/** Walks the content of an appearance: in which tones it paints, and where its text says so. */
import { type PDFDict, PDFStream } from '@cantoo/pdf-lib'
import type { Operand, Operation } from '../../pdf/content.ts'
import { asDict, dictEntry, entry, nameEntry, nameOfBytes, resolve } from '../../pdf/read-object.ts'
import { nameOf, number, numbersOf } from '../../pdf/read-operands.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import { readExtState } from '../content/read-ext-state.ts'
import type { SymbolFonts } from './read-symbol-fonts.ts'
import { DEVICE_GRAY, initialTone, type Tone, type TonePlace, toneOf } from './tones.ts'

type Role = 'fill' | 'stroke'

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

export interface ToneState {
  readonly fill: Tone
  readonly stroke: Tone
  readonly fillSpace: ColorSpace | null
  readonly strokeSpace: ColorSpace | null
  readonly fillOverprint: boolean
  readonly strokeOverprint: boolean
  readonly textMode: number
  readonly font: string | null
}

/** What is found while an appearance is walked. */
export interface FoundTones {
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
  spend(): boolean
  readonly fonts: SymbolFonts
  /** Any dictionary of the document. */
  readonly owner: PDFDict
  readonly above: Set<PDFStream>
  /** Walks a form that is painted. */
  form(stream: PDFStream, outer: PDFDict | null, state: ToneState): AppearancePart | null
}

export interface ToneWalk {
  state: ToneState
  readonly saved: ToneState[]
  readonly found: FoundTones
  named(category: string, name: string | null): ReturnType<typeof resolve>
  set(operation: Operation, role: Role, tone: Tone): void
  paint(roles: readonly Role[]): void
  form(name: string, stream: PDFStream): void
  font(name: string, isSymbols: boolean): void
  space(name: string): void
}

export function createToneWalk(
  content: Uint8Array,
  resources: PDFDict | null,
  state: ToneState,
  found: FoundTones,
) {
  const pieces: (string | TonePlace)[] = []
  const forms = new Map<string, AppearancePart>()
  const fonts = new Map<string, boolean>()
  const spaces = new Set<string>()
  let copied = 0
  const latin1 = (from: number, to: number) => Buffer.from(content.subarray(from, to)).toString('latin1')
  const walk: ToneWalk = {
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
      const part = found.form(stream, resources, walk.state)
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

type Handler = (walk: ToneWalk, operation: Operation) => void

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
      ...{ DeviceGray: DEVICE_GRAY, DeviceRGB: { kind: 'rgb' }, DeviceCMYK: { kind: 'cmyk' } },
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

function showText(walk: ToneWalk, { operands }: Operation): void {
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

function paintXObject(walk: ToneWalk, { operands }: Operation): void {
  const name = nameOf(operands.at(-1))
  const object = walk.named('XObject', name)
  if (name === null || !(object instanceof PDFStream)) return
  if (nameEntry(object.dict, 'Subtype') === 'Form') walk.form(name, object)
  else if (entry(object.dict, 'ImageMask')?.toString() === 'true') walk.paint(['fill'])
  else walk.found.own = true
}

function paintInlineImage(walk: ToneWalk, { inlineImage }: Operation): void {
  const space = nameOf(inlineImage?.dict.get('CS') ?? inlineImage?.dict.get('ColorSpace'))
  if (space !== null) walk.space(space)
  if ((inlineImage?.dict.get('IM') ?? inlineImage?.dict.get('ImageMask')) === true) walk.paint(['fill'])
  else walk.found.own = true
}

function setExtState(walk: ToneWalk, { operands }: Operation): void {
  const dict = asDict(walk.named('ExtGState', nameOf(operands.at(-1))))
  if (dict === null) return
  const stated = readExtState(dict)
  const { font, settings } = stated
  const { fillOpaque, strokeOpaque, normalBlend, softMask } = settings
  const { found, state } = walk
  walk.state = {
    ...state,
    fillOverprint: settings.fillOverprint ?? state.fillOverprint,
    strokeOverprint: settings.strokeOverprint ?? state.strokeOverprint,
  }
  found.transparent ||=
    fillOpaque === false || strokeOpaque === false || normalBlend === false || softMask === true
  // A font that is set in this way has no name by which it could be embedded.
  if (font !== null) found.usable = false
}

const paints = (...roles: Role[]): Handler => {
  return (walk) => walk.paint(roles)
}

export const TONE_OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
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
