/** Real print files through both ways of looking at them: with a key, and in a session. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import type { TestServer } from './open-test-server.ts'
import { type Coded, pixelsOf } from './previewing.ts'

export const CORPUS = join(import.meta.dirname, '../../../shared/corpus')
const WIDTH = 160
const FOLDERS = ['codec', 'forms', 'pdfx', 'preflight', 'print-real', 'structure', 'text', 'transparency']

/** Paths below CORPUS. */
export function corpusFiles(): string[] {
  return FOLDERS.flatMap((folder) => {
    const path = join(CORPUS, folder)
    if (!existsSync(path)) return []
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => relative(CORPUS, join(path, name)))
  })
}

/** Those of `files` that both routes draw, with the same pixels; throws where one is neither drawn nor refused in the catalogue's words. */
export async function drawBothWays(test: TestServer, files: readonly string[]): Promise<readonly string[]> {
  const drawn: string[] = []
  for (const file of files) {
    const form = new FormData()
    form.set('pdf', new Blob([readFileSync(join(CORPUS, file))], { type: 'application/pdf' }), 'page.pdf')
    const made = await test.json('/v1/templates', { body: form })
    if (made.status !== 200) {
      expectCatalogued(file, made.status, made.body)
      continue
    }
    const { id } = made.body.template
    const withKey = await test.send('/v1/previews', { body: { template_id: id, dpi: 72 } })
    if (withKey.status !== 200) {
      expectCatalogued(file, withKey.status, (await withKey.json()) as Coded)
      continue
    }
    const width = Number(withKey.headers.get('x-service-preview-width'))
    const one = await pixelsOf(withKey)
    const published = await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
    if (published.status !== 200) {
      expectCatalogued(file, published.status, published.body)
      continue
    }
    const session = await test.json('/v1/embed/sessions', { body: { template_id: id } })
    const headers = { 'x-service-client-secret': session.body.client_secret as string }
    const body = { embed_session: session.body.embed_session.id }
    const fill = await test.json('/v1/embed/fills', { key: null, headers, body })
    expect(fill.status, file).to.be.oneOf([200, 201])
    const look = (w: number) =>
      test.send(`/v1/embed/fills/${fill.body.fill.id}/preview?w=${w}`, { key: null, headers })
    if (width <= 2560) {
      const other = await pixelsOf(await look(width))
      expect([other.width, other.height], file).to.deep.equal([one.width, one.height])
      expect(Buffer.compare(Buffer.from(other.bytes), Buffer.from(one.bytes)), file).to.equal(0)
    } else expect((await pixelsOf(await look(WIDTH))).width, file).to.equal(WIDTH)
    drawn.push(file)
  }
  return drawn
}

function expectCatalogued(file: string, status: number, { error }: Coded): void {
  const known = CATALOGUE[error.code as ErrorCode]
  expect(known?.status, `${file}: ${error.code}`).to.equal(status)
  expect(status, `${file}: ${error.code}`).to.be.lessThan(503)
  expect(status, `${file}: ${error.code}`).to.not.equal(500)
}
