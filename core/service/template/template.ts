/** A template: its record, its statuses and its table of moves. */
import type { Fact } from '../../engine/finding/measure.ts'
import type { ProfileName } from '../../engine/finding/profile.ts'
import type { Plan } from '../../engine/press/plan.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import type { HostedSettings } from './hosted.ts'

export const TEMPLATE_STATUSES = ['draft', 'paused', 'live', 'archived'] as const
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]

export type TemplateMove = 'publish' | 'pause' | 'archive' | 'restore'

/** Every legal move; others are rejected with `template_archived` or `template_status_conflict`. */
export const TEMPLATE_MOVES: Readonly<Record<TemplateStatus, Partial<Record<TemplateMove, TemplateStatus>>>> =
  {
    draft: { publish: 'live', archive: 'archived' },
    live: { publish: 'live', pause: 'paused', archive: 'archived' },
    paused: { publish: 'live', pause: 'paused', archive: 'archived' },
    archived: { archive: 'archived', restore: 'draft' },
  }

/** Version of the code that reads uploads; raise it when a scene read before would now be read otherwise. */
export const EXTRACTOR_VERSION = 6

/** Times are milliseconds since 1970. */
export interface TemplateRecord {
  readonly id: string
  readonly teamId: string
  readonly title: string
  readonly slug: string
  readonly status: TemplateStatus
  /** SHA-256 of the upload, hex; the file of that name is kept. */
  readonly sourceSha256: string
  /** Id of the template that it was copied from; it has the same upload then. */
  readonly copiedFrom: string | null
  readonly sizeBytes: number
  /** Version of the code that read the upload; an older one is read again (`refreshed`). */
  readonly extractorVersion: number
  readonly plan: Plan
  /** The preflight profile that artwork and renders are judged by. */
  readonly profile: ProfileName
  /** Measured at compile time and judged by the profile (`judge`). */
  readonly findings: readonly Fact[]
  readonly latestRevision: number
  readonly liveRevision: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly hosted: HostedSettings
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
  readonly archivedAt: number | null
}

/** A saved state of a template's scene; revisions count from 1 and are never changed. */
export interface RevisionRecord {
  readonly templateId: string
  readonly teamId: string
  readonly revision: number
  readonly scene: Scene
  /** The plan of the body that this revision prints on. */
  readonly plan: Plan
  /** Of artwork that newer one has taken the place of; null or missing where it is the template's own. */
  readonly artwork?: RevisionArtwork | null
  /** Its origin; null or missing in revisions from before this record existed. */
  readonly origin?: RevisionOrigin | null
  readonly createdAt: number
}

/** A revision that is only tried out (see try-scene.ts) and never stored. */
export interface TrialRevision extends RevisionRecord {
  /** Hash of the scene, hex: the number of the revision does not stand for it. */
  readonly trial: string
}

export interface TemplateRevision {
  readonly template: TemplateRecord
  readonly revision: RevisionRecord
}

/** The artwork of revisions that are older than the template's own. */
export interface RevisionArtwork {
  /** SHA-256 of the upload, hex; the file of that name is kept. */
  readonly sourceSha256: string
  readonly sizeBytes: number
  readonly findings: readonly Fact[]
}

/**
 * `uploaded` or `copied` first, `read_again` by a newer version of the service, `output_changed` on request, `saved` as a scene, `text_picked` from the artwork,
 * `artwork_replaced` by another PDF, `font_arrived` that a field had asked for, `restored` from an earlier one.
 */
export const REVISION_WAYS = [
  'uploaded',
  'copied',
  'read_again',
  'output_changed',
  'saved',
  'text_picked',
  'artwork_replaced',
  'font_arrived',
  'restored',
] as const

export type RevisionWay = (typeof REVISION_WAYS)[number]

/** Fields by their labels, at most MOST_LABELS of each kind; the counts are of all. */
export interface SceneChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly inks: boolean
  readonly papers: boolean
  readonly textOutput: boolean
}

export interface RevisionOrigin {
  /** As the audit log names who acts. */
  readonly by: string
  readonly way: RevisionWay
  /** The revision that was restored. */
  readonly from: number | null
  readonly changes: SceneChanges
}

/** A revision without what it prints, for lists; `made` is null for those that are older than this note. */
export interface RevisionHead {
  readonly revision: number
  readonly origin: RevisionOrigin | null
  readonly createdAt: number
}
