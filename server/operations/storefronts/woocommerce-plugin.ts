/** The archive of the WordPress plugin, made from the files of this installation: the console offers it where a shop connects. */
import { createHash } from 'node:crypto'
import { makeArchive, SLUG } from '../../../adapters/woocommerce/plugin-archive.ts'
import { operation, zipFile } from '../../http/operation.ts'
import { contentDisposition } from '../renders/filename.ts'

export const downloadWooCommercePlugin = operation({
  id: 'downloadWooCommercePlugin',
  method: 'get',
  path: '/console/woocommerce_plugin',
  tag: 'Console',
  summary: 'Download the WordPress plugin',
  stability: 'beta',
  auth: 'console',
  scope: null,
  limit: 'key',
  replies: { 200: zipFile },
  errors: [],
  async handle(_core, _caller, _input, reply) {
    const archive = await makeArchive()
    return reply(
      200,
      {
        sizeBytes: archive.length,
        etag: createHash('sha256').update(archive).digest('hex'),
        async *read({ start, end }) {
          yield archive.subarray(start, end)
        },
      },
      { 'Content-Disposition': contentDisposition('attachment', SLUG, 'zip') },
    )
  },
})
