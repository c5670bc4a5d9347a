/** The stores of storefronts: hooks, orders, their lines, and the data of adapters. */
import type { Page, PageRequest } from '../../page.ts'
import type { HookState, StorefrontHook, StorefrontLine, StorefrontOrder } from './line.ts'
import type { LineState } from './order.ts'
import type { StorefrontShop } from './storefront-shop.ts'

export interface StorefrontOrderFilter {
  readonly adapter?: string
  readonly shop?: string
  readonly reference?: string
  /** Only orders with a line in this state. */
  readonly state?: LineState
}

export interface StorefrontHookFilter {
  readonly adapter?: string
  readonly shop?: string
  readonly state?: HookState
}

type Changes<R> = Partial<Omit<R, 'id' | 'teamId' | 'createdAt'>>
/** The platform's name of an order. */
export type OrderKey = Pick<StorefrontOrder, 'adapter' | 'shop' | 'orderId'>

export interface StorefrontStore {
  readonly hooks: {
    /** False where the same hook came before; nothing is written then. */
    insert(hook: StorefrontHook): Promise<boolean>
    find(teamId: string, id: string): Promise<StorefrontHook | null>
    update(teamId: string, id: string, changes: Changes<StorefrontHook>): Promise<StorefrontHook | null>
    list(teamId: string, filter: StorefrontHookFilter, page: PageRequest): Promise<Page<StorefrontHook>>
    /** Deletes the content of the team's failed hooks. */
    forgetFailed(teamId: string): Promise<void>
    /** Pending ones of all teams that are due, by id, after `afterId`. */
    waiting(now: number, afterId: string, limit: number): Promise<readonly StorefrontHook[]>
    /** Removes up to `limit` that came before; pending ones stay. Answers how many. */
    removeBefore(receivedBefore: number, limit: number): Promise<number>
  }
  readonly orders: {
    /** Throws UniqueViolation where the order is there already. */
    insert(order: StorefrontOrder): Promise<void>
    find(teamId: string, id: string): Promise<StorefrontOrder | null>
    findByKey(teamId: string, key: OrderKey): Promise<StorefrontOrder | null>
    findMany(teamId: string, ids: readonly string[]): Promise<readonly StorefrontOrder[]>
    list(teamId: string, filter: StorefrontOrderFilter, page: PageRequest): Promise<Page<StorefrontOrder>>
    ofCustomer(teamId: string, customerKey: string): Promise<readonly StorefrontOrder[]>
    update(teamId: string, id: string, changes: Changes<StorefrontOrder>): Promise<StorefrontOrder | null>
    /** Of all teams, those with something to be written back by now, by id, after `afterId`. */
    waiting(now: number, afterId: string, limit: number): Promise<readonly StorefrontOrder[]>
  }
  readonly lines: {
    /** Throws UniqueViolation where order, line and fill are there already. */
    insert(line: StorefrontLine): Promise<void>
    find(teamId: string, id: string): Promise<StorefrontLine | null>
    ofOrder(teamId: string, orderRowId: string): Promise<readonly StorefrontLine[]>
    ofOrders(teamId: string, orderRowIds: readonly string[]): Promise<readonly StorefrontLine[]>
    /** All lines that carry the fill, oldest first. */
    ofFill(teamId: string, fillId: string): Promise<readonly StorefrontLine[]>
    /** Takes a line that is due and not leased: raises its lease. Null where there is nothing to take. */
    claim(teamId: string, id: string, now: number, leaseUntil: number): Promise<StorefrontLine | null>
    /** With a lease, null unless the row still stands at it. */
    update(
      teamId: string,
      id: string,
      lease: number | null,
      changes: Changes<StorefrontLine>,
    ): Promise<StorefrontLine | null>
    remove(teamId: string, id: string): Promise<void>
    /** Of all teams, those that are due and that nobody works on, by id, after `afterId`. */
    waiting(now: number, afterId: string, limit: number): Promise<readonly StorefrontLine[]>
  }
  readonly shops: {
    /** Throws UniqueViolation where the adapter has the shop already. */
    insert(shop: StorefrontShop): Promise<void>
    find(teamId: string, id: string): Promise<StorefrontShop | null>
    findByName(teamId: string, adapter: string, shop: string): Promise<StorefrontShop | null>
    list(teamId: string, page: PageRequest): Promise<Page<StorefrontShop>>
    ofAdapter(teamId: string, adapter: string): Promise<readonly StorefrontShop[]>
    count(teamId: string): Promise<number>
    update(teamId: string, id: string, changes: Changes<StorefrontShop>): Promise<StorefrontShop | null>
    /** False where there was none. */
    remove(teamId: string, id: string): Promise<boolean>
  }
  readonly shelf: {
    get(
      teamId: string,
      adapter: string,
      key: string,
    ): Promise<{ readonly sealed: string; readonly version: number } | null>
    /** `version` null writes whatever stands there, 0 only where nothing does; false where it was not written. */
    put(
      teamId: string,
      adapter: string,
      key: string,
      sealed: string,
      version: number | null,
    ): Promise<boolean>
    remove(teamId: string, adapter: string, key: string): Promise<void>
    keys(teamId: string, adapter: string, prefix: string): Promise<readonly string[]>
  }
}
