/** Signed links: files without a key, for whoever holds the link. */
import { Type } from '@sinclair/typebox'
import { type AnyOperation, operation, pdf } from '../http/operation.ts'
import { contentDisposition } from './filename.ts'
import { closed, ID_PARAM } from './schema.ts'

const PART = Type.Optional(Type.String({ maxLength: 200 }))

const readSignedRender = operation({
  id: 'readSignedRender',
  method: 'get',
  path: '/files/renders/{id}.pdf',
  prefix: '',
  tag: 'Files',
  summary: 'Read the PDF of a render by the signed link that the render carries.',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
  params: ID_PARAM,
  query: Type.Object({ v: PART, exp: PART, d: PART, kid: PART, sig: PART }, closed()),
  replies: { 200: pdf },
  errors: [
    'signed_url_invalid',
    'signed_url_expired',
    'render_not_ready',
    'not_found',
    'range_not_satisfiable',
  ],
  async handle(core, _caller, { params, query }, reply) {
    const link = await core.links.readRender(params.id, query)
    const download = await core.service.renders.download(link.teamId, params.id)
    return reply(
      200,
      { ...download, etag: download.sha256 },
      {
        'Content-Disposition': contentDisposition(link.disposition, params.id),
        'Cache-Control': `private, max-age=${link.secondsLeft}, no-transform`,
      },
    )
  },
})

export const FILE_OPERATIONS: readonly AnyOperation[] = [readSignedRender]
