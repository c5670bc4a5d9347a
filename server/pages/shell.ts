/** The markup around what people see: one head for frame and hosted page, and the page of a notice. */
import type { Context } from 'koa'
import type { Entry } from './bundle.ts'
import { type Content, html } from './html.ts'
import { chooseLanguage, directionOf, type Notice, PAGE_WORDS, type PageLanguage } from './words.ts'

/** `lang` of the query, then what the browser prefers; of the languages that are offered, where there are any. */
export function languageOf(ctx: Context, offered: readonly string[] = []): PageLanguage {
  const asked = typeof ctx.query.lang === 'string' ? [ctx.query.lang.slice(0, 35)] : []
  return chooseLanguage([...asked, ...ctx.acceptsLanguages()], offered)
}

/** The tag of that language as it is preferred, with its region: `lang` of the query, then what the browser says. */
export function localeOf(ctx: Context, language: PageLanguage, isNarrowed = false): string {
  const { lang } = ctx.query
  const isOf = (tag: string) => tag !== '*' && chooseLanguage([tag]) === language
  // A language that the editor does not speak may still have words of its own in the template.
  if (typeof lang === 'string' && lang !== '' && (isOf(lang) || !isNarrowed)) return lang.slice(0, 35)
  const preferred = ctx.acceptsLanguages().find(isOf)
  return preferred?.slice(0, 35) ?? language
}

export interface Shell {
  readonly language: PageLanguage
  readonly title: string
  /** Its style sheets; its scripts too unless the page only says something. */
  readonly entry: Entry
  readonly scripts: boolean
  /** Fills the frame that it stands in, to the pixel. */
  readonly framed?: boolean
  readonly head?: Content
  readonly body: Content
}

export function shell({ language, title, entry, scripts, framed = false, head = null, body }: Shell): string {
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
${entry.faces.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)}
${entry.styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts && entry.preloads.map((href) => html`<link rel="modulepreload" href="${href}">`)}
${scripts && html`<script type="module" src="${entry.script}"></script>`}
</head>
<body${framed && html` class="framed"`}>
${body}
${scripts && html`<noscript><p class="page-notice">${PAGE_WORDS[language].noScript}</p></noscript>`}
</body>
</html>
`
  return markup
}

/**
 * A page that says one thing. `told` is for whoever set up the page around a frame: the frame's script passes the
 * code on to that page alone.
 */
export function noticePage(
  language: PageLanguage,
  entry: Entry,
  { title, text }: Notice,
  told: { readonly code: string; readonly parent: string } | null = null,
): string {
  return shell({
    language,
    title,
    entry,
    scripts: told !== null,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<main class="page-notice" data-code="${told?.code ?? ''}" data-parent="${told?.parent ?? ''}">
<h1 class="page-title">${title}</h1>
<p class="page-text">${text}</p>
${told !== null && html`<p class="page-code"><code>${told.code}</code></p>`}
</main>`,
  })
}
