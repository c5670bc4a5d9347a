/** Reads what stands between the braces of a placeholder: its label and its settings. */

import { POINTS_PER_MM } from '../../geometry/box.ts'
import { reservedInkName } from '../../ink/ink-names.ts'
import { cleanLabel } from '../../scene/field-text.ts'
import { PICTURE_FITS, PICTURE_SOURCES, type PictureFit, type PictureSource } from '../../scene/scene.ts'
import {
  ALIGNMENTS,
  type Alignment,
  type TextStroke,
  VERTICAL_ALIGNMENTS,
  type VerticalAlignment,
} from '../../text/text-style.ts'
import type { KeptPaint } from '../keep-paint.ts'

/** Lengths are in points. What a placeholder does not state is null. */
export interface PlaceholderSettings {
  /** `w=60mm`, `h=2cm`: the box. */
  readonly width: number | null
  readonly height: number | null
  /** `align=left|center|right`, `valign=top|middle|bottom`. */
  readonly align: Alignment | null
  readonly verticalAlign: VerticalAlignment | null
  /** `lines=3`: the most lines that a value may take. */
  readonly lines: number | null
  /** `size=14pt`, `min=6pt`: the designed size and the smallest. */
  readonly size: number | null
  readonly minSize: number | null
  /** `max=40`: the most graphemes. */
  readonly maxLength: number | null
  /** `ink=Gold`: a plate's name. `font=Jost-Medium`: a font's. */
  readonly ink: string | null
  readonly font: string | null
  /** `outline=0.5mm` or `outline=0.5mm Gold`: the line around letters; `outline=none` takes it away. */
  readonly outline: StatedOutline | 'none' | null
  /** `opacity=40%`: 0 to 1. */
  readonly opacity: number | null
  /** `default=Anna`. */
  readonly defaultValue: string | null
  /** `required` or `required=yes|no`. */
  readonly required: boolean
  /** `empty=drop`: the words around an empty value are not printed either; `empty=keep` is the rule. */
  readonly dropWhenEmpty: boolean
  /** `group=names`: fields of one group end at one size. */
  readonly group: string | null
  /** `source=catalogue|upload|both`: the field takes an image, and from where. */
  readonly source: PictureSource | null
  /** `min_ppi=150`, `warn_ppi=225`: of customers' own images. */
  readonly minPpi: number | null
  readonly warnPpi: number | null
  /** `fit=fill|fit`: the image covers its box, or is shown whole. */
  readonly fit: PictureFit | null
  /** `one_color` or `one_color=yes|no`: the image prints in the field's ink. */
  readonly oneColor: boolean
}

export interface StatedOutline {
  readonly width: number
  readonly ink: string | null
}

export interface ReadSettings {
  readonly label: string
  readonly settings: PlaceholderSettings
  /** What was not understood, as it stands, and whether the setting itself is unknown. */
  readonly faults: readonly { readonly text: string; readonly unknown: boolean }[]
}

type Changes = { -readonly [Key in keyof PlaceholderSettings]?: PlaceholderSettings[Key] }

/** What a setting changes; null for a value that it cannot have. */
const SETTINGS: Readonly<Record<string, (value: string) => Changes | null>> = {
  w: (value) => asChange('width', lengthOf(value)),
  h: (value) => asChange('height', lengthOf(value)),
  align: (value) => asChange('align', oneOf(ALIGNMENTS, value === 'centre' ? 'center' : value)),
  valign: (value) => asChange('verticalAlign', oneOf(VERTICAL_ALIGNMENTS, value)),
  lines: (value) => asChange('lines', countOf(value, 1000)),
  size: (value) => asChange('size', lengthOf(value)),
  min: (value) => asChange('minSize', lengthOf(value)),
  max: (value) => asChange('maxLength', countOf(value, 5000)),
  ink: (value) => asChange('ink', reservedInkName(value) === null ? value : null),
  font: (value) => asChange('font', value === '' ? null : value),
  outline: (value) => asChange('outline', outlineOf(value)),
  opacity: (value) => asChange('opacity', shareOf(value)),
  default: (value) => ({ defaultValue: value }),
  required: (value) => asChange('required', value === '' ? true : truthOf(value)),
  group: (value) => asChange('group', value === '' ? null : cleanLabel(value).slice(0, 100)),
  source: (value) => asChange('source', oneOf(PICTURE_SOURCES, value)),
  min_ppi: (value) => asChange('minPpi', countOf(value, MOST_PPI)),
  warn_ppi: (value) => asChange('warnPpi', countOf(value, MOST_PPI)),
  fit: (value) => asChange('fit', oneOf(PICTURE_FITS, value)),
  one_color: (value) => asChange('oneColor', value === '' ? true : truthOf(value)),
  empty: (value) => asChange('dropWhenEmpty', value === 'keep' ? false : value === 'drop' ? true : null),
}

/** What a placeholder without settings states. */
export const NOTHING_STATED: PlaceholderSettings = {
  width: null,
  height: null,
  align: null,
  verticalAlign: null,
  lines: null,
  size: null,
  minSize: null,
  maxLength: null,
  ink: null,
  font: null,
  outline: null,
  opacity: null,
  defaultValue: null,
  required: false,
  dropWhenEmpty: false,
  group: null,
  source: null,
  minPpi: null,
  warnPpi: null,
  fit: null,
  oneColor: false,
}

