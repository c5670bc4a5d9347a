/** The use cases of storefronts: products of shops, orders and hooks, and the secrets that sign the hooks. */
import type { Ports } from '../ports.ts'
import type { ApplicationRecord } from './application/application.ts'
import { bindUseCases } from './bind.ts'
import {
  archiveMapping,
  changeMapping,
  createMapping,
  findMapping,
  listMappings,
} from './mapping/map-product.ts'
import { type ProductReference, resolveProduct } from './mapping/resolve.ts'
import { findHook, listHooks, retryHook } from './storefront/hooks.ts'
import { createShop, deleteShop, findShop, rotateShopSecret } from './storefront/shop.ts'
import { findOrder, listOrders, orderRecord, releaseLine, retryLine } from './storefront/staff.ts'

export function bindStorefronts(ports: Ports) {
  const { store } = ports
  return {
    mappings: {
      ...bindUseCases(ports, { create: createMapping, change: changeMapping, archive: archiveMapping }),
      ...bindUseCases(store, { list: listMappings, find: findMapping }),
      resolve: (application: ApplicationRecord, product: ProductReference) =>
        resolveProduct(store, application.teamId, product, application),
    },
    storefront: {
      ...bindUseCases(ports, { retry: retryLine, release: releaseLine, retryHook }),
      ...bindUseCases(store, { list: listOrders, find: findOrder, orderRecord, listHooks, findHook }),
    },
    storefrontShops: {
      ...bindUseCases(ports, { create: createShop, rotateSecret: rotateShopSecret, delete: deleteShop }),
      find: (teamId: string, id: string) => findShop(store, teamId, id),
      list: store.storefront.shops.list,
    },
  }
}
