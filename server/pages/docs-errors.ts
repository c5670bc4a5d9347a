/** The page of errors: every code of the catalogue under an anchor of its name, to which `doc_url` leads. */
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import { docsPage } from './docs-frame.ts'
import { type Html, html, type Page } from './html.ts'

/** What each status asks of whoever reads it. */
const STATUSES: Readonly<Record<number, readonly [name: string, advice: string]>> = {
  400: ['Bad request', 'Something in the request has to change; param names what.'],
  401: ['Not known', 'The credential is missing, mistyped, revoked or expired.'],
  402: ['Over the allowance', 'The monthly allowance is used up; GET /v1/usage says when it begins anew.'],
  403: ['Not allowed', 'The credential is good, but not for this.'],
  404: ['Not found', 'What is asked for is not there, or belongs to somebody else.'],
  405: ['Wrong method', 'The header Allow names the methods of this path.'],
  409: ['In conflict', 'The record stands in a state in which this cannot be done.'],
  410: ['Gone', 'The session is over; a new one has to be opened.'],
  413: ['Too large', 'Send less.'],
  415: ['Wrong content type', 'Send what the operation describes.'],
  416: ['Wrong range', 'The header Content-Range names the size of the file.'],
  422: ['Not accepted', 'The request is well-formed, but what it asks for cannot be done.'],
  429: ['Too many requests', 'Wait as many seconds as Retry-After says.'],
  500: ['Our fault', 'Try again; if it lasts, name the request_id to whoever runs the service.'],
  502: ['The renderer failed', 'The work is kept where a render_id is given; retry that render.'],
  503: ['Not now', 'Try again after as many seconds as Retry-After says.'],
}

export function errorsPage(): Page {
  const statuses = [...new Set(codes().map((code) => CATALOGUE[code].status))].sort((a, b) => a - b)
  const navigation = html`<h2>By status</h2><ul>${statuses.map(
    (status) => html`<li><a href="#status-${status}">${status} ${STATUSES[status]?.[0] ?? ''}</a></li>`,
  )}</ul><h2>More</h2><ul><li><a href="/docs">The interface</a></li></ul>`
  const main = html`
<h1>Errors</h1>
<p class="lead">Every error is JSON with one member, <code>error</code>.</p>
<p>Its <code>code</code> is one of those below and will not change; <code>message</code> is for people and may.
<code>param</code> names the parameter at fault, <code>details</code> lists several faults at once,
<code>request_id</code> finds the request in the log, and <code>doc_url</code> leads to this page.</p>
${statuses.map(statusSection)}
`
  return docsPage({ title: 'Platen: errors', navigation, main })
}

function statusSection(status: number): Html {
  const [name, advice] = STATUSES[status] ?? ['', '']
  const rows = codes()
    .filter((code) => CATALOGUE[code].status === status)
    .map((code) => {
      const { says, type } = CATALOGUE[code]
      return html`<tr id="${code}"><th scope="row"><code>${code}</code></th>
<td><p>${says}</p><p class="type">${type}</p></td></tr>`
    })
  return html`<section id="status-${status}"><h2>${status} ${name}</h2>
<p>${advice}</p><table><tbody>${rows}</tbody></table></section>
`
}

function codes(): readonly ErrorCode[] {
  return Object.keys(CATALOGUE) as ErrorCode[]
}
