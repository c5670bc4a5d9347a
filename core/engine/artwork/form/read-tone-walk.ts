/** Looks at the content of an appearance: in which tones it paints, and where its text says so. */
import { type PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { PLAIN_LAYER } from '../../pdf/read-layers.ts'
import { entry, nameEntry } from '../../pdf/read-object.ts'
import { isStencil, isTextual, nameOf } from '../../pdf/read-operands.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import type { ContentRun } from '../content/content-run.ts'
import type { ContentVisitor, Role } from '../content/content-visitor.ts'
import { isTransparent } from '../content/read-ext-state.ts'
import type { SymbolFonts } from './read-symbol-fonts.ts'
import { initialTone, type Tone, type TonePlace, toneOf } from './tones.ts'

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

export interface ToneColor {
  readonly tone: Tone
  readonly space: ColorSpace | null
}

type Run = ContentRun<ToneColor>

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
  /** False once there are more operations than an appearance can have. */
  spend(): boolean
  readonly fonts: SymbolFonts
  /** Any dictionary of the document. */
  readonly owner: PDFDict
  /** Walks a form that is painted. */
  form(stream: PDFStream, run: Run): AppearancePart | null
}

const DEVICE_SPACES: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: { kind: 'gray' },
  DeviceRGB: { kind: 'rgb' },
  DeviceCMYK: { kind: 'cmyk' },
}
/** Text modes 0 to 3 fill, stroke, do both, do neither; 4 more add to the clip. */
const TEXT_ROLES: readonly (readonly Role[])[] = [['fill'], ['stroke'], ['fill', 'stroke'], []]

export interface ToneVisitor extends ContentVisitor<ToneColor> {
  /** To be called behind the walk. */
  finish(): Omit<AppearancePart, 'stream' | 'resources'>
}

export function createToneVisitor(content: Uint8Array, found: FoundTones): ToneVisitor {
  const pieces: (string | TonePlace)[] = []
  const forms = new Map<string, AppearancePart>()
  const fonts = new Map<string, boolean>()
  const spaces = new Set<string>()
  let copied = 0
  const latin1 = (from: number, to: number) => Buffer.from(content.subarray(from, to)).toString('latin1')

  const spaceNamed = (run: Run, name: string) =>
    DEVICE_SPACES[name] ?? readSpace(found.owner, run.named('ColorSpace', name))
  const paint = ({ state }: Run, roles: readonly Role[]) => {
    for (const role of roles) {
      const { tone } = state[role]
      found.overprints.add(state.ext[`${role}Overprint`])
      if (tone === 'own') found.own = true
      else if (tone.tint > 0) found.bases.add(tone.base)
      else found.knocks = true
    }
  }
  const paintPicture = (run: Run, isMask: boolean) => {
    if (isMask) paint(run, ['fill'])
    else found.own = true
  }

  return {
    spend: found.spend,
    // Layers count for the widget as a whole.
    layerOf: () => PLAIN_LAYER,
    color(run, role, { space: name, components, pattern }, { start, end }) {
      if (name !== null && components === null) spaces.add(name)
      const space = name === null ? run.state[role].space : spaceNamed(run, name)
      const stated = components === null ? initialTone(space) : toneOf(space, components)
      const tone = pattern === null ? stated : 'own'
      pieces.push(latin1(copied, start), { tint: tone === 'own' ? 1 : tone.tint, stroke: role === 'stroke' })
      copied = end
      return { tone, space }
    },
    setExtState(_run, _dict, stated) {
      if (stated === null) return
      found.transparent ||= isTransparent(stated)
      // A font that is set in this way has no name by which it could be embedded.
      if (stated.font !== null) found.usable = false
    },
    paintPath: (run, _path, roles) => paint(run, roles),
    showText(run, items) {
      if (!items.some(isTextual)) return 0
      const { font, fontName, mode } = run.state.text
      const state = found.fonts.stateOf(font)
      if (state === 'missing') found.usable = false
      else if (fontName !== null) fonts.set(fontName, state === 'symbols')
      if (font !== null && nameEntry(font, 'Subtype') === 'Type3') found.own = true
      paint(run, TEXT_ROLES[mode % 4] ?? [])
      return 0
    },
    paintImage: (run, { dict }) => paintPicture(run, entry(dict, 'ImageMask')?.toString() === 'true'),
    paintInlineImage(run, { dict }) {
      const space = nameOf(dict.get('CS') ?? dict.get('ColorSpace'))
      if (space !== null) spaces.add(space)
      paintPicture(run, isStencil(dict))
    },
    paintForm(run, form, name) {
      const part = found.form(form, run)
      if (part !== null) forms.set(name, part)
    },
    paintOther(_run, object) {
      if (object instanceof PDFStream) found.own = true
    },
    paintShading() {
      found.own = true
    },
    finish() {
      pieces.push(latin1(copied, content.length))
      return { content: pieces, forms, fonts, spaces }
    },
  }
}