/** `text` stands between the braces: `label|key=value|key=value`. A setting stated twice counts as it stands last. */
export function readSettings(text: string): ReadSettings {
  const [label = '', ...stated] = text.split('|')
  let settings = NOTHING_STATED
  const faults: { text: string; unknown: boolean }[] = []
  for (const one of stated) {
    const written = one.trim()
    if (written === '') continue
    const at = written.indexOf('=')
    const key = (at < 0 ? written : written.slice(0, at)).trim().toLowerCase()
    const value = at < 0 ? '' : unquoted(written.slice(at + 1).trim())
    const read = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined
    const changes = read?.(WORDS.has(key) ? value.toLowerCase() : value) ?? null
    if (changes === null) faults.push({ text: written, unknown: read === undefined })
    else settings = { ...settings, ...changes }
  }
  return { label: cleanLabel(label), settings, faults: [...faults, ...ofOtherKind(settings)] }
}

/** Settings that are read and have no meaning beside the others. */
function ofOtherKind({
  source,
  minPpi,
  warnPpi,
  fit,
  oneColor,
}: PlaceholderSettings): ReadSettings['faults'] {
  const says = (text: string, isWrong: boolean) => (isWrong ? [{ text, unknown: false }] : [])
  const takesNone = source === null || source === 'catalogue'
  return [
    ...says(`min_ppi=${minPpi}`, minPpi !== null && takesNone),
    ...says(`warn_ppi=${warnPpi}`, warnPpi !== null && (takesNone || warnPpi < (minPpi ?? 0))),
    ...says(`fit=${fit}`, fit !== null && source === null),
    ...says('one_color', oneColor && source === null),
  ]
}

/** As the scene has it. */
const MOST_PPI = 2400

/** Settings whose values are words of ours. */
const WORDS = new Set(
  ['align', 'valign', 'required', 'empty', 'w', 'h', 'size', 'min'].concat(['source', 'fit', 'one_color']),
)

function asChange<Key extends keyof Changes>(key: Key, value: Changes[Key] | null): Changes | null {
  return value === null ? null : ({ [key]: value } as Changes)
}

/** Writers turn straight quotes into curly ones. */
function unquoted(value: string): string {
  return /^["'“”„‟‘’‚«»‹›](.*)["'“”„‟‘’‚«»‹›]$/.exec(value)?.[1]?.trim() ?? value
}

const UNITS: Readonly<Record<string, number>> = {
  mm: POINTS_PER_MM,
  cm: 10 * POINTS_PER_MM,
  in: 72,
  pt: 1,
  '': 1,
}

/** In points, above 0. Decision: a number without a unit counts points; a comma counts as the decimal point. */
function lengthOf(value: string): number | null {
  const [, digits, unit] = /^(\d{1,6}(?:[.,]\d{1,6})?)\s*(mm|cm|in|pt|)$/.exec(value) ?? []
  const length = Number((digits ?? '').replace(',', '.')) * (UNITS[unit ?? ''] ?? 1)
  return digits !== undefined && length > 0 && length <= 14_400 ? length : null
}

function countOf(value: string, most: number): number | null {
  const count = /^\d{1,5}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= most ? count : null
}

function oneOf<T extends string>(words: readonly T[], value: string): T | null {
  return words.find((word) => word === value) ?? null
}

function truthOf(value: string): boolean | null {
  if (value === 'yes' || value === 'true') return true
  return value === 'no' || value === 'false' ? false : null
}

/** Wider lines leave nothing of letters. */
const WIDEST_OUTLINE = 200

/** Decision: the ink's name stands after the width, as it may have digits of its own. */
function outlineOf(value: string): StatedOutline | 'none' | null {
  if (value.toLowerCase() === 'none') return 'none'
  const [, length = '', ink = ''] = /^([\d.,]+\s*(?:mm|cm|in|pt)?)(?:\s+(.+))?$/i.exec(value) ?? []
  const width = lengthOf(length.toLowerCase())
  if (width === null || width > WIDEST_OUTLINE) return null
  if (ink === '') return { width, ink: null }
  return reservedInkName(ink) === null ? { width, ink } : null
}

/** A percentage above 0. */
function shareOf(value: string): number | null {
  const [, digits] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(value) ?? []
  const share = Number((digits ?? '').replace(',', '.')) / 100
  return digits !== undefined && share > 0 && share <= 1 ? Math.round(share * 1e4) / 1e4 : null
}

const FRESH_STROKE: TextStroke = {
  ...{ widthPt: 1, ink: null, tint: null, join: 'miter', overprint: false, filled: true },
}

/** The look of the artwork's text with what its placeholder states. */
export function statedPaint(
  paint: KeptPaint,
  { outline, opacity }: PlaceholderSettings,
  userUnit: number,
): KeptPaint {
  if (outline === null && opacity === null) return paint
  const { stroke } = paint
  const own = outline === null ? stroke : outline === 'none' ? null : outlined(stroke, outline, userUnit)
  if (opacity === null) return { ...paint, stroke: own }
  // A stated setting applies to fill and outline.
  return { ...paint, stroke: own === null ? null : { ...own, opacity: null }, opacity }
}

function outlined(stroke: TextStroke | null, { width, ink }: StatedOutline, userUnit: number): TextStroke {
  const widthPt = Math.round((width / userUnit) * 1e4) / 1e4
  return { ...(stroke ?? FRESH_STROKE), widthPt, ...(ink === null ? {} : { ink, tint: 1 }) }
}
