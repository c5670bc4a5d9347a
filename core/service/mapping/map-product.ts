/** Makes, changes and archives product mappings. */

import { chooseInks } from '../../engine/scene/assignment.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { readValues } from '../../engine/scene/values.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { RootStore, Store, Tx } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfRecord, OfTeam } from '../access/request.ts'
import { findActiveApplication } from '../application/find-application.ts'
import { findTemplate } from '../template/move.ts'
import { presentRevision } from '../template/present.ts'
import { findShownRevision } from '../template/retrieve.ts'
import type { TemplateRecord } from '../template/template.ts'
import type { MappingOptions, MappingRecord } from './mapping.ts'
import type { MappingFilter } from './mapping-store.ts'

export interface MappingRequest {
  readonly externalProductId: string
  readonly externalVariantId: string | null
  readonly templateId: string
  readonly embedApplicationId: string | null
  readonly options: Partial<MappingOptions>
  readonly metadata: Readonly<Record<string, string>>
}

export interface MappingChanges {
  readonly templateId?: string
  readonly embedApplicationId?: string | null
  readonly options?: Partial<MappingOptions>
  readonly metadata?: Readonly<Record<string, string>>
}

export interface ShownMapping {
  readonly mapping: MappingRecord
  readonly template: TemplateRecord
}

/**
 * Throws `not_found` for the template or application, `template_archived`, what readOptions refuses, and
 * `mapping_exists`. Decision: the template need not be live yet; until it is, the product does not resolve.
 */
export async function createMapping(
  ports: Ports,
  { teamId, request, note = NOTE_NOTHING }: OfTeam & Noted & { readonly request: MappingRequest },
): Promise<ShownMapping> {
  return exclusively(ports.store, async (store) => {
    const template = await findUsableTemplate(store, teamId, request.templateId)
    if (request.embedApplicationId !== null)
      await findActiveApplication(store, teamId, request.embedApplicationId)
    const now = ports.clock.now()
    const mapping: MappingRecord = {
      ...request,
      id: ports.makeId('mapping'),
      teamId,
      options: await readOptions(store, template, request.options),
      status: 'active',
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    }
    await store.mappings.insert(mapping)
    await note(store, { id: mapping.id })
    return { mapping, template }
  })
}

/**
 * Decision: product and variant are what a mapping is, and do not change; archive it and make another. An archived
 * mapping is `not_found`. Options are checked against the template that will be in force.
 */
export async function changeMapping(
  ports: Ports,
  { teamId, id, changes }: OfRecord & { readonly changes: MappingChanges },
): Promise<ShownMapping> {
  return ports.store.transaction(async (store) => {
    const found = await store.mappings.find(teamId, id)
    if (found === null || found.status === 'archived') throw notFound('product_mapping')
    const template = await (changes.templateId === undefined
      ? findTemplate(store, teamId, found.templateId)
      : findUsableTemplate(store, teamId, changes.templateId))
    if (changes.embedApplicationId !== undefined && changes.embedApplicationId !== null)
      await findActiveApplication(store, teamId, changes.embedApplicationId)
    const recheck = changes.options !== undefined || changes.templateId !== undefined
    const options = recheck
      ? await readOptions(store, template, { ...found.options, ...changes.options })
      : null
    const mapping = await store.mappings.update(teamId, id, {
      ...changes,
      options: options ?? found.options,
      updatedAt: ports.clock.now(),
    })
    if (mapping === null) throw notFound('product_mapping')
    return { mapping, template }
  })
}

/** Again is no change. Throws `not_found`. */
export async function archiveMapping(ports: Ports, { teamId, id }: OfRecord): Promise<void> {
  await ports.store.transaction(async (store) => {
    const found = await store.mappings.find(teamId, id)
    if (found === null) throw notFound('product_mapping')
    if (found.status === 'archived') return
    const now = ports.clock.now()
    await store.mappings.update(teamId, id, { status: 'archived', archivedAt: now, updatedAt: now })
  })
}

/** An archived one too. Throws `not_found`. */
export async function findMapping(store: Store, teamId: string, id: string): Promise<ShownMapping> {
  const mapping = await store.mappings.find(teamId, id)
  if (mapping === null) throw notFound('product_mapping')
  return { mapping, template: await findTemplate(store, teamId, mapping.templateId) }
}

export async function listMappings(
  store: Store,
  teamId: string,
  filter: MappingFilter,
  page: PageRequest,
): Promise<Page<ShownMapping>> {
  const { items, hasMore } = await store.mappings.list(teamId, filter, page)
  const ids = [...new Set(items.map((mapping) => mapping.templateId))]
  const templates = new Map(
    (await store.templates.findMany(teamId, ids)).map((template) => [template.id, template]),
  )
  const shown = items.map((mapping) => {
    const template = templates.get(mapping.templateId)
    if (template === undefined) throw new Error(`${mapping.id} has lost its template.`)
    return { mapping, template }
  })
  return { items: shown, hasMore }
}

/** The unique index rejects a mapping that another request has just created. */
async function exclusively<T>(store: RootStore, work: (store: Tx) => Promise<T>): Promise<T> {
  try {
    return await store.transaction(work)
  } catch (error) {
    if (error instanceof UniqueViolation && error.columns.includes('external_product_id'))
      throw new ServiceError('mapping_exists', { cause: error, param: 'external_product_id' })
    throw error
  }
}

async function findUsableTemplate(store: Store, teamId: string, id: string): Promise<TemplateRecord> {
  const template = await findTemplate(store, teamId, id)
  if (template.status === 'archived') throw new ServiceError('template_archived')
  return template
}

/** Keys become field ids. Throws what readValues refuses, `unknown_field` for a lock, and `invalid_colors`. */
async function readOptions(
  store: Store,
  template: TemplateRecord,
  given: Partial<MappingOptions>,
): Promise<MappingOptions> {
  const shown = await findShownRevision(store, template)
  const { scene } = await presentRevision(store, shown, given.defaultValues)
  const colors = given.colors ?? null
  if (colors !== null) chooseInks(scene, colors, {}, shown.plan.inks)
  return {
    defaultValues: readValues(scene, given.defaultValues ?? {}),
    lockedFieldIds: readLocks(scene, given.lockedFieldIds ?? []),
    colors,
  }
}

function readLocks(scene: Scene, locked: readonly string[]): readonly string[] {
  const ids = new Set(scene.fields.map((field) => field.id))
  const unknown = locked.find((id) => !ids.has(id))
  if (unknown === undefined) return [...new Set(locked)]
  throw new ServiceError('unknown_field', {
    message: `The template has no field ${unknown}.`,
    param: 'options.locked_field_ids',
  })
}
