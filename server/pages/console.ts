/** The page of the console: one for every path of it, filled by its script; nothing of a team stands in it. */
import type { Bundle } from './bundle.ts'
import { html } from './html.ts'
import { type PageRoute, sendPage } from './page-route.ts'
import { languageOf, shell } from './shell.ts'

export const CONSOLE_PATH = '/console'

export interface ConsolePage {
  readonly bundle: () => Promise<Bundle>
  /** The service's own origin: signing in works there alone. */
  readonly address: string
  /** Where pictures and the widget's frame come from, beside it. */
  readonly others: readonly string[]
  /** Does this installation send e-mail? */
  readonly sendsMail: boolean
}

/** Decision: what lies below `/console` is known to the script alone; the page is 200 for all of it, in no search. */
export function consoleRoutes({ bundle, address, others, sendsMail }: ConsolePage): readonly PageRoute[] {
  return [CONSOLE_PATH, `${CONSOLE_PATH}/*`].map((path) => ({
    path,
    methods: ['get'] as const,
    async answer(ctx) {
      const { styles, sections, ...entry } = (await bundle()).entries.console
      sendPage(ctx, {
        status: 200,
        markup: shell({
          language: languageOf(ctx),
          title: 'Platen',
          // The sheets of all sections: a script that is loaded later brings none along.
          entry: { ...entry, sections, styles: [...styles, ...sections] },
          scripts: true,
          head: html`<meta name="robots" content="noindex">`,
          body: html`<div id="console" data-address="${address}" data-mail="${sendsMail ? 'on' : ''}" data-widget="${others[0] ?? ''}"></div>`,
        }),
        policy: { ancestors: 'none', pictures: others, frames: ["'self'", ...others] },
      })
    },
  }))
}
