/** The use cases of fills by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { eraseCustomer, eraseFill } from '../erase.ts'
import { createFill, type FillDraft } from '../fill/create.ts'
import { editFill, type FillEdit } from '../fill/edit.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { FillFilter } from '../fill/fill-store.ts'
import { type FinalizeRequest, finalizeFill } from '../fill/finalize.ts'
import { createOneAtATime } from '../fill/one-at-a-time.ts'
import { moveFill, type StatusChange } from '../fill/status.ts'
import { findFill, listFills, retrieveFill, revisionOf } from '../fill/view.ts'
import type { ContentHashes } from '../render/content-hash.ts'

export function fillUseCases(ports: Ports, hashes: ContentHashes) {
  const finalizing = createOneAtATime()
  return {
    create: (teamId: string, draft: FillDraft, note?: NoteMade) => createFill(ports, teamId, draft, note),
    list: (teamId: string, filter: FillFilter, page: PageRequest) => listFills(ports, teamId, filter, page),
    find: (teamId: string, id: string) => findFill(ports, teamId, id),
    /** Those of `ids` that are there, in no particular order. */
    findMany: (teamId: string, ids: readonly string[]) => ports.store.fills.findMany(teamId, ids),
    /** With its last render. */
    retrieve: (teamId: string, id: string) => retrieveFill(ports, teamId, id),
    /** The revision that it began with. */
    revision: (fill: FillRecord) => revisionOf(ports.store, fill),
    edit: (teamId: string, id: string, edit: FillEdit) => editFill(ports, teamId, id, edit),
    move: (teamId: string, id: string, change: StatusChange, actor: Actor = SYSTEM) =>
      moveFill(ports, teamId, id, change, actor),
    finalize: (teamId: string, id: string, request: FinalizeRequest, actor: Actor = SYSTEM) =>
      finalizing(`${teamId} ${id}`, () => finalizeFill(ports, hashes, teamId, id, request, actor)),
    erase: (teamId: string, id: string, actor: Actor = SYSTEM) => eraseFill(ports, teamId, id, actor),
    eraseCustomer: (teamId: string, customerEmail: string, actor: Actor = SYSTEM) =>
      eraseCustomer(ports, teamId, customerEmail, actor),
  }
}
