/** The use cases of templates by name, as the service has them. */

import type { ArtworkPick } from '../../engine/scene/artwork-pick.ts'
import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { findHosted } from '../embed/hosted-session.ts'
import type { Previews } from '../preview/show.ts'
import { publishTemplate } from '../publish.ts'
import { offeredFields } from '../template/catalogue.ts'
import { findTemplate, moveTemplate } from '../template/move.ts'
import { makeArtworkFields, showArtwork } from '../template/pick-artwork.ts'
import { presentRevision } from '../template/present.ts'
import { replaceArtwork } from '../template/replace-artwork.ts'
import { findShownRevision, findShownTemplate, listShownTemplates } from '../template/retrieve.ts'
import {
  changeTemplate,
  findSavedScene,
  type SceneDraft,
  saveScene,
  type TemplateChanges,
} from '../template/revise.ts'
import { listRevisions, restoreRevision } from '../template/revisions.ts'
import type { RevisionRecord, TemplateMove, TemplateRecord, TemplateStatus } from '../template/template.ts'
import { trialRevision } from '../template/try-scene.ts'
import { type Upload, uploadTemplate } from '../template/upload.ts'
import { createUploadProgresses } from '../template/upload-progress.ts'

export function templateUseCases(ports: Ports, previews: Previews) {
  const uploads = createUploadProgresses(ports.clock)
  return {
    /** Its steps are told under `progressId` while it runs: see progress. */
    upload: (teamId: string, upload: Upload, actor: Actor = SYSTEM, progressId: string | null = null) =>
      uploads.watch(teamId, progressId, (watch) => uploadTemplate(ports, teamId, upload, actor, watch)),
    replaceArtwork: (
      teamId: string,
      id: string,
      upload: Pick<Upload, 'temporaryPath' | 'sha256' | 'sizeBytes' | 'formBorders'>,
      actor: Actor,
      progressId: string | null = null,
    ) =>
      uploads.watch(teamId, progressId, (watch) => replaceArtwork(ports, teamId, id, upload, actor, watch)),
    progress: (teamId: string, progressId: string) => uploads.find(teamId, progressId),
    list: (teamId: string, page: PageRequest, status?: TemplateStatus) =>
      listShownTemplates(ports.store, teamId, page, status),
    find: (teamId: string, id: string) => findTemplate(ports.store, teamId, id),
    /** By the last part of its hosted link, whatever its status. */
    findHosted: (slug: string) => findHosted(ports.store, slug),
    /** Those of `ids` that are there, in no particular order. */
    findMany: (teamId: string, ids: readonly string[]) => ports.store.templates.findMany(teamId, ids),
    /** The template with the revision that is shown: see shownNumber. */
    retrieve: (teamId: string, id: string, latest = false) =>
      findShownTemplate(ports.store, teamId, id, latest),
    /** The shown revision of a template that was just read. */
    shownRevision: (template: TemplateRecord) => findShownRevision(ports.store, template),
    /** The revision as it is now: see presentRevision. */
    present: (revision: RevisionRecord, values: Readonly<Record<string, string>> = {}) =>
      presentRevision(ports.store, revision, values),
    /** The revision's fields with what they can be filled with now. */
    fields: (revision: RevisionRecord) => offeredFields(ports.store, revision),
    /** Afterwards the pages that shoppers see first are drawn, which nobody waits for. */
    publish: async (teamId: string, id: string, actor: Actor = SYSTEM) => {
      const published = await publishTemplate(ports, teamId, id, actor)
      void previews.warm(teamId, id, published.revision)
      return published
    },
    move: (teamId: string, id: string, move: Exclude<TemplateMove, 'publish'>, actor: Actor = SYSTEM) =>
      moveTemplate(ports, teamId, id, move, actor),
    change: (teamId: string, id: string, changes: TemplateChanges, actor: Actor = SYSTEM) =>
      changeTemplate(ports, teamId, id, changes, actor),
    /** `base` is the revision that the scene was made of, or null. */
    saveScene: (
      teamId: string,
      id: string,
      scene: SceneDraft,
      actor: Actor = SYSTEM,
      note?: NoteMade,
      base: number | null = null,
    ) => saveScene(ports, teamId, id, scene, actor, note, base),
    /** What a page, from 0, shows beside its fields. */
    artwork: (teamId: string, id: string, page: number, latest: boolean) =>
      showArtwork(ports, teamId, id, page, latest),
    makeArtworkFields: (
      teamId: string,
      id: string,
      picks: readonly ArtworkPick[],
      base: number | null,
      actor: Actor = SYSTEM,
      note?: NoteMade,
    ) => makeArtworkFields(ports, teamId, id, picks, base, actor, note),
    /** Newest first, those below `before`. */
    revisions: (
      teamId: string,
      id: string,
      page: { readonly limit: number; readonly before: number | null },
    ) => listRevisions(ports.store, teamId, id, page),
    restoreRevision: (
      teamId: string,
      id: string,
      revision: number,
      base: number | null,
      actor: Actor = SYSTEM,
      note?: NoteMade,
    ) => restoreRevision(ports, teamId, id, revision, base, actor, note),
    /** The newest revision with a scene that is not saved: see trialRevision. */
    trial: (teamId: string, id: string, scene: SceneDraft) => trialRevision(ports, teamId, id, scene),
    /** What saveScene gave for a revision. */
    savedScene: (teamId: string, id: string, revision: number) =>
      findSavedScene(ports.store, teamId, id, revision),
  }
}
