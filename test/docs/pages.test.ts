/** The served documentation: every page, its links, its weight, the reference and the errors in it. */
import { request } from 'node:http'
import { expect } from 'chai'
import { CATALOGUE } from '../../core/errors.ts'
import { pathOf, readDocsFolder } from '../../server/docs/folder.ts'
import { fullPath } from '../../server/http/operation.ts'
import { OPERATIONS } from '../../server/operations/index.ts'
import { html, prose } from '../../server/pages/html.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const MOST_BYTES = 150_000
const REFERENCE = '/docs/api/reference'

describe('The documentation', () => {
  let test: TestServer
  const pages = new Map<string, { readonly text: string; readonly headers: Headers }>()
  const pageAt = async (path: string, headers: Record<string, string> = {}) => {
    const response = await test.send(path, { key: null, headers: { accept: 'text/html', ...headers } })
    expect(response.status, path).to.equal(200)
    return { text: await response.text(), headers: response.headers }
  }
  const hrefsOf = (text: string) =>
    [...text.matchAll(/<(?:a|img|link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )

  before(async () => {
    test = await openTestServer()
    const open = ['/docs']
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (pages.has(path)) continue
      const page = await pageAt(path)
      pages.set(path, page)
      for (const href of hrefsOf(page.text)) {
        if (!URL.canParse(href, `${test.url}${path}`)) throw new Error(`${path} links ${href}.`)
        const { pathname, origin } = new URL(href, `${test.url}${path}`)
        const isPage = pathname.startsWith('/docs') && !/\.\w+$/.test(pathname)
        if (origin === new URL(test.url).origin && isPage) open.push(pathname)
      }
    }
  })
  after(() => test.close())

  it('has a page for each file, each tag and the records', () => {
    const files = [...readDocsFolder().texts.keys()].filter((file) => file !== 'README.md')
    for (const file of files) expect([...pages.keys()]).to.include(`/docs/${file.replace(/\.md$/, '')}`)
    const tags = new Set(OPERATIONS.map(({ tag }) => tag.toLowerCase().replaceAll(' ', '-')))
    for (const tag of [...tags, 'records']) expect([...pages.keys()]).to.include(`${REFERENCE}/${tag}`)
  })

  it('shows every operation under its id, with method, path, stability, scope and errors', () => {
    const reference = [...pages].filter(([path]) => path.startsWith(REFERENCE)).map(([, { text }]) => text)
    for (const operation of OPERATIONS) {
      const page = reference.find((text) => text.includes(`<article class="operation" id="${operation.id}">`))
      const start = page?.indexOf(`<article class="operation" id="${operation.id}">`) ?? 0
      const article = page?.slice(start, page.indexOf('</article>', start)) ?? ''
      expect(article, operation.id).to.include(
        `>${operation.method.toUpperCase()}</b> ${fullPath(operation)}`,
      )
      expect(article).to.include(operation.stability)
      if (operation.scope !== null) expect(article).to.include(`<code>${operation.scope}</code>`)
      for (const code of operation.errors) expect(article).to.include(`/docs/api/errors#${code}`)
      const { body } = operation
      if (body?.title !== undefined)
        expect(article).to.include(`href="${REFERENCE}/records#schema-${body.title}"`)
      else
        for (const name of Object.keys(body?.properties ?? {}))
          expect(article).to.include(`<code>${name}</code>`)
    }
  })

  it('leads from every error to its cause and remedy', async () => {
    const errors = pages.get('/docs/api/errors')?.text ?? ''
    for (const [code, { says }] of Object.entries(CATALOGUE)) {
      const start = errors.indexOf(`<tr id="${code}">`)
      const row = errors.slice(start, errors.indexOf('</tr>', start))
      expect(start, code).to.be.greaterThan(0)
      expect(row).to.include(html`${says}`.markup)
      expect(row).to.match(/<td data-label="cause and fix">(?!<\/td>)/)
    }
    const { body } = await test.json('/v1/templates', { key: null })
    const url = new URL(body.error.doc_url)
    expect(url.pathname).to.equal('/docs/api/errors')
    expect(errors).to.include(`<tr id="${url.hash.slice(1)}">`)
  })

  it('redirects from where errors were before', async () => {
    const reply = await fetch(`${test.url}/docs/errors`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).to.deep.equal([301, '/docs/api/errors'])
  })

  it('has no link that leads nowhere, and none to another host but the standards it names', async () => {
    const checked = new Map<string, number>()
    for (const [path, { text }] of pages)
      for (const href of hrefsOf(text)) {
        const target = new URL(href, `${test.url}${path}`)
        if (target.origin !== new URL(test.url).origin) {
          expect(href).to.match(/^https:\/\/(?:www\.standardwebhooks\.com|keepachangelog\.com|semver\.org)$/)
          continue
        }
        const page = pages.get(target.pathname)
        if (page === undefined) {
          const status =
            checked.get(target.pathname) ?? (await test.send(target.pathname, { key: null })).status
          checked.set(target.pathname, status)
          expect(status, `${path}: ${href}`).to.equal(200)
        } else if (target.hash !== '')
          expect(page.text, `${path}: ${href}`).to.include(` id="${target.hash.slice(1)}"`)
      }
  })

  it('names each anchor of a page once', () => {
    for (const [path, { text }] of pages) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, path).to.equal(ids.length)
    }
  })

  it('is sent compressed, no page above 150 kB, and not again to who has it', async () => {
    for (const path of [...pages.keys(), '/docs/search.json']) {
      const { bytes, encoding, etag } = await overTheWire(`${test.url}${path}`)
      expect(encoding, path).to.equal('gzip')
      expect(bytes, path).to.be.at.most(MOST_BYTES)
      const again = await test.send(path, { key: null, headers: { 'if-none-match': etag } })
      expect(again.status, path).to.equal(304)
    }
  })

  it('is shown under a policy without inline scripts or styles', () => {
    for (const [path, { headers, text }] of pages) {
      expect(headers.get('content-type'), path).to.equal('text/html; charset=utf-8')
      expect(headers.get('content-security-policy'))
        .to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/)
        .and.include("frame-ancestors 'none'")
      expect(text, path).not.to.match(/<script(?! type="module" src=)|<style|\sstyle=|\son\w+=|javascript:/i)
    }
  })

  it('puts the address of the service into its commands', () => {
    const quickStart = pages.get('/docs/start')?.text ?? ''
    expect(quickStart).to.include(`URL=${test.url}`)
    expect(pages.get('/docs/sell/widget')?.text).to.include(`${test.url}/widget/v1.js`)
  })

  it('is German where it is written in German, and for who reads German', async () => {
    const german = await pageAt('/docs/start', { 'accept-language': 'de-AT,de;q=0.9' })
    expect(german.text).to.include('<html lang="de">').and.include('<h1>Schnellstart</h1>')
    expect(german.text).to.include('Auf dieser Seite').and.include('hreflang="en"')
    expect((await pageAt('/docs/start?lang=en', { 'accept-language': 'de' })).text).to.include(
      'Quick start</h1>',
    )
    const chosen = await pageAt('/docs/start?lang=de', { 'accept-language': 'en' })
    expect(chosen.text).to.include('href="/docs/print/guide?lang=de"')
    // Not translated: the frame is German, and says that the text is not.
    const settings = await pageAt('/docs/operate/settings', { 'accept-language': 'de' })
    expect(settings.text).to.include('<main id="main" lang="en">').and.not.to.include('hreflang')
  })

  it('is whole in German for print staff and shop owners, and keeps the language from link to link', async () => {
    const { body } = await test.json('/docs/search.json?lang=de', { key: null })
    const found = (body as [string, string, string, string][]).filter(([, , , text]) =>
      text.includes('Flächendeckung'),
    )
    expect(found.map(([href]) => href)).to.include('/docs/print/inks#auszüge-prüfen')
    for (const [file, { de }] of readDocsFolder().texts) {
      const isTheirs =
        /^(?:README|start|print\/.*|sell\/(?!rest|adapter).*|operate\/(?:people|hot-folders))\.md$/
      if (isTheirs.test(file)) expect(de, file).to.be.a('string')
      if (de === undefined) continue
      const { text } = await pageAt(`${pathOf(file)}?lang=de`, { 'accept-language': 'en' })
      expect(text, file).to.include('<main id="main">').and.include('hreflang="en"')
      for (const href of hrefsOf(text))
        if (href.startsWith('/docs') && !/\.\w+$/.test(href)) expect(href, file).to.match(/\?lang=(?:de|en)/)
    }
  })

  it('has an index of headings, settings, errors and operations', async () => {
    const { body } = await test.json('/docs/search.json', { key: null })
    const rows = body as [string, string, string, string][]
    const hrefs = new Set(rows.map(([href]) => href))
    for (const href of [
      '/docs/operate/backup',
      '/docs/operate/settings#BASE_URL',
      '/docs/api/errors#rate_limited',
      '/docs/print/preflight#tac_exceeded',
      `${REFERENCE}/fills#finalizeFill`,
    ])
      expect([...hrefs], href).to.include(href)
    for (const [, page, title] of rows) expect(page.length * title.length).to.be.greaterThan(0)
  })

  it('answers what is no page with 404, and keeps nothing of it', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/pictures/none.png',
      '/docs/../package.json',
      '/docs/contributing',
    ])
      expect((await test.send(path, { key: null })).status, path).to.equal(404)
  })

  it('gives the API as YAML too', async () => {
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

/** As it travels, which fetch does not tell. */
function overTheWire(url: string): Promise<{ bytes: number; encoding: string; etag: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () => {
        const { 'content-encoding': encoding = '', etag = '' } = reply.headers
        resolve({ bytes, encoding, etag })
      })
    })
      .on('error', reject)
      .end()
  })
}
