/** Finds the template that a storefront's product is printed from, as a page of the storefront asks for it. */

import { ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { findShownRevision } from '../template/retrieve.ts'
import type { RevisionRecord, TemplateRecord } from '../template/template.ts'
import type { MappingRecord } from './mapping.ts'

export interface ProductReference {
  readonly externalProductId: string
  readonly externalVariantId: string | null
}

export interface Resolved {
  readonly mapping: MappingRecord
  readonly template: TemplateRecord
  /** The published revision, with which a new fill begins. */
  readonly revision: RevisionRecord
}

/**
 * A variant's mapping wins over the product's. Decision: a mapping that names an application is there for that
 * application alone; `application` is null for the shop's own server. Throws `mapping_not_found` and
 * `template_not_live`.
 */
export async function resolveProduct(
  store: Store,
  teamId: string,
  product: ProductReference,
  application: ApplicationRecord | null,
): Promise<Resolved> {
  const { externalProductId, externalVariantId } = product
  const ofVariant =
    externalVariantId === null
      ? null
      : await store.mappings.findActive(teamId, externalProductId, externalVariantId)
  const mapping = ofVariant ?? (await store.mappings.findActive(teamId, externalProductId, null))
  if (mapping === null || !isOpenTo(mapping, application)) throw new ServiceError('mapping_not_found')
  return { mapping, ...(await findLive(store, teamId, mapping.templateId)) }
}

/** A live template of the team with its published revision. Throws `template_not_live`. */
export async function findLive(
  store: Store,
  teamId: string,
  templateId: string,
): Promise<{ readonly template: TemplateRecord; readonly revision: RevisionRecord }> {
  const template = await store.templates.find(teamId, templateId)
  if (template?.status !== 'live') throw new ServiceError('template_not_live')
  return { template, revision: await findShownRevision(store, template) }
}

function isOpenTo(mapping: MappingRecord, application: ApplicationRecord | null): boolean {
  return (
    mapping.embedApplicationId === null ||
    application === null ||
    mapping.embedApplicationId === application.id
  )
}
