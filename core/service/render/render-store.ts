/** The stores of renders, of their tails, and of files to be removed. */

import type { Page, PageRequest } from '../../page.ts'
import type { RenderKind, RenderRecord } from './render.ts'
import type { StoredTail } from './tail-parts.ts'

export interface RenderFilter {
  readonly fillId?: string
  readonly externalOrderId?: string
  readonly externalCartId?: string
  /** In capitals or small letters. */
  readonly customerEmail?: string
  readonly kind?: RenderKind
  /** False leaves them out. */
  readonly previews?: boolean
}

export interface RenderStore {
  insert(render: RenderRecord): Promise<void>
  /** Without a team: signed links name none, and are checked before anything of the render is used. */
  byId(id: string): Promise<RenderRecord | null>
  find(teamId: string, id: string): Promise<RenderRecord | null>
  findMany(teamId: string, ids: readonly string[]): Promise<readonly RenderRecord[]>
  list(teamId: string, filter: RenderFilter, page: PageRequest): Promise<Page<RenderRecord>>
  /** Fenced: changes nothing and returns null unless the row still stands at `attempt`. */
  update(
    teamId: string,
    id: string,
    attempt: number,
    changes: Partial<Omit<RenderRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<RenderRecord | null>
  /** Queued ones of all teams that were last changed at or before `updatedBefore`, by id, after `afterId`. */
  waiting(afterId: string, updatedBefore: number, limit: number): Promise<readonly RenderRecord[]>
  /** Renders without a fill that no longer wait, hold words still and were last changed before; oldest first. */
  unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly RenderRecord[]>
  /** The preview of this storage key. */
  findPicture(teamId: string, storageKey: string): Promise<RenderRecord | null>
  /** Removes previews of all teams that were made before, the oldest first; answers what is gone. */
  removePictures(
    createdBefore: number,
    limit: number,
  ): Promise<readonly Pick<RenderRecord, 'id' | 'teamId' | 'storageKey'>[]>
}

export interface TailStore {
  /** Writes or replaces the tail of a render. */
  put(teamId: string, renderId: string, tail: StoredTail): Promise<void>
  find(teamId: string, renderId: string): Promise<StoredTail | null>
  /** The file that holds the words of a render's tail, where there is one. */
  ownFile(teamId: string, renderId: string): Promise<string | null>
  /** Removes the tail of a render permanently; a missing one is fine. */
  remove(teamId: string, renderId: string): Promise<void>
}

/** Files that are to be removed, and those in the making that are removed unless they come to be named in time. */
export interface RemovalStore {
  /** At `dueAt`, milliseconds since 1970; what was planned for the file before is replaced. */
  plan(teamId: string, sha256: string, dueAt: number): Promise<void>
  /** False where it was not planned, or for `after` or earlier. */
  cancel(teamId: string, sha256: string, after?: number): Promise<boolean>
  /** Of all teams, those whose time came at or before `now`, in that order. */
  due(now: number, limit: number): Promise<readonly { readonly teamId: string; readonly sha256: string }[]>
}
