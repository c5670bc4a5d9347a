/** The operation that tries a table of records before anything is printed of it. */
import { setImmediate as turn } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import type { ErrorDetail } from '../../../core/errors.ts'
import { type CheckedTable, COLUMN_MEANINGS } from '../../../core/service/batch/check-rows.ts'
import { MISSING_PRINTS } from '../../../core/service/batch/missing-values.ts'
import type { TableRow } from '../../../core/service/batch/read-rows.ts'
import { detectEncoding, readTable, TABLE_ENCODINGS } from '../../files/read-table.ts'
import { operation } from '../../http/operation.ts'
import { ASSIGNMENTS, COLORS } from '../fills/palette-schema.ts'
import { closed, described, literals, mapOf, NULLABLE_TEXT, nullable } from '../schema.ts'
import { COLUMNS, ENCODING, MISSING_VALUES, RESULT, REVISION, TEMPLATE_ID } from './batch-create.ts'

const LINE = Type.Integer({ minimum: 1, description: 'Line of the file, counted from 1.' })
const COUNT = Type.Integer({ minimum: 0 })
const FIRST = 'The first 200.'
const FIGURE = nullable(Type.Union([Type.Number(), Type.String()]))

const CHECK = Type.Object(
  {
    encoding: literals(TABLE_ENCODINGS, {
      description: 'The requested or detected encoding. Send it again to create the batch.',
    }),
    columns: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          meaning: literals(COLUMN_MEANINGS, {
            description: 'Unknown, ambiguous and duplicate columns are rejected when the batch is created.',
          }),
          field_id: NULLABLE_TEXT,
          label: NULLABLE_TEXT,
          reference: NULLABLE_TEXT,
          suggestion: described(NULLABLE_TEXT, 'Suggested field for an unknown column.'),
          sample: described(NULLABLE_TEXT, 'Its value in the first row, at most 100 characters.'),
        },
        closed(),
      ),
    ),
    rows: COUNT,
    ready: COUNT,
    faulty: COUNT,
    rows_set: described(COUNT, 'Rows that were laid out. For the other rows only the values were checked.'),
    errors: Type.Array(
      Type.Object(
        {
          ...{ row: LINE, code: Type.String(), message: Type.String(), param: NULLABLE_TEXT },
          found: FIGURE,
          expected: FIGURE,
        },
        { title: 'RowError', ...closed() },
      ),
      { description: `${FIRST} A row can have several.` },
    ),
    formulas: Type.Array(Type.Object({ row: LINE, column: Type.String(), text: Type.String() }, closed()), {
      description: `${FIRST} Cells that look like formulas. They print as text.`,
    }),
    formula_count: COUNT,
    missing: Type.Array(
      Type.Object(
        {
          field_id: Type.String(),
          label: Type.String(),
          has_column: Type.Boolean(),
          rows: described(COUNT, 'Rows without a value for the field.'),
          lines: Type.Array(LINE, { description: 'Of the first 20 of them. Empty without a column.' }),
          prints: literals(MISSING_PRINTS, { description: 'As chosen in `missing_values`.' }),
        },
        closed(),
      ),
      { description: 'Fields for which some rows have no value.' },
    ),
    first_row: nullable(
      Type.Object(
        { values: mapOf(Type.String(), { nameLength: 100, entries: 1000 }) },
        { description: 'Values by field id, for a preview.', ...closed() },
      ),
    ),
  },
  { title: 'CsvCheck', ...closed() },
)

function checkWire(encoding: Static<typeof CHECK>['encoding'], table: CheckedTable): Static<typeof CHECK> {
  const errors = table.errors.flatMap(({ line, error }) => {
    const { details } = error
    const { code, message, param } = error
    const whole: ErrorDetail = { code, message, ...(param === null ? {} : { param }) }
    const all = details.length === 0 ? [whole] : details
    return all.map((one) => ({
      ...{ row: line, code: one.code, message: one.message, param: one.param ?? null },
      ...{ found: one.found ?? null, expected: one.expected ?? null },
    }))
  })
  return {
    encoding,
    columns: table.columns.map(({ fieldId, ...column }) => ({ ...column, field_id: fieldId })),
    rows: table.rows,
    ready: table.rows - table.faulty,
    faulty: table.faulty,
    rows_set: table.set,
    errors: errors.slice(0, 200),
    formulas: table.formulas.map(({ line, column, text }) => ({ row: line, column, text })),
    formula_count: table.formulaCount,
    missing: table.missing.map(({ fieldId, hasColumn, lines, ...field }) => ({
      ...field,
      field_id: fieldId,
      has_column: hasColumn,
      lines: [...lines],
    })),
    first_row: table.first === null ? null : { values: { ...table.first } },
  }
}

/** Setting a row may take milliseconds, so other work of this process runs between rows. */
async function* oneByOne(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow, void> {
  for await (const row of rows) {
    yield row
    await turn()
  }
}

export const checkBatchCsv = operation({
  tag: 'Batches',
  stability: 'beta',
  auth: 'secret',
  limit: 'key',
  scope: 'batches:write',
  id: 'checkBatchCsv',
  method: 'post',
  path: '/batches/csv/check',
  summary: 'Check a CSV without printing',
  multipart: {
    file: 'csv',
    mediaType: 'text/csv',
    description: 'CSV with a header row, separated by comma, semicolon or tab.',
    json: ['scene_revision', 'columns', 'missing_values', 'colors', 'assignments'],
  },
  body: Type.Object(
    {
      template_id: TEMPLATE_ID,
      scene_revision: Type.Optional(REVISION),
      columns: Type.Optional(COLUMNS),
      missing_values: Type.Optional(MISSING_VALUES),
      result: Type.Optional(RESULT),
      encoding: ENCODING,
      colors: Type.Optional(COLORS),
      assignments: Type.Optional(ASSIGNMENTS),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ check: CHECK }, closed()) },
  errors: [
    'not_found',
    'template_archived',
    'invalid_csv',
    'unknown_field',
    'ambiguous_label',
    'invalid_colors',
    'invalid_assignments',
  ],
  async handle({ service }, { teamId }, { body, upload }, reply) {
    const encoding = body.encoding ?? (await detectEncoding(upload.temporaryPath))
    const draft = {
      templateId: body.template_id,
      revision: body.scene_revision ?? null,
      columns: body.columns ?? {},
      missing: body.missing_values ?? {},
      result: body.result ?? 'renders',
      colors: body.colors ?? null,
      assignments: body.assignments ?? {},
    }
    const rows = oneByOne(readTable(upload.temporaryPath, encoding))
    return reply(200, { check: checkWire(encoding, await service.batches.checkRows(teamId, draft, rows)) })
  },
})
