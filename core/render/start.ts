/** Starts a render on demand: composed, counted and stored in one go, or refused with nothing written. */
import type { Assignments } from '../color/assignment.ts'
import { checkSubstrate, type PaletteInk, type Substrate } from '../color/ink.ts'
import { notFound, ServiceError } from '../errors.ts'
import type { Values } from '../fill/values.ts'
import type { Ports, Store } from '../ports.ts'
import { findTemplate } from '../template/move.ts'
import type { RevisionRecord, TemplateRecord } from '../template/template.ts'
import { type Composed, composeRender } from './compose.ts'
import type { ContentHashes } from './content-hash.ts'
import type { RenderRecord } from './render.ts'
import { tellRender } from './tell.ts'

export interface RenderRequest {
  readonly templateId: string
  /** Null for the published revision, or the newest of a template that was never published. */
  readonly revision: number | null
  readonly kind: 'final' | 'proof'
  readonly values: Values
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  readonly substrate: Substrate | null
  readonly externalOrderId: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The fill that is finalized; a render on demand belongs to none. */
  readonly fillId?: string
}

/**
 * Throws `not_found`, `template_archived`, what composeRender refuses, `render_limit_exceeded` for a final render
 * over the month's allowance, and `render_failed` (with `render_id`) when the machinery fails; only then is a row
 * kept, so that it can be retried.
 */
export async function startRender(
  ports: Ports,
  hashes: ContentHashes,
  teamId: string,
  request: RenderRequest,
): Promise<RenderRecord> {
  const { template, revision } = await findRevision(ports.store, teamId, request)
  if (request.substrate !== null) checkSubstrate(request.substrate)
  let composed: Composed
  let contentSha256: string
  try {
    composed = composeRender(
      { ...request, scene: revision.scene, plan: revision.plan, templateFindings: template.findings },
      ports.fonts,
    )
    contentSha256 = await hashes.ofRender(revision.plan, composed.tail)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const failed = failedRecord(ports, teamId, request, revision)
    await ports.store.transaction(async (store) => {
      await store.renders.insert(failed)
      await tellRender(ports, store, failed, template)
    })
    throw new ServiceError('render_failed', { cause: error, extra: { render_id: failed.id } })
  }
  const render = succeededRecord(ports, teamId, request, revision, composed, contentSha256)
  await ports.store.transaction(async (store) => {
    if (render.kind === 'final') await consumeAllowance(ports, store, teamId)
    await store.renders.insert(render)
    await store.tails.put(teamId, render.id, composed.tail)
    await tellRender(ports, store, render, template)
  })
  return render
}

async function findRevision(
  store: Store,
  teamId: string,
  request: RenderRequest,
): Promise<{ template: TemplateRecord; revision: RevisionRecord }> {
  const template = await findTemplate(store, teamId, request.templateId)
  if (template.status === 'archived') throw new ServiceError('template_archived')
  const number = request.revision ?? template.liveRevision ?? template.latestRevision
  const revision = await store.revisions.find(teamId, template.id, number)
  if (revision === null) throw notFound('scene revision')
  return { template, revision }
}

/** Decision: the allowance counts final renders by calendar month in UTC; a team without a limit has none. */
async function consumeAllowance(ports: Ports, store: Store, teamId: string): Promise<void> {
  const team = await store.teams.find(teamId)
  const limit = team?.renderLimitMonthly ?? null
  if (!(await store.usage.consume(teamId, monthOf(ports.clock.now()), limit)))
    throw new ServiceError('render_limit_exceeded', { extra: { limit } })
}

const MONTH = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', year: 'numeric', month: '2-digit' })

/** `yyyymm` in UTC of milliseconds since 1970. */
export function monthOf(ms: number): string {
  return MONTH.format(ms).replace('-', '')
}

function commonFields(ports: Ports, teamId: string, request: RenderRequest, revision: RevisionRecord) {
  const now = ports.clock.now()
  return {
    id: ports.makeId('render'),
    teamId,
    templateId: revision.templateId,
    revision: revision.revision,
    fillId: request.fillId ?? null,
    kind: request.kind,
    colors: request.colors,
    assignments: request.assignments,
    substrate: request.substrate,
    externalOrderId: request.externalOrderId,
    externalCartId: request.externalCartId,
    customerEmail: request.customerEmail,
    metadata: request.metadata,
    bodySha256: revision.plan.bodySha256,
    attempt: 1,
    createdAt: now,
    updatedAt: now,
  } as const
}

/** The record of a composed render; its tail is stored beside it. */
export function succeededRecord(
  ports: Ports,
  teamId: string,
  request: RenderRequest,
  revision: RevisionRecord,
  composed: Composed,
  contentSha256: string,
): RenderRecord {
  const common = commonFields(ports, teamId, request, revision)
  return {
    ...common,
    status: 'succeeded',
    values: composed.values,
    preflightStatus: composed.preflight.status,
    preflightNotes: composed.preflight.notes,
    storageKey: `tail:${common.id}`,
    sizeBytes: revision.plan.bodyBytes + composed.tail.length,
    contentSha256,
    errorCode: null,
    completedAt: common.createdAt,
  }
}

/** The record of a render that the machinery failed to make: it can be retried. */
export function failedRecord(
  ports: Ports,
  teamId: string,
  request: RenderRequest,
  revision: RevisionRecord,
): RenderRecord {
  const common = commonFields(ports, teamId, request, revision)
  return {
    ...common,
    status: 'failed',
    values: request.values,
    preflightStatus: 'pending',
    preflightNotes: JSON.stringify({ v: 1, message: 'The print file could not be made; retry the render.' }),
    storageKey: `pending:${common.id}`,
    sizeBytes: 0,
    contentSha256: null,
    errorCode: 'render_failed',
    completedAt: common.createdAt,
  }
}
