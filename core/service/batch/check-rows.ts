/** Tries the rows of a table without making a batch of them: what each column is, and which rows could not be printed. */

import type { PaletteInk } from '../../engine/ink/palette.ts'
import { type Assignments, chooseInks } from '../../engine/scene/assignment.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { readValues } from '../../engine/scene/values.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { CATALOGUE, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { forbiddenWordsOf } from '../access/change-settings.ts'
import { type ComposeInput, composeRecord } from '../render/compose.ts'
import { materialsOf } from '../render/materials.ts'
import { factsOf } from '../template/artwork.ts'
import type { TemplateRevision } from '../template/template.ts'
import type { BatchResult } from './batch.ts'
import type { Column } from './column.ts'
import { findTemplateRevision } from './create.ts'
import { copiesOf, MOST_ROWS } from './create-from-rows.ts'
import { type ItemContent, type ItemError, itemError } from './item.ts'
import {
  createMissingCount,
  type MissingField,
  type MissingValues,
  readMissingValues,
} from './missing-values.ts'
import {
  type ColumnNames,
  headingsOf,
  invalidCsv,
  isBlank,
  namelessValue,
  readColumn,
  readRow,
  refuseWide,
  type TableRow,
} from './read-rows.ts'
import { suggestMeaning } from './suggest-meaning.ts'

export const COLUMN_MEANINGS = ['field', 'reference', 'ignored', 'unknown', 'ambiguous', 'duplicate'] as const

export interface CheckedColumn {
  readonly name: string
  readonly meaning: (typeof COLUMN_MEANINGS)[number]
  /** Id of its field, even for a second column of the same field. */
  readonly fieldId: string | null
  readonly label: string | null
  readonly reference: string | null
  /** For a column of no meaning: a label or the name of a reference that it may stand for. */
  readonly suggestion: string | null
  /** Its cell in the first row, cut short. */
  readonly sample: string | null
}

export interface FaultyRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number
  readonly error: ItemError
}

/** A cell that a spreadsheet would have taken for a formula, or that shows one gone wrong: it is printed as it stands. */
export interface FormulaCell {
  readonly line: number
  readonly column: string
  readonly text: string
}

export interface CheckedTable {
  readonly columns: readonly CheckedColumn[]
  readonly rows: number
  readonly faulty: number
  /** Rows whose words were set, too: of the others only the values were looked at. */
  readonly set: number
  /** The first of each, at most MOST_TOLD. */
  readonly errors: readonly FaultyRow[]
  readonly formulas: readonly FormulaCell[]
  readonly formulaCount: number
  /** Fields for which some rows have no value. */
  readonly missing: readonly MissingField[]
  /** Of the first row, by field id. */
  readonly first: Readonly<Record<string, string>> | null
}

export interface CheckDraft {
  readonly templateId: string
  readonly revision: number | null
  readonly columns: ColumnNames
  /** Of every row. */
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  /** Keys are ids or labels of fields. */
  readonly missing: MissingValues
  readonly result: BatchResult
}

const MOST_TOLD = 200
/** Decision: setting text costs a few milliseconds a row; this many rows reveal the faults of a list. */
const MOST_SET = 500
const LONGEST_SAMPLE = 100

/**
 * `rows` begins with the header, throws what the file is refused for, and gives way to other work between rows. Throws
 * `not_found`, `template_archived`, `invalid_colors`, `invalid_assignments`, and `invalid_csv` for a file without rows
 * or with too many.
 */
export async function checkRows(
  ports: Pick<Ports, 'store' | 'fonts'>,
  teamId: string,
  draft: CheckDraft,
  rows: AsyncIterable<TableRow>,
): Promise<CheckedTable> {
  const stored = await findTemplateRevision(
    ports.store,
    teamId,
    draft.templateId,
    draft.revision,
    'template_id',
  )
  const { revision, fonts } = await materialsOf(ports, stored.revision)
  const forbiddenWords = await forbiddenWordsOf(ports.store, teamId)
  const templateRevision = { ...stored, revision, forbiddenWords }
  const { scene } = revision
  chooseInks(scene, draft.colors, draft.assignments, revision.plan.inks)

  const missing = readMissingValues(scene, draft.missing)
  const mostCopies = copiesOf(draft.result)
  let gaps: ReturnType<typeof createMissingCount> | null = null
  let header: { readonly read: readonly Column[]; readonly told: readonly CheckedColumn[] } | null = null
  let first: { readonly row: TableRow; readonly values: ItemContent['values'] } | null = null
  const errors: FaultyRow[] = []
  const formulas: FormulaCell[] = []
  const valued = new Set<string>()
  const counts = { rows: 0, faulty: 0, set: 0, formulas: 0 }
  for await (const row of rows) {
    if (isBlank(row)) continue
    if (header === null) {
      header = checkHeader(scene, row, draft.columns)
      gaps = createMissingCount(scene, header.read, missing)
      continue
    }
    const nameless = namelessValue(header.read, row)
    if (nameless !== null) valued.add(nameless.name)
    const read = readRow({ columns: header.read, missing, mostCopies }, row)
    if (read === null) continue
    if (counts.rows === MOST_ROWS) throw invalidCsv(row.line, `it has more than ${MOST_ROWS} rows`)
    counts.rows += 1
    gaps?.see(row)
    first ??= { row, values: read.content.values }
    const found = formulasOf(header.read, row)
    counts.formulas += found.length
    formulas.push(...found.slice(0, MOST_TOLD - formulas.length))
    const isSet = read.error === null && counts.set < MOST_SET
    if (isSet) counts.set += 1
    const error = read.error ?? faultOf(templateRevision, fonts, draft, read.content, isSet)
    if (error === null) continue
    counts.faulty += 1
    if (errors.length < MOST_TOLD) errors.push({ line: row.line, error: byColumn(error, header.read) })
  }
  if (header === null) throw invalidCsv(null, 'it is empty')
  if (first === null) throw invalidCsv(null, 'it has a header and no rows')
  const { cells } = first.row
  return {
    columns: header.told.map((column, at) => ({
      ...column,
      meaning: valued.has(column.name) ? 'unknown' : column.meaning,
      sample: sampleOf(cells[at]),
    })),
    rows: counts.rows,
    faulty: counts.faulty,
    set: counts.set,
    errors,
    formulas,
    formulaCount: counts.formulas,
    missing: gaps?.found(counts.rows) ?? [],
    first: first.values,
  }
}

