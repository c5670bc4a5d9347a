/** A preflight report: numbered findings, the worst first, with places in millimetres, and the same as plain text. */

import type { PreflightStatus, Severity } from '../finding/finding.ts'
import type { ProfileName } from '../finding/profile.ts'
import {
  findingMessage,
  findingTitle,
  type Language,
  profileTitle,
  reportWord,
  type StoredFinding,
} from '../finding/sentence.ts'
import { type Box, POINTS_PER_MM } from '../geometry/box.ts'
import { mapBox } from '../geometry/matrix.ts'
import { deviceMatrix } from '../layout/device.ts'
import type { ScenePage } from '../scene/scene.ts'
import { type SeenPlace, seenPlace } from '../scene/seen-place.ts'

/** From the upper left corner of the trim as the page is seen; negative outside it. */
export interface PlaceMm {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface ReportEntry {
  /** From 1, on the report and on the picture of the page. */
  readonly number: number
  readonly finding: StoredFinding
  /** Place of the first object. */
  readonly place: PlaceMm | null
  /** Known places of its objects, on the page as displayed. */
  readonly marks: readonly SeenPlace[]
}

export interface Report {
  /** Title of the template or name of the file. */
  readonly title: string
  readonly profile: ProfileName
  readonly status: PreflightStatus
  readonly counts: Readonly<Record<Severity, number>>
  readonly entries: readonly ReportEntry[]
}

const GRAVEST_FIRST: readonly Severity[] = ['fail', 'warn', 'info']

export function reportOf(
  title: string,
  profile: ProfileName,
  status: PreflightStatus,
  findings: readonly StoredFinding[],
  pages: readonly ScenePage[],
): Report {
  // A document as a whole comes before its pages.
  const sorted = [...findings].sort(
    (one, other) =>
      GRAVEST_FIRST.indexOf(one.severity) - GRAVEST_FIRST.indexOf(other.severity) ||
      (one.page ?? -1) - (other.page ?? -1),
  )
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return {
    title,
    profile,
    status,
    counts: { fail: count('fail'), warn: count('warn'), info: count('info') },
    entries: sorted.map((finding, at) => ({
      number: at + 1,
      finding,
      place: placeOf(finding, pages),
      marks: marksOf(finding, pages),
    })),
  }
}

function placeOf({ page, bbox }: StoredFinding, pages: readonly ScenePage[]): PlaceMm | null {
  const geometry = page === undefined ? undefined : pages[page]
  if (geometry === undefined || bbox === undefined) return null
  // As wide in px as in points: a px is 1/72 inch of paper.
  const toPaper = deviceMatrix(geometry, geometry.widthPt)
  const [left, top, right, bottom] = mapBox(toPaper, bbox)
  const [trimLeft, trimTop] = mapBox(toPaper, geometry.trimBox)
  const mm = (points: number) => Math.round((points / POINTS_PER_MM) * 10) / 10
  return {
    left: mm(left - trimLeft),
    top: mm(top - trimTop),
    width: mm(right - left),
    height: mm(bottom - top),
  }
}

function marksOf(finding: StoredFinding, pages: readonly ScenePage[]): readonly SeenPlace[] {
  const { page } = finding
  if (page === undefined) return []
  return boxesOf(finding).flatMap((box) => seenPlace({ page, box }, pages) ?? [])
}

/** All known places of a finding, in default user space. */
export function boxesOf({ bbox, boxes }: StoredFinding): readonly Box[] {
  return boxes ?? (bbox === undefined ? [] : [bbox])
}

const COLUMNS = 78
const INDENT = '     '

/** Lines of at most 78 characters; ends with a line break. */
export function reportText(report: Report, language: Language = 'en'): string {
  const { title, profile, entries } = report
  const heading = reportWord('heading', language, { title, profile: profileTitle(profile, language) })
  const lines = [...wrapped(heading, ''), reportSummary(report, language)]
  for (const severity of GRAVEST_FIRST) {
    const own = entries.filter(({ finding }) => finding.severity === severity)
    if (own.length === 0) continue
    const word = reportWord(severity, language)
    lines.push('', word, '-'.repeat(word.length))
    for (const entry of own) lines.push(...entryLines(entry, language))
  }
  return `${lines.join('\n')}\n`
}

function reportSummary({ counts, status }: Report, language: Language): string {
  const counted = GRAVEST_FIRST.filter((severity) => counts[severity] > 0)
  if (counted.length === 0) return reportWord(status === 'pending' ? 'pending' : 'clean', language)
  return counted
    .map((severity) => reportWord(`count_${severity}`, language, { count: counts[severity] }))
    .join(', ')
}

function entryLines({ number, finding, place }: ReportEntry, language: Language): string[] {
  const { code, page, ref, inherited, count, found, expected } = finding
  const facts = [
    ...(page === undefined ? [] : [reportWord('page', language, { page: page + 1 })]),
    ...(place === null ? [] : [placeText(place, count ?? 1, language)]),
    ...(found === undefined || expected === undefined
      ? []
      : [reportWord('found', language, { found, expected })]),
    ...(ref === undefined ? [] : [ref]),
    ...(inherited === true ? [reportWord('inherited', language)] : []),
  ]
  return [
    `${String(number).padStart(3)}  ${findingTitle(code, language)}`,
    ...wrapped(findingMessage(finding, language), INDENT),
    ...(facts.length === 0 ? [] : wrapped(facts.join('; '), INDENT)),
  ]
}

function placeText(place: PlaceMm, count: number, language: Language): string {
  const text = reportWord('place', language, { ...place })
  return count > 1 ? reportWord('first_place', language, { count, place: text }) : text
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(/\s+/)) {
    if (line.length > indent.length && line.length + word.length > COLUMNS) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
