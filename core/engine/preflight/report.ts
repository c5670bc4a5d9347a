/** A preflight as people read it: numbered findings, the gravest first, with places in millimetres, and as plain text. */

import { titleOf } from '../finding/codes.ts'
import type { Finding, PreflightStatus, Severity } from '../finding/finding.ts'
import type { Profile } from '../finding/profile.ts'
import { type Box, POINTS_PER_MM } from '../geometry/box.ts'
import { mapBox } from '../geometry/matrix.ts'
import { deviceMatrix } from '../layout/device.ts'
import type { ScenePage } from '../scene/scene.ts'
import { type SeenPlace, seenPlace } from '../scene/seen-place.ts'

/** A finding of this or an earlier version. */
export type ReportedFinding = Omit<Finding, 'code'> & { readonly code: string }

/** From the upper left corner of the trim as the page is seen; what stands outside has negative numbers. */
export interface PlaceMm {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface ReportEntry {
  /** From 1, on the report and on the picture of the page. */
  readonly number: number
  readonly title: string
  readonly finding: ReportedFinding
  /** Of the first of its objects. */
  readonly place: PlaceMm | null
  /** Of all of its objects that are known, on the page as it is seen. */
  readonly marks: readonly SeenPlace[]
}

export interface Report {
  readonly title: string
  readonly profile: string
  readonly status: PreflightStatus
  readonly counts: Readonly<Record<Severity, number>>
  readonly entries: readonly ReportEntry[]
}

const GRAVEST_FIRST: readonly Severity[] = ['fail', 'warn', 'info']

export function reportOf(
  title: string,
  profile: Pick<Profile, 'title'>,
  status: PreflightStatus,
  findings: readonly ReportedFinding[],
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
    profile: profile.title,
    status,
    counts: { fail: count('fail'), warn: count('warn'), info: count('info') },
    entries: sorted.map((finding, at) => ({
      number: at + 1,
      title: titleOf(finding.code),
      finding,
      place: placeOf(finding, pages),
      marks: marksOf(finding, pages),
    })),
  }
}

function placeOf({ page, bbox }: ReportedFinding, pages: readonly ScenePage[]): PlaceMm | null {
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

function marksOf(finding: ReportedFinding, pages: readonly ScenePage[]): readonly SeenPlace[] {
  const { page } = finding
  if (page === undefined) return []
  return boxesOf(finding).flatMap((box) => seenPlace({ page, box }, pages) ?? [])
}

/** All places of a finding that are known, in default user space. */
export function boxesOf({ bbox, boxes }: ReportedFinding): readonly Box[] {
  return boxes ?? (bbox === undefined ? [] : [bbox])
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  fail: 'To be corrected',
  warn: 'To be looked at',
  info: 'Good to know',
}
const COLUMNS = 78
const INDENT = '     '

/** Lines of at most 78 characters; ends with a line break. */
export function reportText(report: Report): string {
  const lines = [...wrapped(`Preflight of ${report.title} for ${report.profile}`, ''), summary(report)]
  for (const severity of GRAVEST_FIRST) {
    const entries = report.entries.filter(({ finding }) => finding.severity === severity)
    if (entries.length === 0) continue
    lines.push('', HEADINGS[severity], '-'.repeat(HEADINGS[severity].length))
    for (const entry of entries) lines.push(...entryLines(entry))
  }
  return `${lines.join('\n')}\n`
}

function summary({ counts, status }: Report): string {
  if (counts.fail + counts.warn + counts.info === 0)
    return status === 'pending' ? 'Not checked yet.' : 'Nothing was found.'
  const parts = [
    [counts.fail, 'to be corrected'],
    [counts.warn, 'to be looked at'],
    [counts.info, 'good to know'],
  ] as const
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
}

function entryLines({ number, title, finding, place }: ReportEntry): string[] {
  const { message, page, ref, inherited, count, found, expected } = finding
  const facts = [
    ...(page === undefined ? [] : [`page ${page + 1}`]),
    ...(place === null ? [] : [placeText(place, count ?? 1)]),
    ...(found === undefined || expected === undefined ? [] : [`found ${found}, expected ${expected}`]),
    ...(ref === undefined ? [] : [ref]),
    ...(inherited === true ? ['from the template'] : []),
  ]
  return [
    `${String(number).padStart(3)}  ${title}`,
    ...wrapped(message, INDENT),
    ...(facts.length === 0 ? [] : wrapped(facts.join('; '), INDENT)),
  ]
}

function placeText({ left, top, width, height }: PlaceMm, count: number): string {
  const size = `${width} × ${height} mm, ${left} mm from the left and ${top} mm from the top of the trim`
  return count > 1 ? `the first of ${count}: ${size}` : size
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
