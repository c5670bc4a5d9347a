/** The links that records carry on the wire: made from the address of the service and its signing key. */

import { createHash } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { ServiceError } from '../../core/errors.ts'
import type { AssetRecord } from '../../core/service/asset/asset.ts'
import type { PictureForm } from '../../core/service/asset/assets.ts'
import type { OwnPictureRecord } from '../../core/service/asset/own-picture.ts'
import type { BatchRecord } from '../../core/service/batch/batch.ts'
import type { FillRecord } from '../../core/service/fill/fill.ts'
import type { RenderRecord } from '../../core/service/render/render.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Store } from '../../core/store.ts'
import {
  type Disposition,
  type FileLink,
  type FileUrlKey,
  signFileUrl,
  signPreviewUrl,
  signProofUrl,
  verifyFileUrl,
  verifyPreviewUrl,
  verifyProofUrl,
} from '../files/signed-url.ts'

/** The content of a verified signed link to a PDF. */
export interface SignedFile {
  readonly teamId: string
  readonly disposition: Disposition
  readonly secondsLeft: number
}

export interface SignedQuery {
  readonly v?: string
  readonly exp?: string
  readonly d?: string
  readonly kid?: string
  readonly sig?: string
}

export interface SignedPicture {
  /** Its subject; for a template, the first page without values. */
  readonly of:
    | { readonly fill: FillRecord }
    | { readonly template: TemplateRecord; readonly revision: number }
  /** In px. */
  readonly width: number
  /** Is it still as it was when the link was made? */
  readonly current: boolean
}

export interface PreviewQuery {
  readonly rev?: string
  readonly w?: string
  readonly sig?: string
}

/** In px; enough for a cart's line on a dense screen. */
const PREVIEW_WIDTH = 880

export interface Links {
  /** The render's PDF for an hour, or null while there is none. */
  renderUrl(render: RenderRecord): string | null
  /** Throws `signed_url_invalid`, also where there is no such render, and `signed_url_expired`. */
  readRender(renderId: string, query: SignedQuery): Promise<SignedFile>
  /** The merged PDF of a batch for an hour, or null while there is none. */
  batchUrl(batch: BatchRecord): string | null
  /** As readRender, of a batch. */
  readBatch(batchId: string, query: SignedQuery): Promise<SignedFile>
  /** An archive of the print files of these renders of one team, for ten minutes. */
  /** `namePattern` is part of what is signed. */
  exportUrl(renderIds: readonly string[], namePattern?: string): string
  /** The renders of a signed archive. Throws `signed_url_invalid` and `signed_url_expired`. */
  readExport(
    id: string,
    query: SignedQuery & { readonly r?: string; readonly n?: string },
  ): Promise<{
    readonly teamId: string
    readonly renderIds: readonly string[]
    readonly namePattern: string | undefined
    readonly secondsLeft: number
  }>
  /** The picture, or its thumbnail, for an hour. */
  assetUrl(asset: AssetRecord, form: PictureForm): string
  /** As readRender, of a picture. */
  readAsset(assetId: string, form: PictureForm, query: SignedQuery): Promise<SignedFile>
  /** A customer's own picture on screens, for an hour, and at most as long as it is kept. */
  ownPictureUrl(picture: OwnPictureRecord): string
  /** As readRender, of such a picture. */
  readOwnPicture(pictureId: string, query: SignedQuery): Promise<SignedFile>
  /**
   * A picture of the fill as it stands, for as long as the fill is kept; it holds no secret of its session. Null once
   * that time is over.
   */
  fillPreviewUrl(fill: FillRecord): string | null
  /** The proof of the fill as it stands, for as long as fillPreviewUrl; null also where nothing is drawn. */
  fillProofUrl(fill: FillRecord): string | null
  /** What a signed proof is of. Throws as checkPreview. */
  checkProof(
    id: string,
    query: Pick<PreviewQuery, 'rev' | 'sig'>,
  ): Promise<{ readonly fill: FillRecord; readonly template: TemplateRecord }>
  /** A picture of the template's first page in this revision, until it is archived; null where nothing is drawn. */
  templatePreviewUrl(template: TemplateRecord, revision: number): string | null
  /** The subject of a signed picture. Throws `signed_url_invalid`, also if the subject is gone, and `signed_url_expired`. */
  checkPreview(id: string, query: PreviewQuery): Promise<SignedPicture>
  /** The hosted page of the template, or null while it is not live. */
  hostedUrl(template: TemplateRecord): string | null
  /** The page of the console that a one-time link opens; what follows the # is never sent to a server. */
  joinUrl(token: string): string
}

