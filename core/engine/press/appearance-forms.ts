/** Writes the appearances of a form's choices into the body as forms of their own, and plans how tails print them. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { UsedAppearance } from '../artwork/form/appearances.ts'
import type { SymbolFonts } from '../artwork/form/read-symbol-fonts.ts'
import type { AppearancePart } from '../artwork/form/read-tone-walk.ts'
import { concat } from '../geometry/matrix.ts'
import { contentSize, fieldMatrix } from '../layout/matrix.ts'
import type { Appearance } from '../pdf/read-annotations.ts'
import { asArray, asName, dictEntry, nameOfBytes, resolve } from '../pdf/read-object.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import type { WrittenBody } from '../pdf/write-body.ts'
import type { SceneField } from '../scene/scene.ts'
import { INK_NAME, MARK_PLATE, toneContent } from './appearance-object.ts'
import type { PlanAppearance, PlanTonedForm } from './plan.ts'

export interface MadeAppearance {
  /** As the designer drew it: what inks, fonts and colours of the artwork are read from. */
  readonly form: PDFStream
  /** The form in the body: as it was drawn or, for one in the ink of its field, on MARK_PLATE. */
  readonly ref: PDFRef
  readonly used: UsedAppearance
  /** Of one in the ink of its field, the streams that it is made of: the appearance itself comes last. */
  readonly toned: readonly TonedPart[]
  /** Names of its plates. */
  readonly inks: readonly string[]
}

interface TonedPart {
  readonly part: AppearancePart
  readonly dict: PDFDict
  /** Forms that it paints, by their places in the list. */
  readonly forms: ReadonlyMap<string, number>
}

export function makeAppearances(
  context: PDFContext,
  list: readonly UsedAppearance[],
  fonts: SymbolFonts,
): MadeAppearance[] {
  const ink = context.obj({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [0, 0, 0, 1], N: 1 })
  const space = context.obj(['Separation', MARK_PLATE, 'DeviceCMYK', ink])
  return list.map((used): MadeAppearance => {
    const matrix = context.obj([...used.look.matrix])
    const form = copyAppearance(context, used.look.part, fonts)
    form.dict.set(PDFName.of('Matrix'), matrix)
    const toned: TonedPart[] = []
    const plain = used.look.overprint !== 'some'
    if (!used.oneColor) return { form, ref: context.register(form), used, toned, inks: namesIn(form.dict) }
    const neutral = copyPart(used.look.part, { context, fonts, space, plain, toned })
    neutral.dict.set(PDFName.of('Matrix'), matrix)
    return { form, ref: context.register(neutral), used, toned, inks: [] }
  })
}

/** The original drawing with the necessary fonts; nothing refers to it yet. */
export function copyAppearance(context: PDFContext, part: AppearancePart, fonts: SymbolFonts): PDFRawStream {
  return copyPart(part, { context, fonts, space: null, plain: false, toned: [] })
}

interface Copying {
  readonly context: PDFContext
  readonly fonts: SymbolFonts
  /** What all colours become tints of; null for colours as they are. */
  readonly space: PDFArray | null
  /** The field then decides on overprint. */
  readonly plain: boolean
  readonly toned: TonedPart[]
}

/** Spaces that stand for those of devices (ISO 32000-1 8.6.5.6). */
const DEFAULTS = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
const KEPT_KEYS = ['BBox', 'Matrix', 'Group', 'OC']

function copyPart(part: AppearancePart, copying: Copying, isWhole = true): PDFRawStream {
  const { context, space, toned } = copying
  const { stream } = part
  const forms = new Map<string, number>()
  const refs = new Map<string, PDFRef>()
  for (const [name, nested] of part.forms) {
    refs.set(name, context.register(copyPart(nested, copying, false)))
    forms.set(name, toned.length - 1)
  }
  const dict = context.obj({ Type: 'XObject', Subtype: 'Form' })
  for (const key of KEPT_KEYS) {
    const value = stream.dict.get(PDFName.of(key))
    if (value !== undefined) dict.set(PDFName.of(key), value)
  }
  dict.set(PDFName.of('Resources'), resourcesOf(part, refs, copying))
  if (space === null) {
    for (const key of ['Filter', 'DecodeParms']) {
      const value = stream.dict.get(PDFName.of(key))
      if (value !== undefined) dict.set(PDFName.of(key), value)
    }
    return PDFRawStream.of(dict, stream.getContents())
  }
  toned.push({ part, dict, forms })
  return PDFRawStream.of(dict, Buffer.from(toneContent(part.content, 1, isWhole), 'latin1'))
}

