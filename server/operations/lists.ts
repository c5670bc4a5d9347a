/** Lists: their query, their reply, and the cursor by which they go on. */
import { type TSchema, Type } from '@sinclair/typebox'
import { ServiceError } from '../../core/errors.ts'
import type { PageRequest } from '../../core/page.ts'
import { closed, NULLABLE_TEXT } from './schema.ts'

/** Decision: lists take `limit` (1 to 100) and `starting_after`, the id of the last item of the page before. */
export function pageQuery(defaultLimit: number) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${defaultLimit}.` })),
    starting_after: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }
}

export function listOf<T extends TSchema>(item: T) {
  return Type.Object(
    { data: Type.Array(item), has_more: Type.Boolean(), next_starting_after: NULLABLE_TEXT },
    closed(),
  )
}

/**
 * The page that a query asks for. `find` throws `not_found` where the cursor names no record of the team, which
 * becomes `invalid_cursor`.
 */
export async function pageRequest(
  query: { readonly limit?: number; readonly starting_after?: string },
  defaultLimit: number,
  find: (id: string) => Promise<unknown>,
): Promise<PageRequest> {
  const startingAfter = query.starting_after ?? null
  if (startingAfter !== null) await checkCursor(startingAfter, find)
  return { limit: query.limit ?? defaultLimit, startingAfter }
}

/** `resumeAfter` as in a page. */
export function listWire<T extends { readonly id: string }>(
  data: T[],
  hasMore: boolean,
  resumeAfter: string | null = null,
) {
  const next = resumeAfter ?? data.at(-1)?.id ?? null
  return { data, has_more: hasMore, next_starting_after: hasMore ? next : null }
}

async function checkCursor(id: string, find: (id: string) => Promise<unknown>): Promise<void> {
  try {
    await find(id)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    throw new ServiceError('invalid_cursor', { param: 'starting_after' })
  }
}
