/**
 * The service: every use case by name, over the ports.
 *
 * Glossary. Template: a print PDF made fillable. Scene: its pages, inks and fields; every saved state is a
 * revision. Body: the compiled PDF with empty slots. Plan: where the slots are. Value: what a shopper puts in a
 * field. Ink: a plate of the press, with a screen colour. Substrate: the paper, for previews only. Mark: a placed
 * shape in one ink. Separation: the marks by plate. Tail: the bytes that fill a body's slots. Render: body and tail.
 */
import type { Page, PageRequest, Ports, RenderFilter } from './ports.ts'
import { createContentHashes } from './render/content-hash.ts'
import { openDownload } from './render/download.ts'
import type { RenderRecord } from './render/render.ts'
import { findRender, retryRender } from './render/retry.ts'
import { type RenderRequest, startRender } from './render/start.ts'
import { findTemplate, moveTemplate, publishTemplate } from './template/move.ts'
import { findShownRevision, findShownTemplate, listShownTemplates } from './template/retrieve.ts'
import { changeTemplate, type SceneDraft, saveScene, type TemplateChanges } from './template/revise.ts'
import type { TemplateMove, TemplateRecord } from './template/template.ts'
import { type Upload, uploadTemplate } from './template/upload.ts'

export type Service = ReturnType<typeof createService>

export function createService(ports: Ports) {
  const hashes = createContentHashes(ports.files)
  return {
    templates: {
      upload: (teamId: string, upload: Upload) => uploadTemplate(ports, teamId, upload),
      list: (teamId: string, page: PageRequest) => listShownTemplates(ports.store, teamId, page),
      find: (teamId: string, id: string) => findTemplate(ports.store, teamId, id),
      /** Those of `ids` that are there, in no particular order. */
      findMany: (teamId: string, ids: readonly string[]) => ports.store.templates.findMany(teamId, ids),
      /** The template with the revision that is shown: see shownNumber. */
      retrieve: (teamId: string, id: string, latest = false) =>
        findShownTemplate(ports.store, teamId, id, latest),
      /** The shown revision of a template that was just read. */
      shownRevision: (template: TemplateRecord) => findShownRevision(ports.store, template),
      publish: (teamId: string, id: string) => publishTemplate(ports, teamId, id),
      move: (teamId: string, id: string, move: Exclude<TemplateMove, 'publish'>) =>
        moveTemplate(ports, teamId, id, move),
      change: (teamId: string, id: string, changes: TemplateChanges) =>
        changeTemplate(ports, teamId, id, changes),
      saveScene: (teamId: string, id: string, scene: SceneDraft) => saveScene(ports, teamId, id, scene),
    },
    renders: {
      start: (teamId: string, request: RenderRequest) => startRender(ports, hashes, teamId, request),
      list: (teamId: string, filter: RenderFilter, page: PageRequest): Promise<Page<RenderRecord>> =>
        ports.store.renders.list(teamId, filter, page),
      find: (teamId: string, id: string) => findRender(ports, teamId, id),
      retry: (teamId: string, id: string, correction: Readonly<Record<string, string>> | null = null) =>
        retryRender(ports, hashes, teamId, id, correction),
      download: (teamId: string, id: string) => openDownload(ports, teamId, id),
    },
  }
}
