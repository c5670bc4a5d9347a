/** A preflight finding in the form of the API. */
import { type Static, Type } from '@sinclair/typebox'
import { type Finding, SEVERITIES } from '../../../core/engine/finding/finding.ts'
import { findingMessage, type Language } from '../../../core/engine/finding/sentence.ts'
import { literals, NULLABLE_TEXT, nullable } from '../schema.ts'

export const PREFLIGHT_STATUS = literals(['pass', 'warn', 'fail', 'pending'])

export const BOX = Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })

export const FINDING = Type.Object(
  {
    code: Type.String(),
    severity: literals(SEVERITIES),
    message: Type.String({
      description: 'In the language of the request: English, or German where Accept-Language asks for it.',
    }),
    page: nullable(Type.Integer()),
    bbox: nullable(BOX),
    count: Type.Integer({ minimum: 1, description: 'Number of objects on the page.' }),
    boxes: Type.Array(BOX, { description: 'Places of the first few objects, where there are several.' }),
    field_id: NULLABLE_TEXT,
    ink: NULLABLE_TEXT,
    found: nullable(Type.Union([Type.String(), Type.Number()])),
    expected: nullable(Type.Union([Type.String(), Type.Number()])),
    ref: NULLABLE_TEXT,
  },
  { title: 'Finding', additionalProperties: false },
)

export function findingWire(finding: Finding, language: Language = 'en'): Static<typeof FINDING> {
  return {
    code: finding.code,
    severity: finding.severity,
    message: findingMessage(finding, language),
    page: finding.page ?? null,
    bbox: finding.bbox === undefined ? null : [...finding.bbox],
    count: finding.count ?? 1,
    boxes: (finding.boxes ?? []).map((box) => [...box]),
    field_id: finding.fieldId ?? null,
    ink: finding.ink ?? null,
    found: finding.found ?? null,
    expected: finding.expected ?? null,
    ref: finding.ref ?? null,
  }
}
