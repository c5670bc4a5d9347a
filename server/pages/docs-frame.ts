/** The frame of every page of the documentation, and the one policy under which they are shown. */
import { DOCS_STYLE } from './docs-style.ts'
import { type Content, html, type Page } from './html.ts'

/** No script, no other host, no form: a page that is only read. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'public, max-age=300',
}

export interface DocsFrame {
  readonly title: string
  readonly navigation: Content
  readonly main: Content
}

export function docsPage({ title, navigation, main }: DocsFrame): Page {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#main">To the content</a>
<div class="sheet">
<nav aria-label="Contents">
<a class="brand" href="/docs">Platen</a>
${navigation}
</nav>
<main id="main">
${main}
</main>
</div>
</body>
</html>
`
  return { type: 'text/html; charset=utf-8', text: markup, headers: HEADERS }
}

export function docsStyle(): Page {
  return { type: 'text/css; charset=utf-8', text: DOCS_STYLE.trimStart(), headers: HEADERS }
}
