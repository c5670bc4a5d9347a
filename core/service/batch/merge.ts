/** Prints all records of a batch into one PDF, whole or not at all, and counts each of them once. */

import { createHash } from 'node:crypto'
import { createMerge, type Merge, type MergeInput } from '../../engine/press/merge/merge.ts'
import type { Press } from '../../engine/press/press-port.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import { ServiceError } from '../../errors.ts'
import type { FileSink, Files } from '../../files.ts'
import type { Ports } from '../../ports.ts'
import { bytesOf } from '../render/tail-parts.ts'
import type { TemplateRevision } from '../template/template.ts'
import type { BatchRecord } from './batch.ts'
import {
  type Attempt,
  endItems,
  finishMerge,
  giveUpMerge,
  lockBatch,
  type MergeOutcome,
  PORTION,
  storeOutcomes,
  totalOf,
} from './end-merge.ts'
import { countOne } from './finish-items.ts'
import { type ItemRecord, itemError } from './item.ts'
import { setItem, type UnprintedItem } from './outcome.ts'
import { createTemplateRevisions } from './template-revisions.ts'
import type { Pace } from './work.ts'

/** After this many attempts with a technical fault, the records fail. */
const MOST_FAULTS = 5

/**
 * The file is begun anew by each attempt, from the first record on, and items are written down as they are set, so
 * that the batch's counts show how far it is. Decision: a record counts towards the allowance when it is first set;
 * the batch keeps how many have been counted, and an attempt counts only those beyond. The last records, the file
 * and the end of the batch are written together.
 */
export async function mergeBatch(ports: Ports, found: BatchRecord, pace: Pace): Promise<void> {
  const batch = await claimBatch(ports, found)
  if (batch === null || batch.templateId === null || batch.revision === null) return
  if (batch.faults >= MOST_FAULTS) return giveUpMerge(ports, batch, pace)
  const { press } = ports
  if (press === null) throw new ServiceError('renderer_not_configured')
  const templateRevision = await createTemplateRevisions(ports.store).of({
    ...batch,
    templateId: batch.templateId,
    revision: batch.revision,
  })
  const sink = await ports.files.begin()
  try {
    // Unique to this attempt, so that no other row refers to its file.
    const name = `${batch.id} ${batch.attempt}`
    const merge = await beginFile(ports, press, sink, templateRevision, { name, madeAt: batch.createdAt })
    await mergeItems({ ports, batch, templateRevision, pace, sink, merge, printed: 0, hasRoom: true })
  } catch (error) {
    if (!pace.signal.aborted)
      await ports.store.batches.update(batch.teamId, batch.id, ['processing'], { faults: batch.faults + 1 })
    throw error
  } finally {
    await sink.discard()
  }
}

async function claimBatch({ store, clock }: Ports, { teamId, id }: BatchRecord): Promise<BatchRecord | null> {
  return store.transaction(async (inside) => {
    const batch = await inside.batches.findForUpdate(teamId, id)
    if (batch?.status !== 'processing') return null
    const changes = { attempt: batch.attempt + 1, updatedAt: clock.now() }
    return inside.batches.update(teamId, id, ['processing'], changes)
  })
}

async function beginFile(
  { files, fonts }: Ports,
  press: Press,
  sink: FileSink,
  { revision: { teamId, plan, scene } }: TemplateRevision,
  named: Pick<MergeInput, 'name' | 'madeAt'>,
): Promise<Merge> {
  const sheets = await press.describePages(await files.localPath(plan.bodySha256), teamId)
  const { subset } = await fonts.load(teamId, fontKeys(scene))
  const merge = createMerge({
    plan,
    sheets,
    textOutput: scene.textOutput,
    watermark: null,
    subset,
    ...named,
  })
  await copyBody(files, sink, plan.bodySha256)
  return merge
}

