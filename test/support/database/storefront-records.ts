/** Rows of storefronts for tests, each with every property set; a test changes what it is about. */

import { randomBytes } from 'node:crypto'
import type {
  StorefrontHook,
  StorefrontLine,
  StorefrontOrder,
} from '../../../core/service/storefront/line.ts'
import type { StorefrontShop } from '../../../core/service/storefront/storefront-shop.ts'
import type { Store } from '../../../core/store.ts'
import { makeId } from './records.ts'

const AT = 1_750_000_000_000

export function storefrontOrder(teamId: string, changes: Partial<StorefrontOrder> = {}): StorefrontOrder {
  const orderId = changes.orderId ?? randomBytes(6).toString('hex')
  return {
    id: makeId('storefrontOrder'),
    ...{ teamId, adapter: 'rest', shop: 'shop', orderId, reference: `shop:${orderId}`, name: '#1001' },
    ...{ cart: 'cart-7', customerEmail: 'Ada@example.com', customerName: 'Ada', dueAt: AT + 1 },
    ...{ customerKey: 'ada@example.com', changedAt: AT, status: 'canceled', canceledAt: AT + 2 },
    ...{ writtenSha256: 'ab'.repeat(32), writeAttempts: 3, nextWriteAt: null, createdAt: AT, updatedAt: AT },
    ...changes,
  }
}

export function storefrontLine(
  order: Pick<StorefrontOrder, 'id' | 'teamId'>,
  changes: Partial<StorefrontLine> = {},
): StorefrontLine {
  return {
    id: makeId('storefrontLine'),
    ...{ teamId: order.teamId, orderRowId: order.id, line: 'l1', fillId: makeId('fill'), quantity: 2 },
    ...{ refunded: 0, printed: 0, cart: 'cart-8', copiedFrom: { order: '7', reference: 'shop:7' } },
    ...{ session: 'esn_1', product: 'mug', variant: 'blue', goal: 'finalize', state: 'held' },
    ...{ reason: 'cart_mismatch', message: 'Another cart.', trusted: true, copyId: 'fill_copy' },
    ...{ renderId: 'rnd_1', renderStatus: 'queued', attempts: 2, nextAttemptAt: AT, failingSince: AT - 1 },
    ...{ lease: 0, leaseUntil: null, createdAt: AT, updatedAt: AT },
    ...changes,
  } as StorefrontLine
}

export function storefrontHook(teamId: string, changes: Partial<StorefrontHook> = {}): StorefrontHook {
  return {
    id: makeId('storefrontHook'),
    ...{ teamId, adapter: 'rest', shop: 'shop', hookId: randomBytes(6).toString('hex') },
    ...{ topic: 'order.changed', request: '{"path":"/orders"}', body: new Uint8Array([0, 255, 10, 13]) },
    ...{ state: 'pending', error: 'later', attempts: 1, nextAttemptAt: AT, receivedAt: AT },
    ...changes,
  }
}

export function storefrontShop(teamId: string, changes: Partial<StorefrontShop> = {}): StorefrontShop {
  return {
    id: makeId('storefrontShop'),
    ...{ teamId, adapter: 'rest', shop: randomBytes(6).toString('hex') },
    ...{ secretCiphertext: 'sealed', secretPrefix: 'whsec_abcd', secretRotatedAt: AT + 1 },
    ...{ previousSecretCiphertext: 'sealed before', previousSecretExpiresAt: AT + 2, createdAt: AT },
    ...changes,
  }
}

/** An order of the team with one held line, and a hook that failed. */
export async function insertStorefrontOrder(store: Store, teamId: string) {
  const order = storefrontOrder(teamId)
  const line = storefrontLine(order)
  const hook = storefrontHook(teamId, { state: 'failed' })
  await store.storefront.hooks.insert(hook)
  await store.storefront.orders.insert(order)
  await store.storefront.lines.insert(line)
  return { order, line, hook }
}
