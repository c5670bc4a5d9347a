/** Makes a batch of the rows of a table, as they come: however many there are, few are held at a time. */

import type { PaletteInk } from '../../engine/ink/palette.ts'
import { type Assignments, chooseInks } from '../../engine/scene/assignment.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfTeam } from '../access/request.ts'
import { type BatchRecord, countsOf } from './batch.ts'
import { enqueueBatch } from './batch-queue.ts'
import {
  type BatchDraft,
  type CreatePorts,
  findTemplateRevision,
  newBatch,
  newItem,
  refuseResult,
} from './create.ts'
import { writeCounts } from './finish-items.ts'
import type { ItemRecord } from './item.ts'
import { type MissingValues, readMissingValues } from './missing-values.ts'
import { MOST_COPIES, MOST_MERGED_COPIES } from './quantity.ts'
import {
  type ColumnNames,
  invalidCsv,
  isBlank,
  readHeader,
  readRow,
  refuseNameless,
  type TableRow,
} from './read-rows.ts'

export const MOST_ROWS = 50_000
/** Rows that are written together. */
const PORTION = 100

export interface RowsDraft extends BatchDraft {
  readonly templateId: string
  readonly columns: ColumnNames
  /** Of every row. */
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  /** Keys are ids or labels of fields. */
  readonly missing: MissingValues
}

export interface CreateBatchFromRows extends OfTeam, Noted {
  readonly draft: RowsDraft
  readonly rows: AsyncIterable<TableRow>
}

/**
 * `rows` begins with the header, and throws what the file is refused for. The batch is seen when its last row is
 * written, and not before. Throws what createBatch and readHeader refuse, `invalid_colors` and `invalid_assignments`,
 * and `invalid_csv` for a file without rows or with too many; nothing is kept then. A row that cannot be printed is
 * an item that failed, and the others are printed.
 */
export async function createBatchFromRows(
  ports: CreatePorts,
  { teamId, draft, rows, note = NOTE_NOTHING }: CreateBatchFromRows,
): Promise<BatchRecord> {
  refuseResult(draft)
  const templateRevision = await findTemplateRevision(
    ports.store,
    teamId,
    draft.templateId,
    draft.revision,
    'template_id',
  )
  const { revision } = templateRevision
  chooseInks(revision.scene, draft.colors, draft.assignments, revision.plan.inks)
  const missing = readMissingValues(revision.scene, draft.missing)
  const mostCopies = copiesOf(draft.result)
  const made = newBatch(ports, teamId, { ...draft, revision: revision.revision, columns: null, total: 0 })

  let batch: BatchRecord = made
  let columns: ReturnType<typeof readHeader> | null = null
  let portion: ItemRecord[] = []
  let total = 0
  let failed = 0
  const write = async (): Promise<void> => {
    await ports.store.transaction((store) => store.batches.insertItems(portion))
    portion = []
  }
  try {
    for await (const row of rows) {
      if (isBlank(row)) continue
      if (columns === null) {
        columns = readHeader(revision.scene, row, draft.columns)
        batch = { ...made, columns }
        await ports.store.batches.insert(batch, { staged: true })
        continue
      }
      refuseNameless(columns, row)
      const read = readRow({ columns, missing, mostCopies }, row)
      if (read === null) continue
      if (total === MOST_ROWS) throw invalidCsv(row.line, `it has more than ${MOST_ROWS} rows`)
      const keeps = read.error !== null || columns.some((column) => 'ignored' in column)
      const cells = keeps ? row.cells : null
      const item = { ...newItem(batch, total, revision, read.content), row: row.line, cells }
      portion.push(read.error === null ? item : { ...item, status: 'failed', error: read.error })
      total += 1
      if (read.error !== null) failed += 1
      if (portion.length === PORTION) await write()
    }
    if (columns === null) throw invalidCsv(null, 'it is empty')
    if (total === 0) throw invalidCsv(null, 'it has a header and no rows')
    await write()
    return await ports.store.transaction(async (store) => {
      const admitted = await store.batches.admit(teamId, batch.id, { total, failed })
      if (admitted === null) throw new ServiceError('internal_error')
      if (failed < total) await enqueueBatch(ports, store, admitted)
      await note(store, { id: batch.id })
      return failed < total
        ? admitted
        : ((await writeCounts(ports, store, admitted, countsOf(admitted))) ?? admitted)
    })
  } catch (error) {
    // Leftovers of a dead process or a failed database are removed by the sweep.
    if (columns !== null) await discard(ports, batch).catch(() => {})
    throw error
  }
}

/** The most copies of a row. */
export function copiesOf(result: BatchRecord['result']): number {
  return result === 'merged' ? MOST_MERGED_COPIES : MOST_COPIES
}

/** Maximum time to receive a table; an older staged batch was abandoned. */
const ABANDONED_MS = 3_600_000
const DISCARDED_AT_ONCE = 500

/** Removes up to `limit` batches whose rows were never completed; answers how many there were. */
export async function removeAbandoned(ports: Pick<Ports, 'store' | 'clock'>, limit: number): Promise<number> {
  const found = await ports.store.batches.staged(ports.clock.now() - ABANDONED_MS, limit)
  for (const batch of found) await discard(ports, batch)
  return found.length
}

async function discard(
  { store }: Pick<Ports, 'store'>,
  { teamId, id }: Pick<BatchRecord, 'id' | 'teamId'>,
): Promise<void> {
  for (let gone = false; !gone; )
    gone = await store.transaction((inside) => inside.batches.discard(teamId, id, DISCARDED_AT_ONCE))
}
