/** Splits a filter of fills into parts that each have an index. */
import type { Knex } from 'knex'
import { idBound } from '../../../core/ids.ts'
import type { PageRequest } from '../../../core/page.ts'
import { customerKey } from '../../../core/service/fill/customer.ts'
import {
  FILL_SOURCES,
  FILL_STATUSES,
  type FillStatus,
  type ProductionStatus,
} from '../../../core/service/fill/fill.ts'
import type { FillFilter } from '../../../core/service/fill/fill-store.ts'
import { type Few, lookAt, type Run, runOfRarest } from '../engine/runs.ts'

/** As in the partial indexes: databases use those only if the words match. */
export const OPEN = "status = 'open'"
const NOT_LAPSED = '(expires_at is null or expires_at > ?)'
const EXPIRED = "(status || '' = 'expired' or (status || '' = 'open' and expires_at <= ?))"

/**
 * The filtered fills in parts that each have an index. There are few statuses and sources, and each may have nearly every
 * fill or none: the index has a run for each pair, and the remaining runs are merged. An order, a cart and a customer
 * have few fills, which are checked one by one.
 */
export function filtered(teamId: string, filter: FillFilter, now: number): readonly (Run | Few)[] {
  const { templateId, status, source, review, since, customerEmail, productionStatus } = filter
  if (productionStatus !== undefined) {
    const { productionStatus: _, ...others } = filter
    return ofProduction(teamId, productionStatus, now, (query) => lookAtAll(query, others, now))
  }
  const draft = filter.draft === undefined ? undefined : filter.draft ? 'started' : 'none'
  const sinceThen = (query: Knex.QueryBuilder) => {
    if (since !== undefined) query.where('created_at', '>=', since)
  }
  const rare = [
    ['external_order_id', filter.externalOrderId],
    ['line_ref', filter.lineRef],
    ['external_cart_id', filter.externalCartId],
    ['customer_key', customerEmail === undefined ? undefined : customerKey(customerEmail)],
  ] as const
  const template = ['template_id', templateId] as const
  const isRare = rare.some(([, value]) => value !== undefined)
  if (isRare || review !== undefined || (status === undefined && source === undefined))
    return [
      runOfRarest(
        teamId,
        [...rare, ['review', review], template, ['source', source], ['draft', draft]],
        (query) => {
          sinceThen(query)
          if (status !== undefined) lookAtStatus(query, status, now)
        },
      ),
    ]

  const ofTeam = ['team_id', teamId] as const
  const before = templateId === undefined ? [ofTeam] : [ofTeam, ['template_id', templateId] as const]
  const runs = (status === undefined ? FILL_STATUSES : [status]).flatMap((oneStatus) =>
    (source === undefined ? FILL_SOURCES : [source]).map(
      (oneSource): Run => ({
        along: [...before, ['status', oneStatus], ['source', oneSource]],
        only(query) {
          sinceThen(query)
          if (draft !== undefined) lookAt(query, 'draft', draft)
          if (status === 'open') query.whereRaw(NOT_LAPSED, [now])
        },
      }),
    ),
  )
  if (status !== 'expired') return runs
  // Fills that the sweep has not reached yet are few; their time finds them.
  const lapsed: Few = {
    few(query) {
      query.where({ team_id: teamId }).whereRaw(OPEN).where('expires_at', '<=', now)
      sinceThen(query)
      if (draft !== undefined) lookAt(query, 'draft', draft)
      if (templateId !== undefined) lookAt(query, 'template_id', templateId)
      if (source !== undefined) lookAt(query, 'source', source)
    },
  }
  return [...runs, lapsed]
}

/** The runs of a production status. An open fill past its expiry is canceled, swept or not. */
export function ofProduction(
  teamId: string,
  status: ProductionStatus,
  now: number,
  only: (query: Knex.QueryBuilder) => void = () => {},
): readonly (Run | Few)[] {
  const run: Run = {
    along: [
      ['team_id', teamId],
      ['production_status', status],
    ],
    only(query) {
      only(query)
      query.whereRaw(`(status || '' <> 'open' or ${NOT_LAPSED})`, [now])
    },
  }
  if (status !== 'canceled') return [run]
  const lapsed: Few = {
    few(query) {
      query.where({ team_id: teamId }).whereRaw(OPEN).where('expires_at', '<=', now)
      only(query)
    },
  }
  return [run, lapsed]
}

/**
 * The whole filter as conditions that are checked on rows found in another way: with `look`, which keeps databases from
 * looking for them by an index, unless it is said.
 */
export function lookAtAll(query: Knex.QueryBuilder, filter: FillFilter, now: number, look = lookAt): void {
  const { templateId, status, source, draft, productionStatus, since, customerEmail } = filter
  const plain = [
    ['template_id', templateId],
    ['source', source],
    ['review', filter.review],
    ['draft', draft === undefined ? undefined : draft ? 'started' : 'none'],
    ['external_order_id', filter.externalOrderId],
    ['line_ref', filter.lineRef],
    ['external_cart_id', filter.externalCartId],
    ['customer_key', customerEmail === undefined ? undefined : customerKey(customerEmail)],
  ] as const
  for (const [column, value] of plain) if (value !== undefined) look(query, column, value)
  if (since !== undefined) query.where('created_at', '>=', since)
  if (status !== undefined) lookAtStatus(query, status, now)
  if (productionStatus === 'canceled') query.whereRaw(EXPIRED, [now])
  else if (productionStatus !== undefined) {
    lookAt(query, 'production_status', productionStatus)
    query.whereRaw(`(status || '' <> 'open' or ${NOT_LAPSED})`, [now])
  }
}

/** A list up to a time begins with the ids before it. */
export function startOf({ startingAfter }: PageRequest, { until }: FillFilter): Partial<PageRequest> {
  if (until === undefined) return {}
  const bound = idBound('fill', until)
  return { startingAfter: startingAfter === null || startingAfter > bound ? bound : startingAfter }
}

function lookAtStatus(query: Knex.QueryBuilder, status: FillStatus, now: number): void {
  if (status !== 'expired') lookAt(query, 'status', status)
  if (status === 'open') query.whereRaw(NOT_LAPSED, [now])
  if (status === 'expired') query.whereRaw(EXPIRED, [now])
}
