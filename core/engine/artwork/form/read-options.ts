/** Reads what can be chosen in choice fields, check boxes and radio groups. */
import { PDFArray, type PDFDict, type PDFObject } from '@cantoo/pdf-lib'
import { asArray, asDict, asName, asText, dictEntry, entry, nameEntry } from '../../pdf/read-object.ts'
import { cleanText } from '../../scene/field-text.ts'
import type { FieldOption, MarkShape } from '../../scene/scene.ts'
import { childrenOf, inherited } from './read-field-tree.ts'
import { type FormField, type FormFieldKind, fieldAttribute, type Widget } from './read-widgets.ts'

export interface Selection {
  readonly options: readonly FieldOption[]
  readonly defaultValue: string
}

/** The state of a check box or radio button that is not chosen (ISO 32000-1 12.7.4.2.3). */
const OFF = 'Off'
/** Flags of choice fields (ISO 32000-1 table 230): not a list, text may be typed in, several may be chosen. */
const COMBO = 1 << 17
const EDIT = 1 << 18
const MULTI_SELECT = 1 << 21

/**
 * A combo or list: options as /Opt has them, the default from /V, /DV or the selected indices in /I.
 * Decision: a blank option means that nothing is chosen and is left out; of several chosen options the first
 * counts (see lostChoices); a value of the designer's own joins the options of an editable list.
 */
export function readChoice(field: FormField): Selection {
  const entries = asArray(field.chain[0]!, fieldAttribute(field, 'Opt')) ?? []
  const options = new Map<string, FieldOption>()
  const byIndex: (string | null)[] = []
  for (const item of entries) {
    const option = choiceOption(field, item)
    byIndex.push(option?.value ?? null)
    if (option !== null && !options.has(option.value)) options.set(option.value, option)
  }
  const chosen = chosenText(field)
  const own = cleanText(chosen ?? '')
  const byText = options.get(own)?.value ?? [...options.values()].find(({ label }) => label === own)?.value
  if (byText === undefined && own !== '' && (field.flags & EDIT) !== 0)
    options.set(own, { value: own, label: own })
  const index = chosen === null ? indexOf(field) : null
  const fallback = options.has(own) ? own : index === null ? '' : (byIndex[index] ?? '')
  return { options: [...options.values()], defaultValue: byText ?? fallback }
}

export interface LostChoices {
  /** Labels of chosen options beside the default value. */
  readonly dropped: readonly string[]
  /** Can several options be chosen in the PDF? */
  readonly isMultiple: boolean
  /** Can a value be typed in beside the options? */
  readonly takesOwnText: boolean
}

/** Abilities of the PDF's choice field that a selection lacks. */
export function lostChoices(field: FormField, { options, defaultValue }: Selection): LostChoices {
  const optionOf = (text: string) =>
    options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text)
  const chosen = allChosen(field).map(
    (text) => optionOf(cleanText(text)) ?? { value: text, label: cleanText(text) },
  )
  const dropped = chosen.filter(({ value, label }) => value !== defaultValue && label !== '')
  return {
    dropped: [...new Set(dropped.map(({ label }) => label))],
    isMultiple: (field.flags & (COMBO | MULTI_SELECT)) === MULTI_SELECT,
    takesOwnText: (field.flags & (COMBO | EDIT)) === (COMBO | EDIT),
  }
}

/** The chosen values of a list, as /V or /DV names them or as /I counts them. */
function allChosen(field: FormField): string[] {
  const [own] = field.chain
  if (own === undefined) return []
  for (const key of ['V', 'DV']) {
    const value = fieldAttribute(field, key)
    if (value === null) continue
    const items = value instanceof PDFArray ? (asArray(own, value) ?? []) : [value]
    return items.flatMap((item) => asText(item) ?? [])
  }
  const entries = asArray(own, fieldAttribute(field, 'Opt')) ?? []
  return (asArray(own, fieldAttribute(field, 'I')) ?? []).flatMap((index) => {
    const option = choiceOption(field, entries[Number(String(index))] ?? null)
    return option === null ? [] : [option.value]
  })
}

function choiceOption(field: FormField, item: PDFObject | null): FieldOption | null {
  const pair = item instanceof PDFArray ? asArray(field.chain[0]!, item) : null
  const value = cleanText(asText(pair?.[0] ?? item) ?? '')
  const label = pair === null ? value : cleanText(asText(pair[1] ?? null) ?? value)
  return value === '' ? null : { value, label: label === '' ? value : label }
}

