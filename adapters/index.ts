/** The storefront adapters. */
import type { AdapterKind } from '../core/service/storefront/contract.ts'
import { MOCK } from './mock/adapter.ts'
import { REST } from './rest/adapter.ts'
import { SHOPIFY } from './shopify/shopify.ts'
import { WOOCOMMERCE } from './woocommerce/woocommerce.ts'

export const ADAPTERS: readonly AdapterKind[] = [REST, SHOPIFY, WOOCOMMERCE, MOCK]
