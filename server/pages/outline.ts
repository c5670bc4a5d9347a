/** What a hosted page shows before its script runs: the card and the words of its form, where the editor puts them. */
import { fieldWords } from '../../core/engine/scene/field-words.ts'
import type { ScenePage } from '../../core/engine/scene/scene.ts'
import { seenTrim } from '../../core/engine/scene/seen-place.ts'
import type { RevisionRecord } from '../../core/service/template/template.ts'
import { type Html, html } from './html.ts'

export interface Outline {
  readonly title: string
  readonly intro: string | null
  readonly shop: { readonly name: string | null; readonly logo_url: string | null } | null
  readonly revision: RevisionRecord
  /** A language tag, that of the labels. */
  readonly locale: string
  /** The address of the first page's picture without values; null where nothing is drawn. */
  readonly picture: string | null
}

/** Further ones are not visible before the form is ready. */
const MOST_FIELDS = 12
/** Width of the page in the units of its drawing. */
const UNITS = 1000

/** Decision: it is what can be read and seen, and no form: what is typed into it would be lost. */
export function outline({ title, intro, shop, revision, locale, picture }: Outline): Html {
  const { pages, fields } = revision.scene
  const [page] = pages
  return html`<div class="outline" aria-busy="true">
<header class="page-head">${shop !== null && brand(shop)}<h1>${title}</h1></header>
<div class="outline-desk">
<div class="outline-stage">${page !== undefined && sheet(page, picture)}</div>
<div class="outline-side">
${intro !== null && html`<p class="outline-intro" dir="auto">${intro}</p>`}
${fields.slice(0, MOST_FIELDS).map(
  (field) => html`<p class="outline-field" dir="auto">${fieldWords(field, locale).label}</p>
`,
)}
</div>
</div>
<div class="outline-foot"></div>
</div>`
}

function brand({ name, logo_url: logo }: NonNullable<Outline['shop']>): Html {
  if (logo !== null) return html`<p class="outline-shop"><img src="${logo}" alt="${name ?? ''}"></p>`
  return html`<p class="outline-shop">${name ?? ''}</p>`
}

/** The trimmed page; a drawing, for the page's policy takes no styles along with markup. */
function sheet(page: ScenePage, picture: string | null): Html {
  const height = (UNITS * page.heightPt) / page.widthPt
  const trim = seenTrim(page)
  const [x, y] = [trim.left * UNITS, trim.top * height].map(rounded)
  const [across, down] = [trim.width * UNITS, trim.height * height].map(rounded)
  const area = html`x="${x ?? 0}" y="${y ?? 0}" width="${across ?? 0}" height="${down ?? 0}"`
  return html`<svg viewBox="${[x, y, across, down].join(' ')}" aria-hidden="true">
<clipPath id="outline-trim"><rect ${area}/></clipPath>
<rect class="outline-paper" ${area}/>
${
  picture !== null &&
  html`<image href="${picture}" width="${UNITS}" height="${rounded(height)}" clip-path="url(#outline-trim)"/>`
}
</svg>`
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100
}
