/** The outcome of one item: composed, rejected because of its values, or skipped. */

import type { PreflightStatus } from '../../engine/finding/finding.ts'
import { checkSubstrate } from '../../engine/ink/palette.ts'
import type { ForbiddenWords } from '../../engine/layout/forbidden-words.ts'
import { DEFAULT_PREVIEW_DPI, fittedSize } from '../../engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../engine/scene/content.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { CATALOGUE, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { forbiddenWordsOf } from '../access/change-settings.ts'
import { patchContent } from '../fill/content.ts'
import { findPage } from '../preview/check.ts'
import { pictureRecord } from '../preview/ledger.ts'
import type { Previews } from '../preview/previews.ts'
import { type ComposedRecord, type ComposeInput, composeRecord, composeRender } from '../render/compose.ts'
import type { ContentHashes } from '../render/content-hash.ts'
import type { ConvertPorts } from '../render/convert-pictures.ts'
import { pressMaterialsOf } from '../render/materials.ts'
import type { ComposedFile } from '../render/record.ts'
import type { RenderRecord } from '../render/render.ts'
import { type KeepPorts, writeComposedFile } from '../render/store-tail.ts'
import { factsOf } from '../template/artwork.ts'
import type { TemplateRevision } from '../template/template.ts'
import type { BatchRecord } from './batch.ts'
import { ERASED, type ItemError, type ItemRecord, itemError, NO_RASTER, RENDER_FAILED } from './item.ts'

export type UnprintedItem = {
  readonly kind: 'failed' | 'skipped'
  readonly item: ItemRecord
  readonly error: ItemError
}
export type PrintedItem = {
  readonly kind: 'printed'
  readonly item: ItemRecord
  readonly templateRevision: TemplateRevision
} & ComposedFile
export interface DrawnItem {
  readonly kind: 'drawn'
  readonly item: ItemRecord
  /** The row of the picture, unless it has one. */
  readonly render: RenderRecord
  readonly preflightStatus: PreflightStatus
}
export type SetItem = { readonly kind: 'set'; readonly item: ItemRecord; readonly record: ComposedRecord }

/** A technical fault that can pass, such as the disk's; not a fault of the values. */
export class PassingFault extends Error {
  constructor(cause: unknown) {
    super('A record of a batch could not be printed; it will be retried.', { cause })
    this.name = 'PassingFault'
  }
}

/** A revision as it is now, its fonts, and the words that the team does not print. */
interface ReadyItem extends TemplateRevision {
  readonly fonts: Fonts
  readonly forbiddenWords: ForbiddenWords | null
}

/** Throws PassingFault. */
async function readied(
  ports: ConvertPorts & Pick<Ports, 'fonts'>,
  item: ItemRecord,
  { template, revision }: TemplateRevision,
): Promise<ReadyItem> {
  try {
    const materials = await pressMaterialsOf(ports, revision, item.values)
    const forbiddenWords = await forbiddenWordsOf(ports.store, item.teamId)
    return { template, revision: materials.revision, fonts: materials.fonts, forbiddenWords }
  } catch (cause) {
    throw new PassingFault(cause)
  }
}

/** The print file of one item. Throws PassingFault. */
export async function printItem(
  ports: ConvertPorts & Pick<Ports, 'fonts'> & KeepPorts,
  hashes: ContentHashes,
  batch: BatchRecord,
  item: ItemRecord,
  templateRevision: TemplateRevision,
): Promise<PrintedItem | UnprintedItem> {
  const ready = await readied(ports, item, templateRevision)
  const composed = attempt(item, () =>
    composeRender({ ...inputOf(batch, item, ready), kind: 'final', madeAt: batch.createdAt }, ready.fonts),
  )
  if ('error' in composed) return composed
  try {
    const file = await writeComposedFile(ports, hashes, item.teamId, templateRevision.revision.plan, composed)
    if (file.kind === 'fault') throw file.cause
    return { ...file, kind: 'printed', item, templateRevision }
  } catch (cause) {
    throw new PassingFault(cause)
  }
}

/** One item, ready to be merged with others. Throws PassingFault. */
export async function setItem(
  ports: ConvertPorts & Pick<Ports, 'fonts'>,
  batch: BatchRecord,
  item: ItemRecord,
  templateRevision: TemplateRevision,
): Promise<SetItem | UnprintedItem> {
  const ready = await readied(ports, item, templateRevision)
  const record = attempt(item, () => composeRecord(inputOf(batch, item, ready), ready.fonts))
  return 'error' in record ? record : { kind: 'set', item, record }
}

/**
 * The picture of one item: the first page, as POST /previews draws it when nothing else is said, so that whoever asks
 * for it then finds it drawn. Decision: an item whose values cannot be printed fails; without a raster renderer it is
 * checked, and passed over where it could be drawn. Throws PassingFault.
 */
export async function drawItem(
  ports: ConvertPorts & Pick<Ports, 'fonts' | 'raster' | 'makeId'>,
  previews: Previews,
  batch: BatchRecord,
  item: ItemRecord,
  templateRevision: TemplateRevision,
): Promise<DrawnItem | UnprintedItem> {
  const set = await setItem(ports, batch, item, templateRevision)
  if (set.kind !== 'set') return set
  if (ports.raster === null) return { kind: 'skipped', item, error: NO_RASTER }
  const { revision } = templateRevision
  const page = findPage(revision, 0)
  const { colors, assignments, substrate } = inksOf(batch, item)
  const inks = { colors, assignments, substrate }
  // By field ids, as everybody else asks for it.
  const content = { ...patchContent(revision, EMPTY_CONTENT, inks), values: set.record.values }
  const size = fittedSize(page, (page.widthPt / 72) * DEFAULT_PREVIEW_DPI)
  try {
    const shown = await previews.prepare({ scope: item.teamId, revision, content, page, size })
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
function attempt<T extends object>(item: ItemRecord, compose: () => T): T | UnprintedItem {
  if (item.erasedAt !== null) return { kind: 'skipped', item, error: ERASED }
  try {
    if (item.substrate !== null) checkSubstrate(item.substrate)
    return compose()
  } catch (error) {
    const refused = error instanceof ServiceError && CATALOGUE[error.code].status < 500
    return { kind: 'failed', item, error: refused ? itemError(error) : RENDER_FAILED }
  }
}

/** Decision: an item prints its row even if an option has been removed from its set since. */
function inputOf(
  batch: BatchRecord,
  item: ItemRecord,
  { template, revision, forbiddenWords }: ReadyItem,
): Omit<ComposeInput, 'kind'> {
  return {
    scene: revision.scene,
    plan: revision.plan,
    templateFindings: factsOf(template, revision),
    profile: template.profile,
    values: item.values,
    standing: item.values,
    forbiddenWords,
    ...inksOf(batch, item),
  }
}

function inksOf(batch: BatchRecord, item: ItemRecord) {
  return {
    colors: item.colors ?? batch.colors,
    assignments: { ...batch.assignments, ...item.assignments },
    substrate: item.substrate,
  }
}