/** Throws if the bytes differ from the compiled ones, for example after a disk fault. */
async function copyBody(files: Files, sink: FileSink, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of files.read(sha256)) {
    hash.update(chunk)
    await sink.write(chunk)
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} is damaged.`)
}

/** Portion by portion; the last one is held back until the file stands. */
async function mergeItems(attempt: Attempt): Promise<void> {
  const { ports, batch, pace } = attempt
  for (let after: number | null = null; ; ) {
    pace.signal.throwIfAborted()
    const page = { limit: PORTION, startingAfter: after }
    const found = await ports.store.batches.items(batch.teamId, batch.id, ['pending', 'succeeded'], page)
    const kept: MergeOutcome[] = []
    for (const item of found.items) {
      kept.push(await setItem(ports, batch, item, attempt.templateRevision))
      await pace.breathe()
    }
    const counted = await countItems(attempt, kept, found.hasMore)
    if (counted === null) return
    const refused = await writeSheets(attempt, counted, found.hasMore)
    if (!found.hasMore) return finishMerge(attempt, withRefused(counted, refused))
    // Records without room after they were stored as set; their count is reversed at the end.
    if (refused.length > 0 && (await endItems(attempt, refused)) === null) return
    after = found.items.at(-1)?.index ?? after
  }
}

/**
 * Counts the records beyond those that an earlier attempt has counted; over the month's allowance a record fails.
 * With `settles` what became of them is written as well. Null where this attempt is over.
 */
async function countItems(
  attempt: Attempt,
  kept: readonly MergeOutcome[],
  settles: boolean,
): Promise<readonly MergeOutcome[] | null> {
  const { ports } = attempt
  return ports.store.transaction(async (store) => {
    const batch = await lockBatch(store, attempt)
    if (batch === null) return null
    const counted: Record<string, number> = { ...batch.counted }
    let free = totalOf(counted) - attempt.printed
    const outcomes: MergeOutcome[] = []
    for (const one of kept) {
      if (one.kind === 'set' && free > 0) free -= 1
      else if (one.kind === 'set' && attempt.hasRoom) {
        const month = await countOne(ports, store, batch.teamId)
        if (typeof month !== 'string') {
          outcomes.push({ kind: 'failed', item: one.item, error: month })
          continue
        }
        counted[month] = (counted[month] ?? 0) + 1
      }
      outcomes.push(one)
    }
    const counts = settles ? await storeOutcomes(store, batch, outcomes) : batch
    const { succeeded, failed, skipped } = counts
    const written = await store.batches.update(batch.teamId, batch.id, ['processing'], {
      ...{ succeeded, failed, skipped, counted },
      updatedAt: ports.clock.now(),
    })
    return written === null ? null : outcomes
  })
}

/** Faults of a single record of a merged file. */
const MERGE_REFUSALS: ReadonlySet<string> = new Set(['merged_pdf_too_large', 'merged_inks_differ'])

/**
 * Puts the records into the file; answers those that differ from the first in the artwork's inks, and those that found
 * no room, after the first of which all others find none.
 */
async function writeSheets(
  attempt: Attempt,
  kept: readonly MergeOutcome[],
  settled: boolean,
): Promise<readonly UnprintedItem[]> {
  const refused: UnprintedItem[] = []
  for (const one of kept) {
    if (one.kind !== 'set') continue
    try {
      if (!attempt.hasRoom) throw new ServiceError('merged_pdf_too_large')
      const { separation } = one.record
      for await (const bytes of bytesOf(attempt.ports.files, attempt.merge.pictures(separation)))
        await attempt.sink.write(bytes)
      // All copies of a row find room, or none is written.
      const copies = one.item.quantity ?? 1
      for (let copy = 0; copy < copies; copy += 1) {
        const { merge } = attempt
        await attempt.sink.write(copy === 0 ? merge.add(separation, copies) : merge.repeat())
        if (copy % PORTION === PORTION - 1) await attempt.pace.breathe()
      }
      attempt.printed += 1
    } catch (error) {
      const refuses = error instanceof ServiceError && MERGE_REFUSALS.has(error.code)
      if (!refuses) throw error
      if (error.code === 'merged_pdf_too_large') attempt.hasRoom = false
      const item: ItemRecord = settled ? { ...one.item, status: 'succeeded' } : one.item
      refused.push({ kind: 'failed', item, error: itemError(error) })
    }
    await attempt.pace.breathe()
  }
  return refused
}

function withRefused(
  kept: readonly MergeOutcome[],
  refused: readonly UnprintedItem[],
): readonly MergeOutcome[] {
  const byIndex = new Map(refused.map((one) => [one.item.index, one]))
  return kept.map((one) => byIndex.get(one.item.index) ?? one)
}
