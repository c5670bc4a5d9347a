/** Ends the merging of a batch: writes the outcomes, stores or drops the file, or gives up. */

import { findingMessage } from '../../engine/finding/sentence.ts'
import type { Merge } from '../../engine/press/merge/merge.ts'
import { checkReopened } from '../../engine/press/reopened.ts'
import { ServiceError } from '../../errors.ts'
import type { FileSink } from '../../files.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { FILES_AT_ONCE, forgetFile, nameFile, removeFiles, storeOwnFile } from '../own-files.ts'
import { isPdfx4 } from '../template/require-output.ts'
import type { TemplateRevision } from '../template/template.ts'
import { type BatchRecord, countsOf } from './batch.ts'
import { storeUnprinted, writeCounts } from './finish-items.ts'
import { RENDER_FAILED } from './item.ts'
import type { SetItem, UnprintedItem } from './outcome.ts'
import type { Pace } from './work.ts'

/** Number of records in one transaction. */
export const PORTION = 8

export type MergeOutcome = SetItem | UnprintedItem

/** One attempt at the file; what others do to the batch meanwhile raises its number and ends this one. */
export interface Attempt {
  readonly ports: Ports
  readonly batch: BatchRecord
  readonly templateRevision: TemplateRevision
  readonly pace: Pace
  readonly sink: FileSink
  readonly merge: Merge
  /** Records in the file so far. */
  printed: number
  /** False once the file can take no more. */
  hasRoom: boolean
}

export async function endItems(
  attempt: Attempt,
  outcomes: readonly MergeOutcome[],
): Promise<BatchRecord | null> {
  const { ports } = attempt
  return ports.store.transaction(async (store) => {
    const batch = await lockBatch(store, attempt)
    if (batch === null) return null
    const counts = await storeOutcomes(store, batch, outcomes)
    return store.batches.update(batch.teamId, batch.id, ['processing'], {
      ...counts,
      updatedAt: ports.clock.now(),
    })
  })
}

/** The file stands before the row that names it. Without a printed record there is none. */
export async function finishMerge(attempt: Attempt, outcomes: readonly MergeOutcome[]): Promise<void> {
  const { ports, merge, sink, pace } = attempt
  const { teamId } = attempt.batch
  let file: { readonly sha256: string; readonly sizeBytes: number } | null = null
  if (attempt.printed > 0) {
    for (const chunk of merge.finish()) {
      await sink.write(chunk)
      await pace.breathe()
    }
    file = await storeOwnFile(ports, teamId, sink)
    await refuseUnreadable(attempt, file)
  }
  const written = await ports.store.transaction(async (store) => {
    const batch = await lockBatch(store, attempt)
    if (batch === null) return null
    if (file !== null) await nameFile(ports, store, teamId, file.sha256)
    const counts = await storeOutcomes(store, batch, outcomes)
    const counted = await releaseBeyond(store, batch, attempt.printed)
    return writeCounts(ports, store, batch, {
      ...counts,
      counted,
      faults: 0,
      resultSha256: file?.sha256 ?? null,
      sizeBytes: file?.sizeBytes ?? null,
      output: file === null ? null : isPdfx4(merge.label) ? 'pdfx4' : 'pdf',
    })
  })
  // Canceled or partly erased: the file of this attempt must not be read.
  if (written === null && file !== null) await removeUnnamedFile(ports, teamId, file.sha256)
}

/** A file that no row refers to. */
export async function removeUnnamedFile(ports: Ports, teamId: string, sha256: string): Promise<void> {
  await ports.store.transaction((store) => forgetFile(ports, store, teamId, sha256))
  await removeFiles(ports, FILES_AT_ONCE)
}

/** Throws, with the file removed, where another program cannot open what is to be printed: see reopenRender. */
export async function refuseUnreadable(
  { ports, merge, batch }: Attempt,
  { sha256, sizeBytes }: { readonly sha256: string; readonly sizeBytes: number },
): Promise<void> {
  const { files, press } = ports
  if (press === null) throw new ServiceError('renderer_not_configured')
  const found = await press.reopen({
    bodyPath: await files.localPath(sha256),
    bodyBytes: sizeBytes,
    tail: [],
  })
  const [finding] = checkReopened({ pages: merge.pageCount, fileId: merge.fileId }, found)
  if (finding === undefined) return
  await removeUnnamedFile(ports, batch.teamId, sha256)
  throw new Error(findingMessage(finding))
}

/** Takes back what an earlier attempt counted and this one did not print, from the last month on. */
export async function releaseBeyond(
  store: Store,
  batch: BatchRecord,
  printed: number,
): Promise<BatchRecord['counted']> {
  let beyond = totalOf(batch.counted) - printed
  const counted: Record<string, number> = {}
  for (const [month, count] of Object.entries(batch.counted).sort(([a], [b]) => (a < b ? 1 : -1))) {
    const released = Math.min(count, Math.max(0, beyond))
    if (released > 0) await store.usage.release(batch.teamId, month, released)
    beyond -= released
    counted[month] = count - released
  }
  return counted
}

/** The counts with these outcomes; an item that an earlier attempt set counts once. */
export async function storeOutcomes(store: Store, batch: BatchRecord, outcomes: readonly MergeOutcome[]) {
  const counts = { ...countsOf(batch) }
  for (const one of outcomes) {
    const before = one.item.status
    const status = one.kind === 'set' ? 'succeeded' : one.kind
    if (before === status) continue
    const changed =
      one.kind === 'set'
        ? await store.batches.updateItem(one.item, {
            status: 'succeeded',
            preflightStatus: one.record.preflight.status,
          })
        : (await storeUnprinted(store, one)) !== null
    if (!changed) throw new Error(`Item ${one.item.index} of ${batch.id} changed under this attempt.`)
    counts[status] += 1
    if (before !== 'pending') counts[before] -= 1
  }
  return counts
}

export async function lockBatch(store: Store, { batch }: Attempt): Promise<BatchRecord | null> {
  const found = await store.batches.findForUpdate(batch.teamId, batch.id)
  return found?.status === 'processing' && found.attempt === batch.attempt ? found : null
}

/** The file cannot be created: all of its records fail, and none of them counts. */
export async function giveUpMerge(ports: Ports, batch: BatchRecord, pace: Pace): Promise<void> {
  for (let more = true; more; ) {
    pace.signal.throwIfAborted()
    more = await ports.store.transaction(async (store) => {
      const found = await store.batches.findForUpdate(batch.teamId, batch.id)
      if (found?.status !== 'processing' || found.attempt !== batch.attempt) return false
      const page = { limit: PORTION, startingAfter: null }
      const { items, hasMore } = await store.batches.items(
        batch.teamId,
        batch.id,
        ['pending', 'succeeded'],
        page,
      )
      const failed = items.map((item) => ({ kind: 'failed', item, error: RENDER_FAILED }) as const)
      const counts = await storeOutcomes(store, found, failed)
      const counted = await releaseBeyond(store, found, 0)
      await writeCounts(ports, store, found, { ...counts, counted })
      return hasMore
    })
    await pace.breathe()
  }
}

export function totalOf(counted: BatchRecord['counted']): number {
  return Object.values(counted).reduce((sum, count) => sum + count, 0)
}