export function createLinks(settings: {
  readonly baseUrl: string
  /** Where hosted pages are reached, where that is elsewhere. */
  readonly widgetUrl?: string
  readonly key: FileUrlKey
  readonly clock: Clock
  readonly store: Pick<Store, 'renders' | 'fills' | 'batches' | 'assets' | 'ownPictures' | 'templates'>
  /** Whether this installation draws pictures. */
  readonly draws?: boolean
}): Links {
  const { baseUrl, widgetUrl = baseUrl, key, clock, store, draws = true } = settings
  const verify = (link: FileLink, query: SignedQuery): Omit<SignedFile, 'teamId'> => {
    const now = clock.now()
    const verdict = verifyFileUrl({ ...link, keys: [key], query, now })
    if (verdict === 'invalid') throw new ServiceError('signed_url_invalid')
    if (verdict === 'expired') throw new ServiceError('signed_url_expired')
    return {
      disposition: query.d === 'inline' ? 'inline' : 'attachment',
      secondsLeft: Math.max(0, Math.floor(Number(query.exp) - now / 1000)),
    }
  }
  /** Throws `signed_url_invalid` where it is gone, and `signed_url_expired` once its pictures have ended. */
  const shownFill = async (id: string): Promise<FillRecord> => {
    const fill = await store.fills.byId(id)
    if (fill === null || fill.erasedAt !== null) throw new ServiceError('signed_url_invalid')
    if (pictureEnds(fill) <= clock.now()) throw new ServiceError('signed_url_expired')
    return fill
  }
  return {
    renderUrl(render) {
      // Decision: pictures kept as renders of kind `preview` have no link.
      if (render.status !== 'succeeded' || render.contentSha256 === null || render.kind === 'preview')
        return null
      if (render.storageKey.startsWith('erased:')) return null
      const link = { purpose: 'render-pdf', id: render.id, contentSha256: render.contentSha256 } as const
      return `${baseUrl}${signFileUrl({ ...link, key, now: clock.now() })}`
    },
    async readRender(renderId, query) {
      const render = await store.renders.byId(renderId)
      const erased = render?.storageKey.startsWith('erased:')
      if (render === null || render.contentSha256 === null || erased)
        throw new ServiceError('signed_url_invalid')
      const link = { purpose: 'render-pdf', id: renderId, contentSha256: render.contentSha256 } as const
      return { teamId: render.teamId, ...verify(link, query) }
    },
    batchUrl(batch) {
      if (batch.resultSha256 === null) return null
      const link = { purpose: 'batch-pdf', id: batch.id, contentSha256: batch.resultSha256 } as const
      return `${baseUrl}${signFileUrl({ ...link, key, now: clock.now() })}`
    },
    async readBatch(batchId, query) {
      const batch = await store.batches.byId(batchId)
      if (batch === null || batch.resultSha256 === null) throw new ServiceError('signed_url_invalid')
      const link = { purpose: 'batch-pdf', id: batchId, contentSha256: batch.resultSha256 } as const
      return { teamId: batch.teamId, ...verify(link, query) }
    },
    exportUrl(renderIds, namePattern) {
      const signed = signFileUrl({
        ...{ ...exportLink(renderIds, namePattern), key, now: clock.now() },
        lifetimeSeconds: EXPORT_LINK_SECONDS,
      })
      const named = namePattern === undefined ? {} : { n: namePattern }
      return `${baseUrl}${signed}&${new URLSearchParams({ r: renderIds.join(','), ...named })}`
    },
    async readExport(id, { r = '', n: namePattern, ...query }) {
      const renderIds = r.split(',')
      const link = exportLink(renderIds, namePattern)
      if (link.id !== id) throw new ServiceError('signed_url_invalid')
      const { secondsLeft } = verify(link, query)
      // The signature says that all of them are of one team.
      const first = await store.renders.byId(renderIds[0] ?? '')
      if (first === null) throw new ServiceError('signed_url_invalid')
      return { teamId: first.teamId, renderIds, namePattern, secondsLeft }
    },
    assetUrl(asset, form) {
      // Decision: shown in pages, so that a browser draws it and does not save it.
      const link = { ...assetLink(asset, form), key, now: clock.now(), disposition: 'inline' } as const
      return `${baseUrl}${signFileUrl(link)}`
    },
    async readAsset(assetId, form, query) {
      const asset = await store.assets.byId(assetId)
      if (asset === null) throw new ServiceError('signed_url_invalid')
      return { teamId: asset.teamId, ...verify(assetLink(asset, form), query) }
    },
    ownPictureUrl(picture) {
      const link = { ...ownPictureLink(picture), key, now: clock.now(), disposition: 'inline' } as const
      return `${baseUrl}${signFileUrl(link)}`
    },
    async readOwnPicture(pictureId, query) {
      const picture = await store.ownPictures.byId(pictureId)
      if (picture === null) throw new ServiceError('signed_url_invalid')
      return { teamId: picture.teamId, ...verify(ownPictureLink(picture), query) }
    },
    fillPreviewUrl(fill) {
      if (pictureEnds(fill) <= clock.now()) return null
      const link = { id: fill.id, rev: contentName(fill), width: PREVIEW_WIDTH }
      return `${baseUrl}${signPreviewUrl(key, link)}`
    },
    fillProofUrl(fill) {
      if (!draws || pictureEnds(fill) <= clock.now()) return null
      return `${baseUrl}${signProofUrl(key, { id: fill.id, rev: contentName(fill) })}`
    },
    async checkProof(id, { rev = '', sig = '' }) {
      if (!verifyProofUrl([key], { id, rev }, sig)) throw new ServiceError('signed_url_invalid')
      const fill = await shownFill(id)
      const template = await store.templates.find(fill.teamId, fill.templateId)
      if (template === null) throw new ServiceError('signed_url_invalid')
      return { fill, template }
    },
    templatePreviewUrl(template, revision) {
      if (!draws || template.status === 'archived') return null
      return `${baseUrl}${signPreviewUrl(key, { id: template.id, rev: `${revision}`, width: PREVIEW_WIDTH })}`
    },
    async checkPreview(id, { rev = '', w = '', sig = '' }) {
      const width = /^[1-9]\d{0,3}$/.test(w) ? Number(w) : 0
      if (!verifyPreviewUrl([key], { id, rev, width }, sig)) throw new ServiceError('signed_url_invalid')
      if (id.startsWith('tpl_')) {
        const template = await store.templates.byId(id)
        if (template === null) throw new ServiceError('signed_url_invalid')
        if (template.status === 'archived') throw new ServiceError('signed_url_expired')
        const revision = Number(rev)
        const current = revision === (template.liveRevision ?? template.latestRevision)
        return { of: { template, revision }, width, current }
      }
      const fill = await shownFill(id)
      return { of: { fill }, width, current: rev === contentName(fill) }
    },
    joinUrl: (token) => joinUrl(baseUrl, token),
    hostedUrl: (template) => (template.status === 'live' ? `${widgetUrl}/fill/${template.slug}` : null),
  }
}

