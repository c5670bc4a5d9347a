/** The documentation: every operation and every code, with no script and no other host. */
import { expect } from 'chai'
import { CATALOGUE } from '../../../core/errors.ts'
import { fullPath } from '../../../server/http/operation.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'
import { html, prose } from '../../../server/pages/html.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

describe('The documentation', () => {
  let test: TestServer
  let reference: string
  let errors: string
  const pageAt = async (path: string) => {
    const response = await test.send(path, { key: null })
    expect(response.status).to.equal(200)
    return { text: await response.text(), headers: response.headers }
  }
  before(async () => {
    test = await openTestServer()
    reference = (await pageAt('/docs')).text
    errors = (await pageAt('/docs/errors')).text
  })
  after(() => test.close())

  it('shows every operation under its id, with method, path, stability and scope', () => {
    for (const operation of OPERATIONS) {
      const start = reference.indexOf(`<article id="${operation.id}">`)
      expect(start, operation.id).to.be.greaterThan(0)
      const article = reference.slice(start, reference.indexOf('</article>', start))
      const path = operation.prefix === '' ? fullPath(operation) : operation.path
      expect(article).to.include(`<b>${operation.method.toUpperCase()}</b>`)
      expect(article).to.include(path)
      expect(article).to.include(operation.stability)
      if (operation.scope !== null) expect(article).to.include(`<code>${operation.scope}</code>`)
      for (const code of operation.errors) expect(article).to.include(`/docs/errors#${code}`)
      const { body } = operation
      if (body?.title !== undefined) expect(article).to.include(`href="#schema-${body.title}"`)
      else
        for (const name of Object.keys(body?.properties ?? {}))
          expect(article).to.include(`<code>${name}</code>`)
    }
  })

  it('has an anchor for every code, to which the errors lead', async () => {
    for (const [code, { says }] of Object.entries(CATALOGUE)) {
      expect(errors).to.include(`id="${code}"`)
      expect(errors).to.include(html`${says}`.markup)
    }
    const { body } = await test.json('/v1/templates', { key: null })
    const url = new URL(body.error.doc_url)
    expect(url.pathname).to.equal('/docs/errors')
    expect(errors).to.include(`id="${url.hash.slice(1)}"`)
  })

  it('has no link that leads nowhere', async () => {
    for (const [page, text] of [
      ['/docs', reference],
      ['/docs/errors', errors],
    ] as const)
      for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
        const target = new URL(href, `${test.url}${page}`)
        expect(target.origin).to.equal(new URL(test.url).origin)
        const on =
          target.pathname === '/docs' ? reference : target.pathname === '/docs/errors' ? errors : null
        if (on === null) expect((await test.send(target.pathname, { key: null })).status, href).to.equal(200)
        else if (target.hash !== '') expect(on, href).to.include(` id="${target.hash.slice(1)}"`)
      }
  })

  it('names each anchor once', () => {
    for (const text of [reference, errors]) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).to.equal(ids.length)
    }
  })

  it('is shown under a policy without scripts, and needs none', async () => {
    for (const path of ['/docs', '/docs/errors']) {
      const { headers, text } = await pageAt(path)
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
      const policy = headers.get('content-security-policy')
      expect(policy)
        .to.match(/^default-src 'none'; style-src 'self';/)
        .and.include("frame-ancestors 'none'")
      expect(text).not.to.match(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    }
    const { headers, text } = await pageAt('/docs/style.css')
    expect(headers.get('content-type')).to.equal('text/css; charset=utf-8')
    expect(text).not.to.match(/url\(|@import/)
  })

  it('gives the interface as YAML too', async () => {
    const { headers, text } = await pageAt('/v1/openapi.yaml')
    expect(headers.get('content-type')).to.equal('application/yaml')
    expect(text).to.match(/^openapi: "3\.1\.0"\ninfo:\n {2}title: "Platen"\n/)
  })

  it('escapes whatever it is told', () => {
    const told = '<img src=x onerror="alert(1)"> & \'`<b>`'
    expect(html`<p title="${told}">${prose(told)}</p>`.markup).to.equal(
      '<p title="&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;`&lt;b&gt;`">' +
        '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;<code>&lt;b&gt;</code></p>',
    )
  })
})
