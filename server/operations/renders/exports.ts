/** The operations on archives of print files: a link to one, and the archive itself by that link. */
import { Type } from '@sinclair/typebox'
import { EXPORT_SKIPS, MOST_JOBS } from '../../../core/service/folder/deliver/archive.ts'
import { checkPattern } from '../../../core/service/folder/file-name.ts'
import { operation, zip } from '../../http/operation.ts'
import { EXPORT_LINK_SECONDS } from '../links.ts'
import { closed, ID_PARAM, literals, nullable } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import { TIME, timeWire } from '../time-wire.ts'
import { contentDisposition, NAME_PATTERN } from './filename.ts'

/** Ids, so that one address names all that is asked for; `MOST_JOBS` of them. */
const IDS = Type.Optional(
  Type.String({
    pattern: `^[\\w-]{1,64}(,[\\w-]{1,64}){0,${MOST_JOBS - 1}}$`,
    description: `Up to ${MOST_JOBS} ids, separated by commas.`,
  }),
)
const idsOf = (list = '') => (list === '' ? [] : [...new Set(list.split(','))])

export const retrieveExport = operation({
  tag: 'Renders',
  stability: 'beta',
  auth: 'secret',
  limit: 'key',
  id: 'retrieveExport',
  method: 'get',
  path: '/exports',
  summary: 'Export up to 100 print files as a ZIP',
  scope: 'renders:read',
  query: Type.Object({ fill_ids: IDS, render_ids: IDS, name_pattern: NAME_PATTERN }, closed()),
  replies: {
    200: Type.Object(
      {
        export: Type.Object(
          {
            object: Type.Literal('export'),
            jobs: Type.Integer({ minimum: 0 }),
            pdf_bytes: Type.Integer({ minimum: 0, description: 'Total size of the print files.' }),
            download_url: nullable(Type.String({ description: 'Null if there is nothing to download.' })),
            expires_at: TIME,
            skipped: Type.Array(
              Type.Object({ id: Type.String(), reason: literals(EXPORT_SKIPS) }, closed()),
              { description: 'Requested ids without a print file.' },
            ),
          },
          { title: 'Export', ...closed() },
        ),
      },
      closed(),
    ),
  },
  errors: [],
  async handle({ service, links, now }, { teamId }, { query }, reply) {
    const wanted = { fillIds: idsOf(query.fill_ids), renderIds: idsOf(query.render_ids) }
    const { name_pattern: pattern } = query
    if (pattern !== undefined) checkPattern(pattern)
    const { renders, skipped } = await service.renders.planExport(teamId, wanted)
    return reply(200, {
      export: {
        object: 'export',
        jobs: renders.length,
        pdf_bytes: renders.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        download_url:
          renders.length === 0
            ? null
            : links.exportUrl(
                renders.map(({ id }) => id),
                pattern,
              ),
        expires_at: timeWire(now() + EXPORT_LINK_SECONDS * 1000),
        skipped: skipped.map((one) => ({ ...one })),
      },
    })
  },
})

export const readSignedExport = operation({
  ...SIGNED,
  id: 'readSignedExport',
  path: '/files/exports/{id}.zip',
  summary: 'Download an export by its signed link',
  params: ID_PARAM,
  query: Type.Object(
    {
      r: Type.Optional(Type.String({ maxLength: 10_000 })),
      n: NAME_PATTERN,
      ...SIGNED_QUERY,
    },
    closed(),
  ),
  replies: { 200: zip },
  errors: ['signed_url_invalid', 'signed_url_expired', 'not_found', 'overloaded'],
  async handle({ service, links, archives, now }, _caller, { params, query }, reply) {
    const { teamId, renderIds, namePattern, secondsLeft } = await links.readExport(params.id, query)
    const entries = await service.renders.openArchive(teamId, renderIds, namePattern)
    return reply(
      200,
      { open: () => archives.open(teamId, entries) },
      {
        'Content-Disposition': contentDisposition(
          'attachment',
          `print-files-${timeWire(now()).slice(0, 10)}`,
          'zip',
        ),
        ...whileLinked(secondsLeft),
      },
    )
  },
})
