/** Finds fields whose value a script of the form calculates, formats or checks: no script runs here. */
import type { PDFObject } from '@cantoo/pdf-lib'
import type { FindingCode } from '../../finding/codes.ts'
import { arrayEntry, asDict, asLongText, dictEntry, entry } from '../../pdf/read-object.ts'
import type { FieldTree } from './read-field-tree.ts'
import type { FormField } from './read-widgets.ts'

export interface FieldScript {
  readonly code: Extract<FindingCode, 'field_calculated' | 'field_formatted' | 'field_validated'>
  /** The function of Acrobat's library that it calls first, as far as one is known; `script` for any other. */
  readonly way: ScriptWay
}

const WAYS = {
  AFNumber: 'number',
  AFPercent: 'percent',
  AFDate: 'date',
  AFTime: 'time',
  AFSpecial: 'special',
  AFRange: 'range',
  AFSimple: 'arithmetic',
} as const
export type ScriptWay = (typeof WAYS)[keyof typeof WAYS] | 'script'

/** Events of a field (ISO 32000-1 table 196); a keystroke's script keeps out what its format could not show. */
const EVENTS = {
  C: 'field_calculated',
  F: 'field_formatted',
  K: 'field_formatted',
  V: 'field_validated',
} as const

const MAX_SCRIPT_BYTES = 65536

/** Each kind once. A field in the form's order of calculation (/CO) counts as calculated. */
export function readScripts(field: FormField, { form }: Pick<FieldTree, 'form'>): FieldScript[] {
  const dicts = new Set([...field.chain, ...field.widgets.flatMap(({ chain }) => chain)])
  const found = new Map<FieldScript['code'], FieldScript>()
  for (const [event, code] of Object.entries(EVENTS))
    for (const dict of dicts) {
      const actions = dictEntry(dict, 'AA')
      const action = actions === null ? null : entry(actions, event)
      if (action !== null && !found.has(code)) found.set(code, { code, way: wayOf(action) })
    }
  const order = form === null ? [] : (arrayEntry(form, 'CO') ?? [])
  const isListed = order.some((listed) => [...dicts].some((dict) => dict === listed))
  if (isListed && !found.has('field_calculated'))
    found.set('field_calculated', { code: 'field_calculated', way: 'script' })
  return [...found.values()]
}

function wayOf(action: PDFObject): ScriptWay {
  const dict = asDict(action)
  const script = dict === null ? null : asLongText(entry(dict, 'JS'), MAX_SCRIPT_BYTES)
  const name = /\b(AF(?:Number|Percent|Date|Time|Special|Range|Simple))[A-Z_]/.exec(script ?? '')?.[1]
  return WAYS[name as keyof typeof WAYS] ?? 'script'
}