/** Replaced colours lose their spaces; only used fonts and spaces stay. */
function resourcesOf(part: AppearancePart, forms: ReadonlyMap<string, PDFRef>, copying: Copying): PDFDict {
  const { context, fonts, space, plain } = copying
  const copy = PDFDict.withContext(context)
  const left = space === null ? ['ProcSet'] : ['ProcSet', 'ColorSpace', 'Pattern', 'Shading']
  for (const [key, value] of part.resources?.entries() ?? [])
    if (!left.some((name) => key === PDFName.of(name))) copy.set(key, value)
  const own = (category: string) => {
    const dict = PDFDict.withContext(context)
    const found = part.resources === null ? null : dictEntry(part.resources, category)
    for (const [key, value] of found?.entries() ?? []) dict.set(key, value)
    return dict
  }
  const named = own('Font')
  const shown = PDFDict.withContext(context)
  for (const [name, isSymbols] of part.fonts) {
    const key = nameOfBytes(name)
    const font = isSymbols ? fonts.embedded() : named.get(key)
    if (font !== undefined) shown.set(key, font)
  }
  copy.delete(PDFName.of('Font'))
  if (shown.keys().length > 0) copy.set(PDFName.of('Font'), shown)
  if (plain) {
    const states = own('ExtGState')
    for (const [key, value] of states.entries()) states.set(key, withoutOverprint(resolve(states, value)))
    if (states.keys().length > 0) copy.set(PDFName.of('ExtGState'), states)
  }
  if (forms.size > 0) {
    const xObjects = own('XObject')
    for (const [name, ref] of forms) xObjects.set(nameOfBytes(name), ref)
    copy.set(PDFName.of('XObject'), xObjects)
  }
  const usedSpaces = new Set([...part.spaces, ...DEFAULTS].map(nameOfBytes))
  if (space !== null) copy.set(PDFName.of('ColorSpace'), context.obj({ [INK_NAME]: space }))
  else {
    const stated = own('ColorSpace')
    for (const key of stated.keys()) if (!usedSpaces.has(key)) stated.delete(key)
    copy.delete(PDFName.of('ColorSpace'))
    if (stated.keys().length > 0) copy.set(PDFName.of('ColorSpace'), stated)
  }
  return copy
}

/**
 * The pages with the marks of their form, as the artwork's inks, fonts and colours are read. Black ones that print in the
 * ink of their field bring no colour along: black is what they are drawn in for want of another.
 */
export function withMarks(
  pages: readonly WalkedPage[],
  fields: readonly SceneField[],
  marks: readonly MadeAppearance[],
): WalkedPage[] {
  const onPages = new Map<number, Appearance[]>()
  for (const placement of fields.flatMap(({ placements }) => placements)) {
    const one = placement.appearance == null ? undefined : marks[placement.appearance.number]
    if (one === undefined || (one.used.oneColor && one.used.look.base === null)) continue
    const { width, height } = contentSize(placement)
    const matrix = concat([width, 0, 0, height, 0, 0], fieldMatrix(placement))
    onPages.set(placement.page, [...(onPages.get(placement.page) ?? []), { form: one.form, matrix }])
  }
  return pages.map((page) => {
    const own = onPages.get(page.index)
    return own === undefined ? page : { ...page, appearances: [...(page.appearances ?? []), ...own] }
  })
}

function withoutOverprint(state: PDFObject | null): PDFObject {
  if (!(state instanceof PDFDict)) return state ?? PDFNull
  const copy = PDFDict.withContext(state.context)
  for (const [key, value] of state.entries())
    if (!['OP', 'op', 'OPM'].some((name) => key === PDFName.of(name))) copy.set(key, value)
  return copy
}

/** The parts of the appearances that tails need, after the body is written. */
export function planAppearances(made: readonly MadeAppearance[], written: WrittenBody): PlanAppearance[] {
  return made.map(({ ref, used, toned, inks }): PlanAppearance => {
    const { transparent } = used.look
    const plain = { object: written.numberOf(ref), inks, ...(transparent ? { transparent } : {}) }
    return used.oneColor ? { ...plain, toned: toned.map((one) => planToned(one, written)) } : plain
  })
}

function planToned({ part, dict, forms }: TonedPart, { textOf }: WrittenBody): PlanTonedForm {
  const resources = dictEntry(dict, 'Resources')
  const text = (entries: PDFDict, without: readonly string[]) =>
    entries
      .entries()
      .filter(([key]) => !without.some((name) => key === PDFName.of(name)))
      .map(([key, value]) => `${key.asString()} ${textOf(value)}`)
      .join(' ')
  const xObjects = resources === null ? null : dictEntry(resources, 'XObject')
  const places = new Map([...forms].map(([name, at]) => [nameOfBytes(name), at]))
  return {
    entries: text(dict, ['Resources', 'Filter', 'DecodeParms', 'Length']),
    resources: resources === null ? '' : text(resources, ['ColorSpace', 'XObject']),
    xObjects: (xObjects?.entries() ?? []).map(([key, value]) => [
      key.asString(),
      places.get(key) ?? textOf(value),
    ]),
    content: part.content.filter((piece) => piece !== ''),
  }
}

const MOST_OBJECTS = 5_000

/** The plates that Separation and DeviceN arrays name, in an object and what it refers to. */
function namesIn(root: PDFDict): string[] {
  const names = new Set<string>()
  const visited = new Set<PDFObject>()
  const pending: PDFObject[] = [root]
  while (pending.length > 0 && visited.size < MOST_OBJECTS) {
    const next = resolve(root, pending.pop())
    if (next === null || visited.has(next)) continue
    visited.add(next)
    if (next instanceof PDFArray) {
      const [family, stated] = asArray(root, next) ?? []
      if (['Separation', 'DeviceN'].includes(asName(family ?? null) ?? ''))
        for (const item of asArray(root, stated ?? null) ?? [stated ?? null]) names.add(asName(item) ?? '')
      pending.push(...next.asArray())
    } else {
      const dict = next instanceof PDFStream ? next.dict : next
      if (dict instanceof PDFDict) pending.push(...dict.values())
    }
  }
  return [...names].filter((name) => !['', 'All', 'None'].includes(name))
}
