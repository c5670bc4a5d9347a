/** The PDFs of renders, with a key or by a signed link. */
import { Type } from '@sinclair/typebox'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import { type Core, operation, pdf } from '../../http/operation.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import {
  contentDisposition,
  DOWNLOAD_QUERY,
  downloadName,
  FILENAME,
  NAME_PATTERN,
  plainName,
} from './filename.ts'

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
        'Content-Disposition': contentDisposition(disposition, await nameOf(core, download.render, query)),
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
  query: Type.Object(
    { ...SIGNED_QUERY, filename: Type.Optional(FILENAME), name_pattern: NAME_PATTERN },
    closed(),
  ),
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
          await nameOf(core, download.render, query),
        ),
        ...whileLinked(link.secondsLeft),
      },
    )
  },
})

/** Decision: a name beats a pattern, which a client may set for all of its downloads. */
async function nameOf(
  { service }: Pick<Core, 'service'>,
  render: RenderRecord,
  { filename, name_pattern: pattern }: { readonly filename?: string; readonly name_pattern?: string },
): Promise<string> {
  if (filename !== undefined) return filename
  if (pattern !== undefined) return plainName(await service.renders.fileName(render, pattern))
  const [template] = await service.templates.findMany(render.teamId, [render.templateId])
  return template === undefined ? render.id : downloadName(render, template)
}
