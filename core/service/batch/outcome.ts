/** What becomes of one item: composed, refused for its values, or passed over. */

import type { PreflightStatus } from '../../engine/finding/finding.ts'
import { checkSubstrate } from '../../engine/ink/palette.ts'
import { DEFAULT_PREVIEW_DPI, fittedSize } from '../../engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../engine/scene/content.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { CATALOGUE, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { patchContent } from '../fill/content.ts'
import { findPage } from '../preview/check.ts'
import { pictureRecord } from '../preview/ledger.ts'
import type { Previews } from '../preview/show.ts'
import { type ComposedRecord, type ComposeInput, composeRecord, composeRender } from '../render/compose.ts'
import type { ContentHashes } from '../render/content-hash.ts'
import { type KeepPorts, keepComposed } from '../render/keep-tail.ts'
import { materialsOf } from '../render/materials.ts'
import type { ComposedFile } from '../render/record.ts'
import type { RenderRecord } from '../render/render.ts'
import { factsOf } from '../template/artwork.ts'
import type { BatchRecord } from './batch.ts'
import type { BatchGround } from './create.ts'
import { ERASED, type ItemError, type ItemRecord, itemError, NO_RASTER, RENDER_FAILED } from './item.ts'

export type Unprinted = {
  readonly kind: 'failed' | 'skipped'
  readonly item: ItemRecord
  readonly error: ItemError
}
export type Printed = {
  readonly kind: 'printed'
  readonly item: ItemRecord
  readonly ground: BatchGround
} & ComposedFile
export interface Drawn {
  readonly kind: 'drawn'
  readonly item: ItemRecord
  /** The row of the picture, unless it has one. */
  readonly render: RenderRecord
  readonly preflightStatus: PreflightStatus
}
export type SetItem = { readonly kind: 'set'; readonly item: ItemRecord; readonly record: ComposedRecord }

/** A fault of the machinery that another time may not have: the disk's, not the values'. */
export class PassingFault extends Error {
  constructor(cause: unknown) {
    super('A record of a batch could not be printed; it will be retried.', { cause })
    this.name = 'PassingFault'
  }
}

/** A ground as it is now, and its fonts. Throws PassingFault. */
async function readied(
  ports: Pick<Ports, 'store' | 'fonts'>,
  item: ItemRecord,
  { template, revision }: BatchGround,
): Promise<{ readonly ground: BatchGround; readonly fonts: Fonts }> {
  try {
    const materials = await materialsOf(ports, revision, item.values)
    return { ground: { template, revision: materials.revision }, fonts: materials.fonts }
  } catch (cause) {
    throw new PassingFault(cause)
  }
}

/** The print file of one item. Throws PassingFault. */
export async function printItem(
  ports: Pick<Ports, 'fonts'> & KeepPorts,
  hashes: ContentHashes,
  batch: BatchRecord,
  item: ItemRecord,
  ground: BatchGround,
): Promise<Printed | Unprinted> {
  const ready = await readied(ports, item, ground)
  const composed = attempt(item, () =>
    composeRender({ ...inputOf(batch, item, ready.ground), kind: 'final' }, ready.fonts),
  )
  if ('error' in composed) return composed
  try {
    const file = await keepComposed(ports, hashes, item.teamId, ground.revision.plan, composed)
    if (file.kind === 'fault') throw file.cause
    return { ...file, kind: 'printed', item, ground }
  } catch (cause) {
    throw new PassingFault(cause)
  }
}

/** One item, ready to be merged with others. Throws PassingFault. */
export async function setItem(
  ports: Pick<Ports, 'store' | 'fonts'>,
  batch: BatchRecord,
  item: ItemRecord,
  ground: BatchGround,
): Promise<SetItem | Unprinted> {
  const ready = await readied(ports, item, ground)
  const record = attempt(item, () => composeRecord(inputOf(batch, item, ready.ground), ready.fonts))
  return 'error' in record ? record : { kind: 'set', item, record }
}

/**
 * The picture of one item: the first page, as POST /previews draws it when nothing else is said, so that whoever asks
 * for it then finds it drawn. Decision: an item whose values cannot be printed fails; without a raster renderer it is
 * checked, and passed over where it could be drawn. Throws PassingFault.
 */
export async function drawItem(
  ports: Pick<Ports, 'store' | 'fonts' | 'raster' | 'clock' | 'makeId'>,
  previews: Previews,
  batch: BatchRecord,
  item: ItemRecord,
  ground: BatchGround,
): Promise<Drawn | Unprinted> {
  const set = await setItem(ports, batch, item, ground)
  if (set.kind !== 'set') return set
  if (ports.raster === null) return { kind: 'skipped', item, error: NO_RASTER }
  const { revision } = ground
  const page = findPage(revision, 0)
  const { colors, assignments, substrate } = inputOf(batch, item, ground)
  const inks = { colors, assignments, substrate: substrate ?? null }
  // By field ids, as everybody else asks for it.
  const content = { ...patchContent(revision, EMPTY_CONTENT, inks), values: set.record.values }
  const size = fittedSize(page, (page.widthPt / 72) * DEFAULT_PREVIEW_DPI)
  try {
    const shown = await previews.show({ scope: item.teamId, revision, content, page, size })
    const picture = await shown.see()
    const render = pictureRecord(ports, revision, shown.identity, picture)
    return { kind: 'drawn', item, render, preflightStatus: set.record.preflight.status }
  } catch (cause) {
    if (cause instanceof ServiceError && ['preview_failed', 'page_not_drawable'].includes(cause.code))
      return { kind: 'failed', item, error: itemError(cause) }
    throw new PassingFault(cause)
  }
}

/** Composing is a matter of the values alone: what goes wrong in it goes wrong each time. */
function attempt<T extends object>(item: ItemRecord, compose: () => T): T | Unprinted {
  if (item.erasedAt !== null) return { kind: 'skipped', item, error: ERASED }
  try {
    if (item.substrate !== null) checkSubstrate(item.substrate)
    return compose()
  } catch (error) {
    const refused = error instanceof ServiceError && CATALOGUE[error.code].status < 500
    return { kind: 'failed', item, error: refused ? itemError(error) : RENDER_FAILED }
  }
}

/** Decision: an item prints what its row says, though an option was taken out of its set since. */
function inputOf(
  batch: BatchRecord,
  item: ItemRecord,
  { template, revision }: BatchGround,
): Omit<ComposeInput, 'kind'> {
  return {
    scene: revision.scene,
    plan: revision.plan,
    templateFindings: factsOf(template, revision),
    profile: template.profile,
    values: item.values,
    standing: item.values,
    colors: item.colors ?? batch.colors,
    assignments: { ...batch.assignments, ...item.assignments },
    substrate: item.substrate,
  }
}
