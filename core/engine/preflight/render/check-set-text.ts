/**
 * Checks text as it was set in a render: its size for its ink, its fonts, and characters that print differently from
 * how they look.
 */

import type { FindingCode } from '../../finding/codes.ts'
import type { Finding, FindingParams } from '../../finding/finding.ts'
import type { Profile } from '../../finding/profile.ts'
import { technicalKind } from '../../ink/technical.ts'
import type { TextMark } from '../../layout/mark.ts'
import type { SceneField } from '../../scene/scene.ts'
import { embeddingOf } from '../../text/embedding.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import type { PreflightInput } from './preflight-input.ts'

/** At most one finding for each code and field, at its first mark. */
export function checkSetText(input: PreflightInput, profile: Profile): Finding[] {
  const fields = new Map(input.scene.fields.map((field) => [field.id, field]))
  const findings = new Map<string, Finding>()
  for (const { marks } of input.separation.slots)
    for (const { mark, plate, strokePlate } of marks) {
      const field = fields.get(mark.fieldId)
      if (mark.kind !== 'text' || field === undefined) continue
      const userUnit = input.scene.pages[mark.page]?.userUnit ?? 1
      const found = [
        checkSize(mark, field, plate?.name ?? '', userUnit, profile),
        checkOutline(mark, field, strokePlate?.name ?? '', userUnit, profile),
        ...checkRuns(mark, field, input.scene.textOutput === 'live'),
      ]
      for (const finding of found) {
        const key = finding === null ? '' : `${finding.code} ${mark.fieldId}`
        if (finding !== null && !findings.has(key)) findings.set(key, finding)
      }
    }
  return [...findings.values()]
}

const at = ({ page, inkBox, fieldId }: TextMark) => ({ page, bbox: inkBox, fieldId })

/** Decision: white counts by its plate's name; tinted text is screened, which costs as much as a second plate does. */
function checkSize(
  mark: TextMark,
  field: SceneField,
  plate: string,
  userUnit: number,
  profile: Profile,
): Finding | null {
  const sizes = mark.runs.map(({ sizePt }) => sizePt)
  if (sizes.length === 0) return null
  const found = Math.min(...sizes) * userUnit
  const isWhite = technicalKind(plate) === 'white'
  const kind = isWhite ? 'white' : mark.tint < 1 ? 'tint' : 'solid'
  const limit = isWhite ? profile.whiteTextPt : mark.tint < 1 ? profile.multiTextPt : profile.textPt
  // Text designed at the limit must not fall below it by rounding.
  if (found >= limit - 1e-6) return null
  return {
    code: 'text_below_min',
    severity: 'warn',
    params: { label: field.label, kind, profile: profile.name },
    ...at(mark),
    found,
    expected: limit,
  }
}

/** Its outline as a line, by the limits for lines of artwork. */
function checkOutline(
  mark: TextMark,
  field: SceneField,
  plate: string,
  userUnit: number,
  profile: Profile,
): Finding | null {
  const { stroke } = mark
  // Bold by outline: letters and line are one.
  if (stroke === undefined || (stroke.filled && stroke.ink === null && stroke.tint === mark.tint)) return null
  const found = Math.round(stroke.width * userUnit * 1e4) / 1e4
  const isWhite = technicalKind(plate) === 'white'
  const isTint = stroke.tint < 1 || stroke.opacity < 1
  const limit = isWhite ? profile.whiteLinePt : isTint ? profile.multiLinePt : profile.linePt
  if (found >= limit - 1e-6) return null
  return {
    code: 'outline_below_min',
    severity: 'warn',
    params: {
      label: field.label,
      kind: isWhite ? 'white' : isTint ? 'tint' : 'solid',
      profile: profile.name,
    },
    ...at(mark),
    found,
    expected: limit,
  }
}

/** Pictures of their own colours by default (Unicode's Emoji_Presentation), or asked for as such. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
/** Formats text without showing: marks of direction, zero-width spaces, soft hyphens; joiners are letters' own. */
const INVISIBLE = /[\t\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u
const LETTERS = /\p{L}/u

function checkRuns(mark: TextMark, field: SceneField, live: boolean): (Finding | null)[] {
  const { runs } = mark
  const say = (
    code: FindingCode,
    severity: Finding['severity'],
    found: string | number,
    params: FindingParams = {},
  ): Finding => ({ code, severity, params: { label: field.label, ...params }, ...at(mark), found })
  const text = runs.map((run) => run.text).join(' ')
  const emoji = EMOJI.exec(text)
  const invisible = INVISIBLE.exec(text)
  const fallbacks = names(runs.filter(({ fallback }) => fallback === true))
  const denied = live ? names(runs.filter(({ typeface }) => embeddingOf(typeface.fsType) === null)) : ''
  const lettered = runs.filter((run) => LETTERS.test(run.text))
  const mixed =
    lettered.some(({ rightToLeft }) => rightToLeft) && lettered.some(({ rightToLeft }) => !rightToLeft)
  return [
    emoji && say('text_emoji_color', 'warn', emoji[0]),
    invisible &&
      say(
        'text_control_chars',
        'warn',
        `U+${(invisible[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      ),
    mixed ? say('text_bidi_mixed', 'info', text.slice(0, 80)) : null,
    fallbacks === ''
      ? null
      : say('font_substituted', 'warn', characterRanges(runs.filter(({ fallback }) => fallback === true)), {
          fonts: fallbacks,
        }),
    denied === '' ? null : say('font_embedding_denied', 'fail', denied),
  ]
}

/** The characters of these runs in the order of their code points, neighbours as a range: `U+4E00–U+4E05`. */
function characterRanges(runs: readonly GlyphRun[]): string {
  const points = new Set(runs.flatMap(({ text }) => Array.from(text, (one) => one.codePointAt(0) ?? 0)))
  const ranges: [first: number, last: number][] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const named = (point: number) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return ranges
    .map(([first, last]) => (first === last ? named(first) : `${named(first)}–${named(last)}`))
    .join(', ')
}

function names(runs: readonly GlyphRun[]): string {
  return [...new Set(runs.map(({ typeface }) => typeface.info.postScriptName))].join(', ')
}