function chosenText(field: FormField): string | null {
  for (const key of ['V', 'DV']) {
    const value = fieldAttribute(field, key)
    const text = asText(value instanceof PDFArray ? (asArray(field.chain[0]!, value)?.[0] ?? null) : value)
    if (text !== null) return text
  }
  return null
}

function indexOf(field: FormField): number | null {
  const first = asArray(field.chain[0]!, fieldAttribute(field, 'I'))?.[0] ?? null
  const index = first === null ? Number.NaN : Number(first.toString())
  return Number.isInteger(index) ? index : null
}

/** A button's option: the state that each of its widgets switches on, in the order of the widgets. */
export interface ButtonSelection extends Selection {
  readonly states: readonly string[]
}

/**
 * A check box gets the states it can take, `Off` the last of them; a radio group gets one option for each state,
 * and is empty where no button is on. Labels come from /Opt, which stands in the order of /Kids.
 */
export function readButtons(field: FormField, widgets: readonly Widget[]): ButtonSelection {
  const kids = childrenOf(field.chain[0]!, 'Kids')
  const labels = asArray(field.chain[0]!, fieldAttribute(field, 'Opt')) ?? []
  const options = new Map<string, FieldOption>()
  const states = widgets.map((widget, at) => {
    const kid = kids.indexOf(widget.dict)
    const position = kid < 0 ? at : kid
    const state = onState(widget) ?? (field.kind === 'check' ? 'Yes' : String(position + 1))
    const label = cleanText(asText(labels[position] ?? labelByState(labels, state)) ?? '')
    if (!options.has(state)) options.set(state, { value: state, label: label === '' ? state : label })
    return state
  })
  const off = field.kind === 'check' ? OFF : ''
  if (field.kind === 'check') options.set(OFF, { value: OFF, label: OFF })
  return { options: [...options.values()], states, defaultValue: chosenState(field, widgets, states) ?? off }
}

/** Writers that give labels call the states 0, 1, 2 and so on by their place among them. */
function labelByState(labels: readonly (PDFObject | null)[], state: string): PDFObject | null {
  return /^\d{1,4}$/.test(state) ? (labels[Number(state)] ?? null) : null
}

/** The state that a widget's appearances have beside `Off`; null where it has none. */
export function onState(widget: Widget): string | null {
  const appearances = dictEntry(widget.dict, 'AP')
  for (const kind of ['N', 'D']) {
    const states = appearances === null ? null : entry(appearances, kind)
    if (states === null || !isPlainDict(states)) continue
    for (const key of states.keys()) {
      const state = asName(key)
      if (state !== null && state !== OFF) return state
    }
  }
  const shown = nameEntry(widget.dict, 'AS')
  return shown === OFF ? null : shown
}

function isPlainDict(object: PDFObject): object is PDFDict {
  return asDict(object) === object
}

/** The first of /V, the state shown and /DV that one of the widgets has; `Off` itself decides for null. */
function chosenState(field: FormField, widgets: readonly Widget[], states: readonly string[]): string | null {
  const stateOf = (object: PDFObject | null) => asName(object) ?? asText(object)
  const value = stateOf(fieldAttribute(field, 'V'))
  if (value === OFF) return null
  const shown = widgets.map((widget) => nameEntry(widget.dict, 'AS'))
  const candidates = [value, ...shown, stateOf(inherited(field.chain, 'DV'))]
  return candidates.find((state) => state !== null && states.includes(state)) ?? null
}

/** Characters of ZapfDingbats by the mark they show. */
const MARKS: Readonly<Record<string, MarkShape>> = {
  '3': 'check',
  '4': 'check',
  '5': 'cross',
  '6': 'cross',
  '7': 'cross',
  '8': 'cross',
  l: 'circle',
  u: 'diamond',
  n: 'square',
  H: 'star',
}

/** The mark of a check box or radio button by its /MK /CA; a tick or a dot where that says nothing known. */
export function readMark(widget: Widget, kind: FormFieldKind): MarkShape {
  const characteristics = dictEntry(widget.dict, 'MK')
  const caption = characteristics === null ? null : asText(entry(characteristics, 'CA'))
  return MARKS[caption?.trim().charAt(0) ?? ''] ?? (kind === 'radio' ? 'circle' : 'check')
}
