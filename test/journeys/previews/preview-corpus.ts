/** Real print files through both ways of looking at them: with a key, and in a session. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { WIDEST_PREVIEW } from '../../../core/engine/preview/preview-size.ts'
import { CATALOGUE, type ErrorCode } from '../../../core/errors.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'
import { type Coded, pixelsOf } from '../../support/service/previewing.ts'

const WIDTH = 160

/**
 * True where both routes draw the file's first page, with the same pixels, and false where one refuses it; throws where
 * it is neither drawn nor refused in the catalogue's words. `file` lies below `folder`.
 */
export async function drawBothWays(test: TestServer, folder: string, file: string): Promise<boolean> {
  const form = new FormData()
  form.set('pdf', new Blob([readFileSync(join(folder, file))], { type: 'application/pdf' }), 'page.pdf')
  const made = await test.json('/v1/templates', { body: form })
  if (made.status !== 200) return expectCatalogued(file, made.status, made.body)
  const { id } = made.body.template
  const withKey = await test.send('/v1/previews', { body: { template_id: id, dpi: 72 } })
  if (withKey.status !== 200) return expectCatalogued(file, withKey.status, (await withKey.json()) as Coded)
  const width = Number(withKey.headers.get('x-service-preview-width'))
  const one = await pixelsOf(withKey)
  const published = await test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
  if (published.status !== 200) return expectCatalogued(file, published.status, published.body)
  const session = await test.json('/v1/embed/sessions', { body: { template_id: id } })
  const headers = { 'x-service-client-secret': session.body.client_secret as string }
  const body = { embed_session: session.body.embed_session.id }
  const fill = await test.json('/v1/embed/fills', { key: null, headers, body })
  expect(fill.status, file).to.be.oneOf([200, 201])
  const look = (w: number) =>
    test.send(`/v1/embed/fills/${fill.body.fill.id}/preview?w=${w}`, { key: null, headers })
  if (width <= WIDEST_PREVIEW) {
    const other = await pixelsOf(await look(width))
    expect([other.width, other.height], file).to.deep.equal([one.width, one.height])
    expect(Buffer.compare(Buffer.from(other.bytes), Buffer.from(one.bytes)), file).to.equal(0)
  } else expect((await pixelsOf(await look(WIDTH))).width, file).to.equal(WIDTH)
  return true
}

function expectCatalogued(file: string, status: number, { error }: Coded): false {
  const known = CATALOGUE[error.code as ErrorCode]
  expect(known?.status, `${file}: ${error.code}`).to.equal(status)
  expect(status, `${file}: ${error.code}`).to.be.lessThan(503)
  expect(status, `${file}: ${error.code}`).to.not.equal(500)
  return false
}
