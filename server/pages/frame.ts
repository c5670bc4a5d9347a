/** The page in the widget's frame: which pages may embed it, and its initial data. */
import type { Context } from 'koa'
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import { readOrigin } from '../../core/service/application/origin.ts'
import type { Service } from '../../core/service.ts'
import type { AssetLinks } from '../operations/library/asset-wire.ts'
import type { Bundle } from './bundle.ts'
import { html } from './html.ts'
import { type PageRoute, sendPage } from './page-route.ts'
import { languageOf, noticePage, shell } from './shell.ts'
import { shopFace } from './shop-face.ts'
import { PAGE_WORDS } from './words.ts'

export interface FramePage {
  readonly applications: Pick<Service['applications'], 'ofFrame'>
  readonly branding: Pick<Service['branding'], 'find'>
  readonly links: AssetLinks
  readonly bundle: () => Promise<Bundle>
  /** Origins of pictures beside the page's own. */
  readonly pictures: readonly string[]
}

/** The places of card and form, before anything is known of what they hold. */
const BONES = html`<div class="outline" aria-busy="true">
<div class="page-head"></div>
<div class="outline-desk">
<div class="outline-stage"></div>
<div class="outline-side"><p class="outline-field"></p><p class="outline-field"></p></div>
</div>
<div class="outline-foot"></div>
</div>`

/**
 * `?key=platen_pk_…` for guests, or `?application=app_…`; `&parent=` the origin of the page around, as the loader
 * reports it. Decision: only the application's origins may hold the frame, whatever is reported; the notice that a
 * page is not set up may be held by the page that reported itself, since it does nothing.
 */
export function frameRoute({ applications, branding, links, bundle, pictures }: FramePage): PageRoute {
  return {
    path: '/widget/frame',
    methods: ['get'],
    async answer(ctx) {
      const language = languageOf(ctx)
      const entry = (await bundle()).entries.frame
      const reported = one(ctx, 'parent')
      try {
        const { application, parent } = await applications.ofFrame({
          key: one(ctx, 'key'),
          applicationId: one(ctx, 'application'),
          parent: reported,
        })
        const brand = await branding.find(application.teamId)
        const accent = application.accentColor ?? brand.branding.accentColor
        const face = JSON.stringify({ shop: shopFace(brand, links) })
        const body = html`<main id="editor" data-parent="${parent ?? ''}" data-application="${application.id}"
 data-accent="${accent ?? ''}" data-face="${face}">${BONES}</main>`
        sendPage(ctx, {
          status: 200,
          markup: shell({ language, title: 'Platen', entry, scripts: true, framed: true, body }),
          policy: { ancestors: application.allowedOrigins, pictures },
        })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const { code } = error
        if (code !== 'invalid_publishable_key' && code !== 'origin_not_allowed') throw error
        const origin = reported === null ? null : readOrigin(reported)
        sendPage(ctx, {
          status: CATALOGUE[code].status,
          markup: noticePage(language, entry, PAGE_WORDS[language].setUp, { code, parent: origin ?? '' }),
          policy: { ancestors: origin === null ? 'none' : [origin] },
        })
      }
    },
  }
}

/** Null where it is not given, or given twice. */
function one(ctx: Context, name: string): string | null {
  const value = ctx.query[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, 300) : null
}
