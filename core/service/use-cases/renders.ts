/** The use cases of renders by name, as the service has them. */

import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { openArchive, planExport } from '../folder/deliver/archive.ts'
import type { ContentHashes } from '../render/content-hash.ts'
import { openDownload } from '../render/download.ts'
import type { RenderRequest } from '../render/record.ts'
import type { RenderRecord } from '../render/render.ts'
import type { RenderFilter } from '../render/render-store.ts'
import { findRender, retryRender } from '../render/retry.ts'
import { startRender } from '../render/start.ts'

export function renderUseCases(ports: Ports, hashes: ContentHashes) {
  return {
    start: (teamId: string, request: RenderRequest, note?: NoteMade) =>
      startRender(ports, hashes, teamId, request, note),
    list: (teamId: string, filter: RenderFilter, page: PageRequest): Promise<Page<RenderRecord>> =>
      ports.store.renders.list(teamId, filter, page),
    find: (teamId: string, id: string) => findRender(ports, teamId, id),
    retry: (
      teamId: string,
      id: string,
      correction: Readonly<Record<string, string>> | null = null,
      actor: Actor = SYSTEM,
    ) => retryRender(ports, hashes, teamId, id, correction, actor),
    download: (teamId: string, id: string) => openDownload(ports, teamId, id),
    /** Which print files an archive of these would have. */
    planExport: (teamId: string, wanted: Parameters<typeof planExport>[2]) =>
      planExport(ports, teamId, wanted),
    openArchive: (teamId: string, renderIds: readonly string[]) => openArchive(ports, teamId, renderIds),
  }
}
