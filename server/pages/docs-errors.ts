/** The page of errors: every code of the catalogue under an anchor of its name, to which `doc_url` leads. */
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import { docsPage } from './docs-frame.ts'
import { type Html, html, type Page } from './html.ts'

/** What each status asks of whoever reads it. */
const STATUSES: Readonly<Record<number, readonly [name: string, advice: string]>> = {
  400: ['Bad request', 'Change the request. param names the parameter.'],
  401: ['Not known', 'The credential is missing, incorrect, revoked or expired.'],
  402: [
    'Limit reached',
    'A limit of the team is reached. GET /v1/usage shows the monthly limit and when it resets.',
  ],
  403: ['Not allowed', 'The credential does not have permission for this.'],
  404: ['Not found', 'The object does not exist or belongs to another team.'],
  405: ['Wrong method', 'The Allow header lists the methods of this URL.'],
  409: ['In conflict', 'The status of the object does not allow this.'],
  410: ['Gone', 'The session has ended. Create a new one.'],
  413: ['Too large', 'Send less.'],
  415: ['Wrong content type', 'Send the content type that the operation describes.'],
  416: ['Wrong range', 'The Content-Range header has the size of the file.'],
  422: ['Not accepted', 'The request is well-formed but cannot be processed.'],
  429: ['Too many requests', 'Wait for the seconds in Retry-After.'],
  500: [
    'Internal error',
    'Try again. If the error persists, send the request_id to the operator of the service.',
  ],
  502: ['Renderer error', 'If the error has a render_id, retry that render.'],
  503: ['Unavailable', 'Try again after the seconds in Retry-After.'],
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
