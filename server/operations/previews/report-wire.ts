/** A preflight report in the form of the API. */
import { type Static, Type } from '@sinclair/typebox'
import { SEVERITIES } from '../../../core/engine/finding/finding.ts'
import {
  findingMessage,
  findingTitle,
  type Language,
  profileTitle,
} from '../../../core/engine/finding/sentence.ts'
import { type ReportEntry, reportText } from '../../../core/engine/preflight/report.ts'
import type { SeenReport } from '../../../core/service/report.ts'
import { closed, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { BOX, PREFLIGHT_STATUS } from './finding-wire.ts'

const COUNT = Type.Integer({ minimum: 0 })
const MM = Type.Number()
const FACT = nullable(Type.Union([Type.String(), Type.Number()]))

const FRACTION = Type.Number({ minimum: 0, maximum: 1 })
const MARK = Type.Object(
  { page: Type.Integer({ minimum: 0 }), left: FRACTION, top: FRACTION, width: FRACTION, height: FRACTION },
  { description: 'Position as fractions of the displayed page, from its top left corner.', ...closed() },
)

const ENTRY = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Number in the picture of the page.' }),
    severity: literals(SEVERITIES),
    code: Type.String(),
    title: Type.String(),
    message: Type.String(),
    page: nullable(Type.Integer()),
    bbox: nullable(BOX),
    place_mm: nullable(
      Type.Object(
        { left: MM, top: MM, width: MM, height: MM },
        { description: 'From the top left corner of the trim of the displayed page.' },
      ),
    ),
    marks: Type.Array(MARK, {
      description: 'Known positions of the objects on the page.',
    }),
    count: Type.Integer({ minimum: 1 }),
    field_id: NULLABLE_TEXT,
    ink: NULLABLE_TEXT,
    found: FACT,
    expected: FACT,
    ref: NULLABLE_TEXT,
    inherited: Type.Boolean({ description: 'In the report of a render: true for findings of its template.' }),
  },
  { additionalProperties: false },
)

const PAGE_INK = Type.Object({
  page: Type.Integer(),
  plates: Type.Array(
    Type.Object({ name: Type.String(), coverage_pct: Type.Number(), max_pct: Type.Number() }),
  ),
  tac_process_pct: Type.Number(),
  tac_all_pct: Type.Number(),
})

export const REPORT = Type.Object(
  {
    object: Type.Literal('preflight_report'),
    title: Type.String(),
    profile: Type.String({
      description: 'Name of the preflight profile, in the language of the request.',
    }),
    preflight_status: PREFLIGHT_STATUS,
    counts: Type.Object({ fail: COUNT, warn: COUNT, info: COUNT }),
    entries: Type.Array(ENTRY),
    ink: nullable(
      Type.Object(
        { dpi: Type.Number(), pages: Type.Array(PAGE_INK) },
        {
          description:
            'Ink coverage of a render whose plates were drawn: of the trim area, and the highest value in a 15 mm square.',
        },
      ),
    ),
    text: Type.String({ description: 'The report as plain text, in lines of at most 78 characters.' }),
  },
  { title: 'PreflightReport', additionalProperties: false },
)

export function reportWire({ report, ink }: SeenReport, language: Language): Static<typeof REPORT> {
  return {
    object: 'preflight_report',
    title: report.title,
    profile: profileTitle(report.profile, language),
    preflight_status: report.status,
    counts: { ...report.counts },
    entries: report.entries.map((entry) => entryWire(entry, language)),
    ink: ink as Static<typeof REPORT>['ink'],
    text: reportText(report, language),
  }
}

function entryWire({ number, place, marks, finding }: ReportEntry, language: Language): Static<typeof ENTRY> {
  return {
    number,
    severity: finding.severity,
    code: finding.code,
    title: findingTitle(finding.code, language),
    message: findingMessage(finding, language),
    page: finding.page ?? null,
    bbox: finding.bbox === undefined ? null : [...finding.bbox],
    place_mm: place === null ? null : { ...place },
    marks: marks.map((mark) => ({ ...mark })),
    count: finding.count ?? 1,
    field_id: finding.fieldId ?? null,
    ink: finding.ink ?? null,
    found: finding.found ?? null,
    expected: finding.expected ?? null,
    ref: finding.ref ?? null,
    inherited: finding.inherited ?? false,
  }
}