export function joinUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/console/join#${token}`
}

/** Decision: long enough to click and to start; a started download has no limit. */
export const EXPORT_LINK_SECONDS = 600

function exportLink(renderIds: readonly string[], namePattern?: string): FileLink {
  // No id has a line break in it.
  const signed = [renderIds.join(','), ...(namePattern === undefined ? [] : [namePattern])].join('\n')
  const hash = createHash('sha256').update(signed).digest('hex')
  return { purpose: 'export-zip', id: hash.slice(0, 32), contentSha256: hash }
}

function assetLink(asset: AssetRecord, form: PictureForm): FileLink {
  return { purpose: `asset-${form}`, id: asset.id, contentSha256: asset[form].sha256 }
}

function ownPictureLink({ id, screen }: OwnPictureRecord): FileLink {
  return { purpose: 'own-picture', id, contentSha256: screen.sha256 }
}

const DAY_MS = 86_400_000
/** How long carts and orders show the picture of a design. */
const FINALIZED_PICTURE_DAYS = 90

/** When the link to a fill's picture ends: with the fill, or some time after it was finalized; milliseconds. */
function pictureEnds(fill: FillRecord): number {
  if (fill.status === 'expired') return fill.expiredAt ?? 0
  if (fill.finalizedAt !== null) return fill.finalizedAt + FINALIZED_PICTURE_DAYS * DAY_MS
  return fill.expiresAt ?? Number.POSITIVE_INFINITY
}

/** A name for the content of a fill's picture, so that an edited fill has another address. */
function contentName({ revision, values, colors, assignments, substrate }: FillRecord): string {
  const sorted = (map: object) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = JSON.stringify([revision, sorted(values), colors, sorted(assignments), substrate])
  return createHash('sha256').update(shown).digest('hex').slice(0, 16)
}
