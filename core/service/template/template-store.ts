/** The stores of templates and of their revisions. */

import type { Page, PageRequest } from '../../page.ts'
import type {
  RevisionArtwork,
  RevisionHead,
  RevisionRecord,
  TemplateRecord,
  TemplateStatus,
} from './template.ts'

/** Newest first is by creation. */
export const TEMPLATE_ORDERS = ['created', 'updated', 'title'] as const
export type TemplateOrder = (typeof TEMPLATE_ORDERS)[number]

export interface TemplateFilter {
  /** All but the archived ones where it is not said. */
  readonly status?: TemplateStatus
  /** Beginnings of words of the title or of a tag. */
  readonly search?: string
  /** One of its tags; capitals make no difference. */
  readonly tag?: string
  /** Newest first, last changed first, or by title; `created` unless it is said. */
  readonly order?: TemplateOrder
}

export interface TemplateStore {
  insert(template: TemplateRecord): Promise<void>
  find(teamId: string, id: string): Promise<TemplateRecord | null>
  /** As find, and on PostgreSQL locked until the transaction ends: for reading in order to write. */
  findForUpdate(teamId: string, id: string): Promise<TemplateRecord | null>
  /** Those of `ids` that are the team's, in no particular order; at most 100 are asked for at once. */
  findMany(teamId: string, ids: readonly string[]): Promise<readonly TemplateRecord[]>
  /** The team's template of these bytes, whatever its status; never a copy. */
  findBySource(teamId: string, sourceSha256: string): Promise<TemplateRecord | null>
  findBySlug(slug: string): Promise<TemplateRecord | null>
  /** The template that once had this slug. */
  findByFormerSlug(slug: string): Promise<TemplateRecord | null>
  /** Notes that the template had this slug until now. */
  keepFormerSlug(template: Pick<TemplateRecord, 'id' | 'teamId' | 'slug'>, at: number): Promise<void>
  /** Without a team, for links that name none. */
  byId(id: string): Promise<TemplateRecord | null>
  /** Counts one guest of the hosted page on `day` (`yyyy-mm-dd`); false when `limit` is reached. */
  admitGuest(teamId: string, id: string, day: string, limit: number): Promise<boolean>
  /** Without archived ones, unless they are asked for. */
  list(teamId: string, page: PageRequest, filter?: TemplateFilter): Promise<Page<TemplateRecord>>
  /** How many there are, without archived ones. */
  count(teamId: string): Promise<number>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<TemplateRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<TemplateRecord | null>
}

export interface RevisionStore {
  insert(revision: RevisionRecord): Promise<void>
  /** Notes the artwork of all revisions of a template that have none of their own: newer artwork comes in. */
  keepArtwork(teamId: string, templateId: string, artwork: RevisionArtwork): Promise<void>
  find(teamId: string, templateId: string, revision: number): Promise<RevisionRecord | null>
  /** Newest first, those below `before` where it is a number. */
  list(
    teamId: string,
    templateId: string,
    page: { readonly limit: number; readonly before: number | null },
  ): Promise<Page<RevisionHead>>
  /** Those that are there, in no particular order; at most 100 are asked for at once. */
  findMany(
    teamId: string,
    wanted: readonly { readonly templateId: string; readonly revision: number }[],
  ): Promise<readonly RevisionRecord[]>
}
