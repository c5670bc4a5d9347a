/** The frame of every page: head with search, contents at one side, what stands on the page at the other. */
import type { Entry } from '../pages/bundle.ts'
import { type Content, type Html, html } from '../pages/html.ts'
import type { Book, BookPage } from './book.ts'
import { type DocsLanguage, pathOf } from './folder.ts'
import { REFERENCE_PATH } from './reference.ts'
import { DOCS_WORDS, type DocsWords } from './words.ts'

export interface Framed {
  readonly book: Book
  readonly page: BookPage
  /** Language of the frame; the text can lack a translation. */
  readonly language: DocsLanguage
  readonly hrefOf: (path: string) => string
  readonly entry: Entry
  /** Is the cookie of the console there? The script then asks who it is. */
  readonly signedIn: boolean
}

export function framePage(parts: Framed): string {
  const { page, language, hrefOf, entry, signedIn } = parts
  const words = DOCS_WORDS[language]
  const isHome = page.path === '/docs'
  const other = language === 'de' ? 'en' : 'de'
  const title = isHome ? `Platen ${words.docs}` : `${page.title} · Platen`
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${entry.faces.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)}
${entry.styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${entry.preloads.map((href) => html`<link rel="modulepreload" href="${href}">`)}
<script type="module" src="${entry.script}"></script>
</head>
<body data-page="${page.path}" data-language="${language}"${signedIn && html` data-signed-in`}>
<a class="skip" href="#main">${words.skip}</a>
<header class="head">
<a class="menu" href="#contents">${words.contents}</a>
<a class="brand" href="${hrefOf('/docs')}">Platen <span>${words.docs}</span></a>
<div class="search" data-none="${words.nothingFound}" data-label="${words.search}"></div>
<p class="head-links">${page.hasTranslation && html`<a href="${page.path}?lang=${other}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a>`}
<a href="/console">${words.console}</a></p>
</header>
<div class="columns">
<nav class="contents" id="contents" aria-label="${words.contents}">
<a class="close" href="#main">${words.close}</a>
${navigation(parts, words)}
</nav>
<main id="main"${page.language !== language && html` lang="${page.language}"`}>
<article class="text">
${!isHome && html`<p class="group">${groupOf(parts, words)}</p>`}
<h1>${page.title}</h1>
${page.body}
</article>
${neighbours(parts, words)}
</main>
${onThisPage(page, words)}
</div>
</body>
</html>
`
  return markup
}

function navigation({ book, page, language, hrefOf }: Framed, words: DocsWords): readonly Html[] {
  return book.groups.map(({ title, chapters }) => {
    const items: Content[] = chapters.map(({ file, title: name }) =>
      item(pathOf(file), book.titleOf(file, language) ?? name, page.path, hrefOf),
    )
    if (title === 'API') items.push(referenceItem(book, page.path, hrefOf, words))
    return html`<h2>${words.groups[title] ?? title}</h2><ul>${items}</ul>`
  })
}

function item(path: string, title: string, current: string, hrefOf: (path: string) => string): Html {
  return html`<li><a href="${hrefOf(path)}"${path === current && html` aria-current="page"`}>${title}</a></li>`
}

/** Its pages are listed where one of them is read. */
function referenceItem(
  book: Book,
  current: string,
  hrefOf: (path: string) => string,
  words: DocsWords,
): Html {
  const here = current.startsWith(REFERENCE_PATH)
  const [, ...pages] = here ? book.reference() : []
  const inner = pages.map(({ path, title }) => item(path, title, current, hrefOf))
  return html`<li><a href="${hrefOf(REFERENCE_PATH)}"${current === REFERENCE_PATH && html` aria-current="page"`}>${words.reference}</a>${here && html`<ul>${inner}</ul>`}</li>`
}

function groupOf({ book, page }: Framed, words: DocsWords): string {
  if (page.path.startsWith(REFERENCE_PATH)) return words.reference
  const found = book.groups.find(({ chapters }) => chapters.some(({ file }) => pathOf(file) === page.path))
  return found === undefined ? words.docs : (words.groups[found.title] ?? found.title)
}

/** The pages before and after it, in the order of the contents. */
function neighbours({ book, page, language, hrefOf }: Framed, words: DocsWords): Html | null {
  const all = book.groups.flatMap(({ chapters }) => chapters)
  const at = all.findIndex(({ file }) => pathOf(file) === page.path)
  if (at < 0) return null
  const link = (chapter: (typeof all)[number] | undefined, kind: 'previous' | 'next') =>
    chapter === undefined
      ? null
      : html`<a class="${kind}" href="${hrefOf(pathOf(chapter.file))}"><span>${words[kind]}</span> ${book.titleOf(chapter.file, language) ?? chapter.title}</a>`
  return html`<nav class="neighbours" aria-label="${words.previous}, ${words.next}">${link(all[at - 1], 'previous')}${link(all[at + 1], 'next')}</nav>`
}

function onThisPage({ headings }: BookPage, words: DocsWords): Html | null {
  const shown = headings.filter(({ depth }) => depth === 2)
  if (shown.length < 2) return null
  const items = shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  return html`<nav class="toc" aria-labelledby="toc-title"><h2 id="toc-title">${words.onThisPage}</h2><ul>${items}</ul></nav>`
}
