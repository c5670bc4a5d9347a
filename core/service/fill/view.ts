/** Fills as they are shown: as of now, beside their template and what layout finds wrong with their values. */

import { type ForbiddenWords, findForbidden } from '../../engine/layout/forbidden-words.ts'
import { layoutFields } from '../../engine/layout/layout.ts'
import type { Problem } from '../../engine/layout/mark.ts'
import { type InksAndPaper, inksAndPaperOf } from '../../engine/scene/inks-and-paper.ts'
import { completeValues } from '../../engine/scene/values.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { notFound } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { forbiddenWordsOf } from '../access/change-settings.ts'
import { materialsOf } from '../render/materials.ts'
import type { RenderRecord } from '../render/render.ts'
import { findTemplate } from '../template/move.ts'
import type { RevisionRecord, TemplateRecord, TemplateRevision } from '../template/template.ts'
import { asOf, type FillRecord } from './fill.ts'
import type { FillFilter } from './fill-store.ts'

export interface FillView {
  readonly fill: FillRecord
  readonly template: TemplateRecord
  readonly printable: boolean
  readonly problems: readonly Problem[]
  /** Of the print file, which may have been corrected since; before there is one, of the design. */
  readonly printed: InksAndPaper
}

/** The team's fill as of now, or `not_found`. */
export async function findFill(
  ports: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
  id: string,
): Promise<FillRecord> {
  const fill = await ports.store.fills.find(teamId, id)
  if (fill === null) throw notFound('fill')
  return asOf(fill, ports.clock.now())
}

export async function templateRevisionOf(store: Store, fill: FillRecord): Promise<TemplateRevision> {
  const template = await findTemplate(store, fill.teamId, fill.templateId)
  return { template, revision: await revisionOf(store, fill) }
}

/** The revision that the fill began with. */
export async function revisionOf(store: Pick<Store, 'revisions'>, fill: FillRecord): Promise<RevisionRecord> {
  const revision = await store.revisions.find(fill.teamId, fill.templateId, fill.revision)
  if (revision === null) throw new Error(`${fill.id} has lost revision ${fill.revision}.`)
  return revision
}

/** Reads the fonts and images of the fill: never within a transaction; use lookAtFill there. */
export async function viewFill(
  ports: Pick<Ports, 'store' | 'fonts'>,
  fill: FillRecord,
  { template, revision }: TemplateRevision,
  lastRender: RenderRecord | null | undefined = undefined,
): Promise<FillView> {
  const printed = inksAndPaperOf(
    revision.scene,
    revision.plan,
    (lastRender === undefined ? await lastRenderOf(ports.store, fill) : lastRender) ?? fill,
  )
  try {
    const materials = await materialsOf(ports, revision, fill.values)
    const rules = await forbiddenWordsOf(ports.store, fill.teamId)
    return {
      ...lookAtFill(materials.fonts, rules, fill, { template, revision: materials.revision }),
      printed,
    }
  } catch {
    // A technical fault matters when something is printed; reading a fill must not fail because of it.
    return { fill, template, printable: false, problems: [], printed }
  }
}

/**
 * Like viewFill, with loaded materials. Decision: an erased fill is not printable, because its values are gone.
 */
export function lookAtFill(
  fonts: Fonts,
  rules: ForbiddenWords | null,
  fill: FillRecord,
  { template, revision }: TemplateRevision,
): Omit<FillView, 'printed'> {
  if (fill.erasedAt !== null) return { fill, template, printable: false, problems: [] }
  const { scene } = revision
  try {
    const values = completeValues(scene, fill.values)
    const problems = [...layoutFields(scene, values, fonts).problems, ...findForbidden(scene, values, rules)]
    return { fill, template, printable: problems.length === 0, problems }
  } catch {
    return { fill, template, printable: false, problems: [] }
  }
}

/** Throws `not_found`. */
export async function retrieveFill(
  ports: Ports,
  teamId: string,
  id: string,
): Promise<FillView & { readonly lastRender: RenderRecord | null }> {
  const fill = await findFill(ports, teamId, id)
  const lastRender = await lastRenderOf(ports.store, fill)
  const view = await viewFill(ports, fill, await templateRevisionOf(ports.store, fill), lastRender)
  return { ...view, lastRender }
}

async function lastRenderOf(
  store: Pick<Store, 'renders'>,
  { teamId, lastRenderId }: FillRecord,
): Promise<RenderRecord | null> {
  return lastRenderId === null ? null : store.renders.find(teamId, lastRenderId)
}

/** A page of fills, in four reads however many there are. */
export async function listFills(
  ports: Ports,
  teamId: string,
  filter: FillFilter,
  page: PageRequest,
): Promise<Page<FillView>> {
  const now = ports.clock.now()
  const { items, ...rest } = await ports.store.fills.list(teamId, filter, page, now)
  const wanted = new Map(items.map((fill) => [revisionKey(fill), fill]))
  const templates = await ports.store.templates.findMany(teamId, [
    ...new Set(items.map((fill) => fill.templateId)),
  ])
  const revisions = await ports.store.revisions.findMany(teamId, [...wanted.values()])
  const renderIds = items.flatMap(({ lastRenderId }) => lastRenderId ?? [])
  const renders = await ports.store.renders.findMany(teamId, renderIds)
  const renderById = new Map(renders.map((render) => [render.id, render]))
  const byId = new Map(templates.map((template) => [template.id, template]))
  const byKey = new Map(revisions.map((revision) => [revisionKey(revision), revision]))
  const views: FillView[] = []
  for (const fill of items) {
    const template = byId.get(fill.templateId)
    const revision = byKey.get(revisionKey(fill))
    if (template === undefined || revision === undefined)
      throw new Error(`${fill.id} has lost what it prints on.`)
    const lastRender = renderById.get(fill.lastRenderId ?? '') ?? null
    views.push(await viewFill(ports, asOf(fill, now), { template, revision }, lastRender))
  }
  return { items: views, ...rest }
}

function revisionKey({ templateId, revision }: { readonly templateId: string; readonly revision: number }) {
  return `${templateId} ${revision}`
}
