/** Requests images of a fill from the service: of the saved state, and of unsaved typing. */
import type { SentPatch } from '../content.ts'
import type { Send } from '../requests.ts'
import type { FillWire } from '../wire.ts'

export interface Picture {
  readonly blob: Blob
  readonly etag: string | null
}

export interface PictureRequests {
  /**
   * Null where the picture is the one of this ETag. Rejects with a Fault. `width` is in px.
   */
  picture(page: number, width: number, etag: string | null, view?: PictureView): Promise<Picture | null>
  /** A page of the fill as it would be with this content, which is kept nowhere. Rejects with a Fault. */
  typedPicture(content: SentPatch, page: number, width: number, signal: AbortSignal): Promise<Picture>
}

/**
 * While typing, empty fields show their labels; as it prints, they do not. `approved` is the design without a change
 * that is not approved yet, as it prints.
 */
export type PictureView = 'typing' | 'printed' | 'approved'

export const FILLS = '/v1/embed/fills'
export const SECRET = 'x-service-client-secret'

export function createPictureRequests({
  send,
  current,
  locale,
}: {
  readonly send: Send
  /** Throws a Fault where there is no session. */
  current(): { readonly fill: FillWire; readonly secret: string }
  /** Of the labels in empty fields. */
  readonly locale: string | undefined
}): PictureRequests {
  const pathOf = ({ id }: FillWire) => `${FILLS}/${encodeURIComponent(id)}/preview`
  return {
    async picture(page, width, etag, view = 'typing') {
      const { fill, secret } = current()
      const spoken = locale === undefined ? '' : `&locale=${encodeURIComponent(locale)}`
      const labels = view === 'typing' ? spoken : '&labels=none'
      const state = view === 'approved' ? '&approved=true' : ''
      const reply = await send({
        method: 'GET',
        path: `${pathOf(fill)}?page=${page}&w=${width}${labels}${state}`,
        headers: { [SECRET]: secret, ...(etag === null ? {} : { 'if-none-match': etag }) },
      })
      if (reply.status === 304) return null
      return { blob: await reply.blob(), etag: reply.headers.get('ETag') }
    },
    async typedPicture(typed, page, width, signal) {
      const { fill, secret } = current()
      const reply = await send({
        method: 'POST',
        path: pathOf(fill),
        headers: { [SECRET]: secret },
        body: { ...typed, page, w: width, ...(locale === undefined ? {} : { locale }) },
        signal,
      })
      return { blob: await reply.blob(), etag: reply.headers.get('ETag') }
    },
  }
}
