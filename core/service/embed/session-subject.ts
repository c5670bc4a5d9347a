/** The subject of a session: a live template, a mapped product, or an open fill that is resumed. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { hashKey } from '../access/key-form.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { refuseClosed } from '../fill/edit.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import { templateRevisionOf } from '../fill/view.ts'
import type { MappingRecord } from '../mapping/mapping.ts'
import { findLive, type ProductReference, resolveProduct } from '../mapping/resolve.ts'
import { findTemplate } from '../template/move.ts'
import type { RevisionRecord, TemplateRecord } from '../template/template.ts'
import { isResumeToken } from './secret.ts'
import type { SessionRecord } from './session.ts'

export interface Subject {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
  readonly mapping: MappingRecord | null
  /** Null where a new one will begin. */
  readonly fill: FillRecord | null
  /** Of the mapping, or of the session in which the fill was before. */
  readonly applicationId: string | null
}

/** One of these names the subject; the fill wins over the template, and the template over the product. */
export interface SubjectRequest {
  readonly templateId: string | null
  readonly product: ProductReference | null
  /** An open fill to go on with. */
  readonly fillId: string | null
}

/**
 * Throws `missing_parameter` where nothing says what to fill, `not_found`, `mapping_not_found`, `template_not_live`,
 * `fill_not_open` and `fill_expired`.
 */
export async function findSubject(
  ports: Ports,
  store: Store,
  teamId: string,
  request: SubjectRequest,
  application: ApplicationRecord | null,
): Promise<Subject> {
  const { templateId, product, fillId } = request
  if (fillId !== null) {
    const fill = await store.fills.find(teamId, fillId)
    if (fill === null || (templateId !== null && templateId !== fill.templateId)) throw notFound('fill')
    return resumeFill(ports, store, fill)
  }
  if (templateId !== null) {
    await findTemplate(store, teamId, templateId)
    return { ...(await findLive(store, teamId, templateId)), mapping: null, fill: null, applicationId: null }
  }
  if (product !== null) return newFill(store, teamId, product, application)
  throw new ServiceError('missing_parameter', {
    message: 'One of template_id, external_product_id and fill_id is required.',
    param: 'template_id',
  })
}

/** Throws `mapping_not_found` and `template_not_live`. */
export async function newFill(
  store: Store,
  teamId: string,
  product: ProductReference,
  application: ApplicationRecord | null,
): Promise<Subject> {
  const resolved = await resolveProduct(store, teamId, product, application)
  return { ...resolved, fill: null, applicationId: resolved.mapping.embedApplicationId }
}

/**
 * Decision: the token serves the application and the product that the fill was made with, whatever the fill's state.
 * Throws `not_found`.
 */
export async function guestFill(
  store: Store,
  application: ApplicationRecord,
  { externalProductId }: ProductReference,
  token: string,
): Promise<FillRecord> {
  const fits = (before: SessionRecord, fill: FillRecord) =>
    before.embedApplicationId === application.id && fill.externalProductId === externalProductId
  return fillOfToken(store, application.teamId, token, fits)
}

/** `fits` judges the session that the fill was in last. Throws `not_found`. */
export async function fillOfToken(
  store: Store,
  teamId: string,
  token: string,
  fits: (before: SessionRecord, fill: FillRecord) => boolean,
): Promise<FillRecord> {
  const fill = isResumeToken(token) ? await store.fills.findByResumeToken(hashKey(token)) : null
  const before = fill?.embedSessionId ? await store.sessions.find(teamId, fill.embedSessionId) : null
  if (fill === null || before === null || fill.teamId !== teamId || !fits(before, fill))
    throw notFound('fill')
  return fill
}

/** At the revision with which it began, whatever has become of its template since. Throws `fill_not_open` and `fill_expired`. */
export async function resumeFill(ports: Ports, store: Store, fill: FillRecord): Promise<Subject> {
  refuseClosed(asOf(fill, ports.clock.now()))
  const templateRevision = await templateRevisionOf(store, fill)
  const before =
    fill.embedSessionId === null ? null : await store.sessions.find(fill.teamId, fill.embedSessionId)
  const mappingId = before?.productMappingId ?? null
  const mapping = mappingId === null ? null : await store.mappings.find(fill.teamId, mappingId)
  return { ...templateRevision, mapping, fill, applicationId: before?.embedApplicationId ?? null }
}
