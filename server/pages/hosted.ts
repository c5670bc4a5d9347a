/** The hosted page of a template, `/fill/<slug>`: for everybody with the link, while the template is live. */
import { ServiceError } from '../../core/errors.ts'
import type { TemplateRecord } from '../../core/service/template/template.ts'
import type { Service } from '../../core/service.ts'
import type { AssetLinks } from '../operations/library/asset-wire.ts'
import type { Bundle } from './bundle.ts'
import { type Content, html } from './html.ts'
import { outline } from './outline.ts'
import { type PageRoute, sendPage } from './page-route.ts'
import { languageOf, localeOf, noticePage, shell } from './shell.ts'
import { shopFace } from './shop-face.ts'
import { PAGE_WORDS } from './words.ts'

export interface HostedPage {
  readonly templates: Pick<Service['templates'], 'findHosted' | 'shownRevision'>
  readonly branding: Pick<Service['branding'], 'find'>
  readonly links: AssetLinks
  readonly bundle: () => Promise<Bundle>
  /** Where hosted pages are reached, without a slash at the end. */
  readonly address: string
  readonly pictures: readonly string[]
  /** The address of the picture that links to the page are shown with; null while none can be drawn. */
  cardUrl(template: TemplateRecord): string | null
  /** The address of the first page's picture as shoppers begin with it; null where nothing is drawn. */
  blankUrl(template: TemplateRecord, locale: string): string | null
}

/** Decision: a page that is not to be had is 404 with words, paused or gone; a former slug leads on (308). */
export function hostedRoute(parts: HostedPage): PageRoute {
  const { templates, branding, links, bundle, address, pictures } = parts
  return {
    path: '/fill/:slug',
    methods: ['get'],
    async answer(ctx, { slug = '' }) {
      const entry = (await bundle()).entries.hosted
      const template = await templates.findHosted(slug).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'not_found') return null
        throw error
      })
      if (template === null || template.status !== 'live') {
        const offered = template === null ? [] : (await branding.find(template.teamId)).languages
        const language = languageOf(ctx, offered)
        const words = PAGE_WORDS[language]
        const notice = template?.status === 'paused' ? words.paused : words.missing
        const markup = noticePage(language, entry, notice)
        sendPage(ctx, { status: 404, markup, policy: { ancestors: 'none' } })
        return
      }
      if (template.slug !== slug) {
        ctx.status = 308
        ctx.set('Location', `/fill/${template.slug}${ctx.search}`)
        return
      }
      const { hosted, title } = template
      const brand = await branding.find(template.teamId)
      const { languages } = brand
      const language = languageOf(ctx, languages)
      const locale = localeOf(ctx, language, languages.length > 0)
      const blank = parts.blankUrl(template, locale)
      const revision = await templates.shownRevision(template)
      const accent = hosted.accentColor ?? brand.branding.accentColor
      const shop = shopFace(brand, links)
      const face = JSON.stringify({ title, intro: hosted.description, shop })
      sendPage(ctx, {
        status: 200,
        markup: shell({
          language,
          title,
          entry,
          scripts: true,
          head: [
            card(template, `${address}/fill/${template.slug}`, parts.cardUrl(template)),
            // It is asked for before the scripts, which would share the way with it.
            blank !== null && html`<link rel="preload" as="image" href="${blank}" fetchpriority="high">`,
          ],
          framed: true,
          body: html`<main id="editor" data-slug="${template.slug}" data-locale="${locale}" data-ask-name="${hosted.askName}"
 data-ask-email="${hosted.askEmail}" data-accent="${accent ?? ''}" data-face="${face}">
${outline({ title, intro: hosted.description, shop, revision, locale, picture: blank })}</main>`,
        }),
        policy: { ancestors: 'none', pictures },
      })
    },
  }
}

/** What a link to the page is shown with elsewhere (Open Graph). */
function card({ title, hosted }: TemplateRecord, url: string, picture: string | null): Content {
  const { description, noindex } = hosted
  return [
    noindex && html`<meta name="robots" content="noindex">`,
    description !== null &&
      html`<meta name="description" content="${description}">
<meta property="og:description" content="${description}">`,
    html`
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">`,
    picture !== null &&
      html`
<meta property="og:image" content="${picture}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">`,
  ]
}
