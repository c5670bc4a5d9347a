/** The links that records carry on the wire: made from the address of the service and its signing key. */
import { ServiceError } from '../../core/errors.ts'
import type { Clock, Store } from '../../core/ports.ts'
import type { RenderRecord } from '../../core/render/render.ts'
import type { TemplateRecord } from '../../core/template/template.ts'
import { type Disposition, type FileUrlKey, signFileUrl, verifyFileUrl } from '../files/signed-url.ts'

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

export interface Links {
  /** The render's PDF for an hour, or null while there is none. */
  renderUrl(render: RenderRecord): string | null
  /** Throws `signed_url_invalid`, also where there is no such render, and `signed_url_expired`. */
  readRender(renderId: string, query: SignedQuery): Promise<SignedRender>
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
      const link = { purpose: 'render-pdf', id: render.id, contentSha256: render.contentSha256 } as const
      return `${baseUrl}${signFileUrl({ ...link, key, now: clock.now() })}`
    },
    async readRender(renderId, query) {
      const teamId = await store.renders.findTeam(renderId)
      const render = teamId === null ? null : await store.renders.find(teamId, renderId)
      if (render === null || render.contentSha256 === null) throw new ServiceError('signed_url_invalid')
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
    hostedUrl: (template) => (template.status === 'live' ? `${baseUrl}/fill/${template.slug}` : null),
  }
}
