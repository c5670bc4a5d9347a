/** The use cases of storefronts by name, as the service has them: mapped products, and orders that hooks bring. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import type { ApplicationRecord } from '../application/application.ts'
import {
  archiveMapping,
  changeMapping,
  createMapping,
  findMapping,
  listMappings,
  type MappingChanges,
  type MappingRequest,
} from '../mapping/map-product.ts'
import type { MappingFilter } from '../mapping/mapping-store.ts'
import { type ProductReference, resolveProduct } from '../mapping/resolve.ts'
import { findHook, listHooks, retryHook } from '../storefront/hooks.ts'
import { findOrder, listOrders, releaseLine, retryLine } from '../storefront/staff.ts'
import type { StorefrontHookFilter, StorefrontOrderFilter } from '../storefront/storefront-store.ts'

export function mappingUseCases(ports: Ports) {
  return {
    create: (teamId: string, request: MappingRequest, note?: NoteMade) =>
      createMapping(ports, teamId, request, note),
    list: (teamId: string, filter: MappingFilter, page: PageRequest) =>
      listMappings(ports.store, teamId, filter, page),
    find: (teamId: string, id: string) => findMapping(ports.store, teamId, id),
    change: (teamId: string, id: string, changes: MappingChanges) =>
      changeMapping(ports, teamId, id, changes),
    archive: (teamId: string, id: string) => archiveMapping(ports, teamId, id),
    resolve: (application: ApplicationRecord, product: ProductReference) =>
      resolveProduct(ports.store, application.teamId, product, application),
  }
}

export function storefrontUseCases(ports: Ports) {
  return {
    list: (teamId: string, filter: StorefrontOrderFilter, page: PageRequest) =>
      listOrders(ports.store, teamId, filter, page),
    find: (teamId: string, id: string) => findOrder(ports.store, teamId, id),
    retry: (teamId: string, lineId: string, actor: Actor = SYSTEM) => retryLine(ports, teamId, lineId, actor),
    release: (teamId: string, lineId: string, actor: Actor = SYSTEM) =>
      releaseLine(ports, teamId, lineId, actor),
    listHooks: (teamId: string, filter: StorefrontHookFilter, page: PageRequest) =>
      listHooks(ports.store, teamId, filter, page),
    findHook: (teamId: string, id: string) => findHook(ports.store, teamId, id),
    retryHook: (teamId: string, id: string, actor: Actor = SYSTEM) => retryHook(ports, teamId, id, actor),
  }
}
