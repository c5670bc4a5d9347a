/** The picture that a link to a hosted page is shown with elsewhere: the template's own preview on a table. */

import sharp from 'sharp'
import { fittedSize } from '../../core/engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../core/engine/scene/content.ts'
import type { ScenePage } from '../../core/engine/scene/scene.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PreparedPicture } from '../../core/service/preview/previews.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Service } from '../../core/service.ts'
import type { PageRoute } from './page-route.ts'

/** What the services that show links ask for, in px. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 48
const TABLE = '#e9e7e2'
/** Pictures that are kept, some 100 kB each; they change with the published revision alone. */
const KEPT = 100

export interface SocialCards {
  readonly templates: Pick<Service['templates'], 'findHosted' | 'shownRevision'>
  readonly previews: Pick<Service['previews'], 'fill'>
}

export function cardPath({ slug, liveRevision }: TemplateRecord): string {
  return `/fill/${slug}/card.png?r=${liveRevision ?? 0}`
}

/** Pictures of the first pages of live templates, drawn once for each published revision and language of its labels. */
export interface CardPictures {
  /** With labels in that language. Throws `not_found` unless the template is live, and what drawing throws. */
  find(slug: string, locale?: string): Promise<Buffer>
}

/** `widthOf` says in px how wide the page is drawn, `finish` makes what is sent of its PNG file. */
export function createCardPictures(
  { templates, previews }: SocialCards,
  widthOf: (page: ScenePage) => number,
  finish: (png: Buffer) => Promise<Buffer>,
): CardPictures {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = async (shown: PreparedPicture): Promise<Buffer> => finish(Buffer.from((await shown.see()).png))
  return {
    async find(slug, locale = '') {
      const template = await templates.findHosted(slug)
      const revision = await templates.shownRevision(template)
      const [page] = revision.scene.pages
      if (template.status !== 'live' || page === undefined) throw new ServiceError('not_found')
      const size = fittedSize(page, widthOf(page))
      const scope = template.id
      const shown = await previews.fill({ scope, revision, content: EMPTY_CONTENT, page, size, locale })
      const name = shown.identity
      const drawn = kept.get(name) ?? draw(shown)
      kept.set(name, drawn)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      // What could not be drawn now may be drawn later.
      drawn.catch(() => kept.delete(name))
      return drawn
    },
  }
}

/** Answers as the preview operations do where nothing can be drawn; `not_found` unless the template is live. */
export function cardRoute(parts: SocialCards): PageRoute {
  const table = { width: WIDTH, height: HEIGHT, channels: 3, background: TABLE } as const
  const pictures = createCardPictures(
    parts,
    ({ widthPt, heightPt }) =>
      widthPt * Math.min((WIDTH - 2 * MARGIN) / widthPt, (HEIGHT - 2 * MARGIN) / heightPt),
    (png) =>
      sharp({ create: table })
        .composite([{ input: png, gravity: 'centre' }])
        .png({ compressionLevel: 9 })
        .toBuffer(),
  )
  return {
    path: '/fill/:slug/card.png',
    methods: ['get'],
    async answer(ctx, { slug = '' }) {
      const png = await pictures.find(slug)
      ctx.set({
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=3600',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      ctx.body = png
    },
  }
}
