/** The links that records carry on the wire: made from the address of the service and its signing key. */
import { createHash } from 'node:crypto'
import { ServiceError } from '../../core/errors.ts'
import type { FillRecord } from '../../core/fill/fill.ts'
import type { Clock, Store } from '../../core/ports.ts'
import type { RenderRecord } from '../../core/render/render.ts'
import type { TemplateRecord } from '../../core/template/template.ts'
import {
  type Disposition,
  type FileUrlKey,
  signFileUrl,
  signPreviewUrl,
  verifyFileUrl,
  verifyPreviewUrl,
} from '../files/signed-url.ts'

/** What a signed link to a render's PDF said, once its signature was checked. */
export interface SignedRender {
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
  readRender(renderId: string, query: SignedQuery): Promise<SignedRender>
  /** A picture of the fill as it stands, for as long as the fill is kept; it holds no secret of its session. */
  fillPreviewUrl(fill: FillRecord): string
  /** Throws `signed_url_invalid`. */
  checkPreview(fillId: string, query: PreviewQuery): void
  /** The page on which shoppers fill the template, or null while it is not live. */
  hostedUrl(template: TemplateRecord): string | null
}

export function createLinks(settings: {
  readonly baseUrl: string
  readonly key: FileUrlKey
  readonly clock: Clock
  readonly store: Pick<Store, 'renders'>
}): Links {
  const { baseUrl, key, clock, store } = settings
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
      const teamId = await store.renders.findTeam(renderId)
      const render = teamId === null ? null : await store.renders.find(teamId, renderId)
      const erased = render?.storageKey.startsWith('erased:')
      if (render === null || render.contentSha256 === null || erased)
        throw new ServiceError('signed_url_invalid')
      const link = { purpose: 'render-pdf', id: renderId, contentSha256: render.contentSha256 } as const
      const now = clock.now()
      const verdict = verifyFileUrl({ ...link, keys: [key], query, now })
      if (verdict === 'invalid') throw new ServiceError('signed_url_invalid')
      if (verdict === 'expired') throw new ServiceError('signed_url_expired')
      return {
        teamId: render.teamId,
        disposition: query.d === 'inline' ? 'inline' : 'attachment',
        secondsLeft: Math.max(0, Math.floor(Number(query.exp) - now / 1000)),
      }
    },
    fillPreviewUrl(fill) {
      const link = { fillId: fill.id, rev: contentName(fill), width: PREVIEW_WIDTH }
      return `${baseUrl}${signPreviewUrl(key, link)}`
    },
    checkPreview(fillId, { rev = '', w = '', sig = '' }) {
      const width = /^[1-9]\d{0,3}$/.test(w) ? Number(w) : 0
      if (!verifyPreviewUrl([key], { fillId, rev, width }, sig)) throw new ServiceError('signed_url_invalid')
    },
    hostedUrl: (template) => (template.status === 'live' ? `${baseUrl}/fill/${template.slug}` : null),
  }
}

/** Names what a fill's picture shows, so that an edited fill has another address. */
function contentName({ revision, values, colors, assignments, substrate }: FillRecord): string {
  const sorted = (map: object) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = JSON.stringify([revision, sorted(values), colors, sorted(assignments), substrate])
  return createHash('sha256').update(shown).digest('hex').slice(0, 16)
}
