/** The picture with which a hosted page is served: its first page as it is before anything is filled in, in few bytes. */

import sharp from 'sharp'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { PageRoute } from './page-route.ts'
import { createCardPictures, type SocialCards } from './social-card.ts'

/** In px: enough for a phone; on a desk the editor's own picture follows within the second. */
const WIDTH = 720
/** A quarter of the bytes of a PNG file; the editor's own picture is one. */
const QUALITY = 78

export function blankPath({ slug, liveRevision }: TemplateRecord, locale: string): string {
  return `/fill/${slug}/first.webp?r=${liveRevision ?? 0}&lang=${encodeURIComponent(locale)}`
}

/** Answers as the preview operations do where nothing can be drawn; `not_found` unless the template is live. */
export function blankRoute(parts: SocialCards): PageRoute {
  const pictures = createCardPictures(
    parts,
    () => WIDTH,
    (png) => sharp(png).webp({ quality: QUALITY, effort: 3 }).toBuffer(),
  )
  return {
    path: '/fill/:slug/first.webp',
    methods: ['get'],
    async answer(ctx, { slug = '' }) {
      const { lang } = ctx.query
      const locale = typeof lang === 'string' ? lang.slice(0, 35) : ''
      const webp = await pictures.find(slug, locale)
      ctx.set({ 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=86400' })
      ctx.body = webp
    },
  }
}
