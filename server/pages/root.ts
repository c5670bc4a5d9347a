/** The address itself: people get the console, or where to find its first link; programs get a list of links. */
import type { Context } from 'koa'
import { API_VERSION } from '../http/api-version.ts'
import type { Bundle } from './bundle.ts'
import { CONSOLE_PATH } from './console.ts'
import { html } from './html.ts'
import { type PageRoute, sendPage } from './page-route.ts'
import { languageOf, shell } from './shell.ts'

export interface RootParts {
  readonly bundle: () => Promise<Bundle>
  readonly baseUrl: string
  readonly version: string
  hasOwner(): Promise<boolean>
}

/** The console speaks these two. */
const WORDS = {
  en: {
    title: 'Platen is running',
    text: 'Open the link that your terminal shows.',
    more: 'It begins with /console/join, opens once, and makes you the owner. If it has expired, restart the service: each start shows a new one until someone has joined.',
    docs: 'Read the docs',
  },
  de: {
    title: 'Platen läuft',
    text: 'Öffnen Sie den Link, den Ihr Terminal zeigt.',
    more: 'Er beginnt mit /console/join, öffnet sich einmal und macht Sie zum Inhaber. Ist er abgelaufen, starten Sie den Dienst neu: Jeder Start zeigt einen neuen, bis sich jemand angemeldet hat.',
    docs: 'Zur Dokumentation',
  },
} as const

/**
 * Decision: the page names no link of its own, for who reaches the address is not yet who may own it. A program that
 * takes anything, such as curl, gets JSON.
 */
export function rootRoute({ bundle, baseUrl, version, hasOwner }: RootParts): PageRoute {
  return {
    path: '/',
    methods: ['get'],
    async answer(ctx: Context) {
      ctx.vary('Accept')
      if (ctx.accepts('json', 'html') !== 'html') {
        ctx.body = {
          ...{ name: 'platen', version, api_version: API_VERSION },
          links: {
            docs: `${baseUrl}/docs`,
            openapi: `${baseUrl}/v1/openapi.json`,
            console: `${baseUrl}${CONSOLE_PATH}`,
            health: `${baseUrl}/healthz`,
            ready: `${baseUrl}/readyz`,
          },
        }
        return
      }
      if (await hasOwner()) {
        ctx.set('Cache-Control', 'no-store')
        ctx.redirect(CONSOLE_PATH)
        return
      }
      ctx.vary('Accept-Language')
      const language = languageOf(ctx) === 'de' ? 'de' : 'en'
      const words = WORDS[language]
      const { docs } = (await bundle()).entries
      sendPage(ctx, {
        status: 200,
        markup: shell({
          language,
          title: words.title,
          entry: docs,
          scripts: false,
          head: html`<meta name="robots" content="noindex">`,
          body: html`<main class="lone">
<p class="brand">Platen</p>
<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
<p>${words.more}</p>
<p><a href="/docs">${words.docs}</a></p>
</main>`,
        }),
        policy: { ancestors: 'none' },
      })
    },
  }
}
