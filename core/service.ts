/**
 * The service: every use case by name, over the ports.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a
 * revision. Body: the compiled PDF with empty slots. Plan: where the slots are. Value: what a shopper puts in a
 * field. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */
import { type Actor, SYSTEM } from './access/audit-store.ts'
import type { NoteMade } from './access/idempotency.ts'
import { auditUseCases, keyUseCases, usageUseCases } from './access/use-cases.ts'
import { assetUseCases } from './asset/use-cases.ts'
import { batchUseCases } from './batch/use-cases.ts'
import { consoleUseCases, userUseCases } from './console/use-cases.ts'
import { applicationUseCases, sessionUseCases } from './embed/use-cases.ts'
import { fillUseCases } from './fill/use-cases.ts'
import { hotFolderUseCases } from './folder/use-cases.ts'
import { fontUseCases } from './font/use-cases.ts'
import type { PageRequest } from './page.ts'
import type { Ports } from './ports.ts'
import { renderReport, reportPicture, type SeenReport, templateReport } from './press/see-report.ts'
import { createPreviews, type Previews } from './preview/show.ts'
import { previewUseCases } from './preview/use-cases.ts'
import { createContentHashes } from './render/content-hash.ts'
import { renderUseCases } from './render/use-cases.ts'
import {
  archiveSelectionSet,
  changeSelectionSet,
  createSelectionSet,
  findSelectionSet,
  type SetDraft,
} from './selection/keep-set.ts'
import { mappingUseCases, storefrontUseCases } from './storefront/use-cases.ts'
import { templateUseCases } from './template/use-cases.ts'
import { eventUseCases, webhookUseCases } from './webhook/use-cases.ts'

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
      picture: (seen: SeenReport, page: number) => reportPicture(ports, previews, seen, page),
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
