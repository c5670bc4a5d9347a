/** The PDFs of renders, with a key or by a signed link. */
import { Type } from '@sinclair/typebox'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import { type Core, operation, pdf } from '../../http/operation.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import { contentDisposition, DOWNLOAD_QUERY, downloadName, FILENAME } from './filename.ts'

export const downloadRender = operation({
  id: 'downloadRender',
  method: 'get',
  path: '/renders/{id}/download',
  tag: 'Renders',
  summary: 'Download the PDF of a render',
  stability: 'beta',
  auth: 'secret',
  scope: 'renders:read',
  limit: 'key',
  params: ID_PARAM,
  query: DOWNLOAD_QUERY,
  replies: { 200: pdf },
  errors: ['not_found', 'render_not_ready', 'range_not_satisfiable'],
  async handle(core, caller, { params, query }, reply) {
    const download = await core.service.renders.download(caller.teamId, params.id)
    const disposition = query.inline === '1' ? 'inline' : 'attachment'
    return reply(
      200,
      { ...download, etag: download.sha256 },
      {
        'Content-Disposition': contentDisposition(
          disposition,
          query.filename ?? (await nameOf(core, download.render)),
        ),
      },
    )
  },
})

export const readSignedRender = operation({
  ...SIGNED,
  id: 'readSignedRender',
  path: '/files/renders/{id}.pdf',
  summary: 'Download the PDF of a render by its signed link',
  params: ID_PARAM,
  // Decision: the name is not part of the signature; a client with the link can choose it.
  query: Type.Object({ ...SIGNED_QUERY, filename: Type.Optional(FILENAME) }, closed()),
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
        'Content-Disposition': contentDisposition(
          link.disposition,
          query.filename ?? (await nameOf(core, download.render)),
        ),
        ...whileLinked(link.secondsLeft),
      },
    )
  },
})

async function nameOf({ service }: Pick<Core, 'service'>, render: RenderRecord): Promise<string> {
  const [template] = await service.templates.findMany(render.teamId, [render.templateId])
  return template === undefined ? render.id : downloadName(render, template)
}
