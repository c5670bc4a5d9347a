/**
 * The service: every use case by name, over the ports.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a
 * revision. Body: the compiled PDF with empty slots. Plan: where the slots are. Value: what a shopper puts in a
 * field. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */

import type { Language } from './engine/finding/sentence.ts'
import type { PageRequest } from './page.ts'
import type { Ports } from './ports.ts'
import { type Actor, SYSTEM } from './service/access/audit-store.ts'
import type { NoteMade } from './service/access/idempotency.ts'
import { createPreviews, type Previews } from './service/preview/show.ts'
import { createContentHashes } from './service/render/content-hash.ts'
import { renderReport, reportPicture, type SeenReport, templateReport } from './service/report.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  findSelectionSet,
  type SetDraft,
} from './service/selection/keep-set.ts'
import { auditUseCases, keyUseCases, usageUseCases } from './service/use-cases/access.ts'
import { assetUseCases } from './service/use-cases/assets.ts'
import { batchUseCases } from './service/use-cases/batches.ts'
import { consoleUseCases, userUseCases } from './service/use-cases/console.ts'
import { applicationUseCases, sessionUseCases } from './service/use-cases/embed.ts'
import { fillUseCases } from './service/use-cases/fills.ts'
import { fontUseCases } from './service/use-cases/fonts.ts'
import { hotFolderUseCases } from './service/use-cases/hot-folders.ts'
import { previewUseCases } from './service/use-cases/previews.ts'
import { renderUseCases } from './service/use-cases/renders.ts'
import { mappingUseCases, storefrontUseCases } from './service/use-cases/storefront.ts'
import { templateUseCases } from './service/use-cases/templates.ts'
import { eventUseCases, webhookUseCases } from './service/use-cases/webhooks.ts'

export type Service = ReturnType<typeof createService>

export function createService(ports: Ports, previews: Previews = createPreviews(ports)) {
  const hashes = createContentHashes(ports.files)
  return {
    templates: templateUseCases(ports, previews),
    renders: renderUseCases(ports, hashes),
    batches: batchUseCases(ports),
    fills: fillUseCases(ports, hashes),
    keys: keyUseCases(ports),
    webhooks: webhookUseCases(ports),
    hotFolders: hotFolderUseCases(ports),
    previews: previewUseCases(ports, previews),
    assets: assetUseCases(ports),
    fonts: fontUseCases(ports),
    selectionSets: {
      create: (teamId: string, draft: SetDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
        createSelectionSet(ports, teamId, draft, actor, note),
      list: (teamId: string, page: PageRequest) => ports.store.selectionSets.list(teamId, page),
      find: (teamId: string, id: string) => findSelectionSet(ports.store, teamId, id),
      change: (teamId: string, id: string, changes: Partial<SetDraft>, actor: Actor = SYSTEM) =>
        changeSelectionSet(ports, teamId, id, changes, actor),
      archive: (teamId: string, id: string, actor: Actor = SYSTEM) =>
        archiveSelectionSet(ports, teamId, id, actor),
    },
    events: eventUseCases(ports),
    preflight: {
      template: (teamId: string, id: string, asked: { readonly latest: boolean; readonly draws: boolean }) =>
        templateReport(ports, teamId, id, asked),
      render: (teamId: string, id: string, asked: { readonly draws: boolean }) =>
        renderReport(ports, teamId, id, asked),
      /** A PNG file: the page, from 0, with its findings marked. */
      picture: (seen: SeenReport, page: number, language: Language) =>
        reportPicture(ports, previews, seen, page, language),
    },
    usage: usageUseCases(ports),
    audit: auditUseCases(ports),
    console: consoleUseCases(ports),
    users: userUseCases(ports),
    mappings: mappingUseCases(ports),
    storefront: storefrontUseCases(ports),
    applications: applicationUseCases(ports),
    sessions: sessionUseCases(ports),
  }
}