/** Like readHeader, but reports faults beside each column instead of throwing, and skips the column. */
function checkHeader(scene: Scene, header: TableRow, names: ColumnNames) {
  refuseWide(header)
  const labels = new Map(scene.fields.map(({ id, label }) => [id, label]))
  const seen = new Set<string>()
  const read: Column[] = []
  const told = headingsOf(header).map((heading): CheckedColumn => {
    const { name } = heading
    const column = readColumn(scene, heading, names)
    const facts = { name, fieldId: null, label: null, reference: null, suggestion: null, sample: null }
    const leaveOut = () => read.push({ name, ignored: true })
    if ('code' in column) {
      leaveOut()
      const meaning = column.code === 'ambiguous_label' ? 'ambiguous' : 'unknown'
      return { ...facts, meaning, suggestion: suggestMeaning(name, scene, seen) }
    }
    if ('ignored' in column || 'nameless' in column) {
      read.push(column)
      return { ...facts, meaning: 'ignored' }
    }
    const [key, own] =
      'field' in column
        ? [column.field, { fieldId: column.field, label: labels.get(column.field) ?? null }]
        : [column.reference, { reference: column.reference }]
    const isTwice = seen.has(key)
    seen.add(key)
    if (isTwice) leaveOut()
    else read.push(column)
    return { ...facts, ...own, meaning: isTwice ? 'duplicate' : 'field' in column ? 'field' : 'reference' }
  })
  return { read, told }
}

function faultOf(
  { template, revision, forbiddenWords }: TemplateRevision & Required<Pick<ComposeInput, 'forbiddenWords'>>,
  fonts: Fonts,
  { colors, assignments }: CheckDraft,
  { values }: ItemContent,
  isSet: boolean,
): ItemError | null {
  const { scene, plan } = revision
  try {
    if (!isSet) readValues(scene, values)
    else {
      const templateFindings = factsOf(template, revision)
      const { profile } = template
      const inks = { colors, assignments }
      composeRecord({ scene, plan, templateFindings, profile, values, ...inks, forbiddenWords }, fonts)
    }
    return null
  } catch (error) {
    if (!(error instanceof ServiceError) || CATALOGUE[error.code].status >= 500) throw error
    return itemError(error)
  }
}

/** Values are named by their column, which the author of the table knows. */
function byColumn(error: ItemError, columns: readonly Column[]): ItemError {
  const names = new Map<string, string>()
  for (const column of columns) if ('field' in column) names.set(column.field, column.name)
  const named = (param: string) => names.get(param.replace(/^values\./, '')) ?? param
  return {
    ...error,
    param: error.param === null ? null : named(error.param),
    details: error.details.map((detail) =>
      detail.field_id === undefined && detail.param === undefined
        ? detail
        : { ...detail, param: named(detail.param ?? detail.field_id ?? '') },
    ),
  }
}

/** Numbers, dates and phone numbers begin with signs too. */
const FORMULA =
  /^(?:[=@].|[+-](?![\d\s().,/-]*$).*[(*/]|#(?:NAME|REF|VALUE|DIV\/0|N\/A|NULL|NUM|SPILL|CALC)[!?]?$)/

function formulasOf(columns: readonly Column[], { line, cells }: TableRow): FormulaCell[] {
  return cells.flatMap((cell, at): FormulaCell[] => {
    const column = columns[at]
    if (column === undefined || 'ignored' in column || 'nameless' in column || !FORMULA.test(cell)) return []
    return [{ line, column: column.name, text: cell.slice(0, LONGEST_SAMPLE) }]
  })
}

function sampleOf(cell: string | undefined): string | null {
  if (cell === undefined) return null
  return cell.length <= LONGEST_SAMPLE ? cell : `${cell.slice(0, LONGEST_SAMPLE - 1)}…`
}
