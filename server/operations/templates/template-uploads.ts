/** Uploads of artwork while they are read: the steps of one, and those of the team. */
import { type Static, Type } from '@sinclair/typebox'
import type { UploadProgress } from '../../../core/service/template/upload-progress.ts'
import { UPLOAD_STATUSES, UPLOAD_STEPS } from '../../../core/service/template/upload-steps.ts'
import { operation } from '../../http/operation.ts'
import { closed, ID_PARAM, literals, NULLABLE_TEXT, nullable } from '../schema.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const

const PROGRESS = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('template_upload'),
    status: literals(UPLOAD_STATUSES),
    step: literals(UPLOAD_STEPS, { description: 'Last step that was reached.' }),
    template_id: NULLABLE_TEXT,
    error: nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Also null for internal errors.', ...closed() },
      ),
    ),
  },
  { title: 'TemplateUpload', additionalProperties: false },
)

export const retrieveTemplateUpload = operation({
  ...SHARED,
  id: 'retrieveTemplateUpload',
  method: 'get',
  path: '/template_uploads/{id}',
  summary: 'Retrieve the progress of an upload',
  scope: 'templates:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ upload: PROGRESS }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { upload: uploadWire(service.templates.progress(teamId, params.id)) })
  },
})

/** Decision: an answer before the file has arrived, too, where the operation for a single upload answers 404. */
export const listTemplateUploads = operation({
  ...SHARED,
  id: 'listTemplateUploads',
  method: 'get',
  path: '/template_uploads',
  summary: 'List the uploads of the last hour',
  scope: 'templates:read',
  replies: { 200: Type.Object({ data: Type.Array(PROGRESS), has_more: Type.Boolean() }, closed()) },
  errors: [],
  async handle({ service }, { teamId }, _input, reply) {
    return reply(200, { data: service.templates.uploads(teamId).map(uploadWire), has_more: false })
  },
})

function uploadWire({ id, status, step, templateId, error }: UploadProgress): Static<typeof PROGRESS> {
  return { id, object: 'template_upload', status, step, template_id: templateId, error }
}
