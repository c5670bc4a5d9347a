/** The storefront adapters that there are, and the way to the service for those that run apart from it. */
import type { AdapterKind } from '../core/service/storefront/contract.ts'
import { MOCK } from './mock/adapter.ts'
import { REST } from './rest/adapter.ts'
import { createRemoteApi } from './rest/remote-api.ts'
import { SHOPIFY } from './shopify/shopify.ts'
import { WOOCOMMERCE } from './woocommerce/woocommerce.ts'

export const ADAPTERS: readonly AdapterKind[] = [REST, SHOPIFY, WOOCOMMERCE, MOCK]

/** How an adapter that runs apart from the service reaches it. */
export const connectToService = createRemoteApi
