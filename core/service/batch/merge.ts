/** Prints all records of a batch into one PDF, whole or not at all, and counts each of them once. */

import { createHash } from 'node:crypto'
import { createMerge, type Merge } from '../../engine/press/merge/merge.ts'
import type { Press } from '../../engine/press/press-port.ts'
import { checkReopened } from '../../engine/press/reopened.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import { ServiceError } from '../../errors.ts'
import type { FileSink, Files } from '../../files.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { FILES_AT_ONCE, forgetFile, nameFile, removeFiles, storeOwnFile } from '../own-files.ts'
import { bytesOf } from '../render/tail-parts.ts'
import type { TemplateRevision } from '../template/template.ts'
import { type BatchRecord, countsOf } from './batch.ts'
import { countOne, storeUnprinted, writeCounts } from './finish-items.ts'
import { type ItemRecord, itemError, RENDER_FAILED } from './item.ts'
import { type SetItem, setItem, type UnprintedItem } from './outcome.ts'
import { createTemplateRevisions } from './template-revisions.ts'
import type { Pace } from './work.ts'

/** Records that are written down together. */
const PORTION = 8
/** After so many attempts that a fault of the machinery ended, the records are failed. */
const MOST_FAULTS = 5

type MergeOutcome = SetItem | UnprintedItem

/** One attempt at the file; what others do to the batch meanwhile raises its number and ends this one. */
interface Attempt {
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

/**
 * The file is begun anew by each attempt, from the first record on, and items are written down as they are set, so
 * that the batch's counts show how far it is. Decision: a record counts towards the allowance when it is first set;
 * the batch keeps how many have been counted, and an attempt counts only those beyond. The last records, the file
 * and the end of the batch are written together.
 */
export async function mergeBatch(ports: Ports, found: BatchRecord, pace: Pace): Promise<void> {
  const batch = await claim(ports, found)
  if (batch === null || batch.templateId === null || batch.revision === null) return
  if (batch.faults >= MOST_FAULTS) return giveUp(ports, batch, pace)
  const { press } = ports
  if (press === null) throw new ServiceError('renderer_not_configured')
  const templateRevision = await createTemplateRevisions(ports.store).of({
    ...batch,
    templateId: batch.templateId,
    revision: batch.revision,
  })
  const sink = await ports.files.begin()
  try {
    // No other attempt has its name, so that no other row ever names its file.
    const merge = await beginFile(ports, press, sink, templateRevision, `${batch.id} ${batch.attempt}`)
    await run({ ports, batch, templateRevision, pace, sink, merge, printed: 0, hasRoom: true })
  } catch (error) {
    if (!pace.signal.aborted)
      await ports.store.batches.update(batch.teamId, batch.id, ['processing'], { faults: batch.faults + 1 })
    throw error
  } finally {
    await sink.discard()
  }
}

async function claim({ store, clock }: Ports, { teamId, id }: BatchRecord): Promise<BatchRecord | null> {
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
  name: string,
): Promise<Merge> {
  const sheets = await press.describePages(files.path(plan.bodySha256), teamId)
  const { subset } = await fonts.load(teamId, fontKeys(scene))
  const merge = createMerge({
    plan,
    sheets,
    textOutput: scene.textOutput,
    watermark: null,
    subset,
    name,
  })
  await copyBody(files, sink, plan.bodySha256)
  return merge
}

/** Throws where the bytes are not those that were compiled, as of a disk that has lost some: nobody prints on them. */
async function copyBody(files: Files, sink: FileSink, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of files.read(sha256)) {
    hash.update(chunk)
    await sink.write(chunk)
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} is damaged.`)
}

/** Portion by portion; the last one is held back until the file stands. */
async function run(attempt: Attempt): Promise<void> {
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
    const counted = await count(attempt, kept, found.hasMore)
    if (counted === null) return
    const refused = await write(attempt, counted, found.hasMore)
    if (!found.hasMore) return finish(attempt, withRefused(counted, refused))
    // What found no room after it was written down as set; its count is taken back at the end.
    if (refused.length > 0 && (await endItems(attempt, refused)) === null) return
    after = found.items.at(-1)?.index ?? after
  }
}

/**
 * Counts the records beyond those that an earlier attempt has counted; over the month's allowance a record fails.
 * With `settles` what became of them is written as well. Null where this attempt is over.
 */
async function count(
  attempt: Attempt,
  kept: readonly MergeOutcome[],
  settles: boolean,
): Promise<readonly MergeOutcome[] | null> {
  const { ports } = attempt
  return ports.store.transaction(async (store) => {
    const batch = await lock(store, attempt)
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

/** What a record is refused for that the others of its file do not share. */
const MERGE_REFUSALS: ReadonlySet<string> = new Set(['merged_pdf_too_large', 'merged_inks_differ'])

/** Puts the records into the file; answers those that differ from the first in the artwork's inks, and those that found no room, after the first of which all others find none. */
async function write(
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
      await attempt.sink.write(attempt.merge.add(separation))
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

async function endItems(attempt: Attempt, outcomes: readonly MergeOutcome[]): Promise<BatchRecord | null> {
  const { ports } = attempt
  return ports.store.transaction(async (store) => {
    const batch = await lock(store, attempt)
    if (batch === null) return null
    const counts = await storeOutcomes(store, batch, outcomes)
    return store.batches.update(batch.teamId, batch.id, ['processing'], {
      ...counts,
      updatedAt: ports.clock.now(),
    })
  })
}

/** The file stands before the row that names it. Without a printed record there is none. */
async function finish(attempt: Attempt, outcomes: readonly MergeOutcome[]): Promise<void> {
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
    const batch = await lock(store, attempt)
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
    })
  })
  // Canceled, or erased in part: nobody may read what this attempt has made.
  if (written === null && file !== null) await drop(ports, teamId, file.sha256)
}

/** A file that nobody has named. */
async function drop(ports: Ports, teamId: string, sha256: string): Promise<void> {
  await ports.store.transaction((store) => forgetFile(ports, store, teamId, sha256))
  await removeFiles(ports, FILES_AT_ONCE)
}

/** Throws, with the file removed, where another program cannot open what is to be printed: see reopenRender. */
async function refuseUnreadable(
  { ports, merge, batch }: Attempt,
  { sha256, sizeBytes }: { readonly sha256: string; readonly sizeBytes: number },
): Promise<void> {
  const { files, press } = ports
  if (press === null) throw new ServiceError('renderer_not_configured')
  const found = await press.reopen({ bodyPath: files.path(sha256), bodyBytes: sizeBytes, tail: [] })
  const [finding] = checkReopened({ pages: merge.pageCount, fileId: merge.fileId }, found)
  if (finding === undefined) return
  await drop(ports, batch.teamId, sha256)
  throw new Error(finding.message)
}

/** Takes back what an earlier attempt counted and this one did not print, from the last month on. */
async function releaseBeyond(
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
async function storeOutcomes(store: Store, batch: BatchRecord, outcomes: readonly MergeOutcome[]) {
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

async function lock(store: Store, { batch }: Attempt): Promise<BatchRecord | null> {
  const found = await store.batches.findForUpdate(batch.teamId, batch.id)
  return found?.status === 'processing' && found.attempt === batch.attempt ? found : null
}

/** The file cannot be made: every record that was to be in it fails, and none of them counts. */
async function giveUp(ports: Ports, batch: BatchRecord, pace: Pace): Promise<void> {
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

function totalOf(counted: BatchRecord['counted']): number {
  return Object.values(counted).reduce((sum, count) => sum + count, 0)
}
