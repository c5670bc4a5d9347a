/** The operation that copies a template. */
import { Type } from '@sinclair/typebox'
import type { Language } from '../../../core/engine/finding/sentence.ts'
import { LONGEST_TITLE } from '../../../core/service/template/copy-template.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { SCENE_SUMMARY, sceneSummaryWire, TEMPLATE, templateWire } from './template-wire.ts'

const SUFFIXES: Readonly<Record<Language, string>> = { en: '(copy)', de: '(Kopie)' }

export const copyTemplate = operation({
  tag: 'Templates',
  auth: 'secret',
  limit: 'key',
  stability: 'beta',
  needsSubscription: true,
  id: 'copyTemplate',
  method: 'post',
  path: '/templates/{id}/copy',
  summary: 'Copy the newest revision of a template as a new draft',
  scope: 'templates:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      title: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LONGEST_TITLE,
          description: 'Default: the title of the original with “(copy)”.',
        }),
      ),
    },
    closed(),
  ),
  replies: {
    201: Type.Object(
      { template: TEMPLATE, scene: SCENE_SUMMARY, revision: Type.Integer({ minimum: 1 }) },
      closed(),
    ),
  },
  errors: ['not_found', 'no_saved_scene', 'template_limit_exceeded'],
  async handle({ service, links }, caller, { params, body }, reply) {
    const copied = await service.templates.copy({
      ...ofRecord(caller, params.id),
      title: body.title?.normalize('NFC').trim() || null,
      suffix: SUFFIXES[caller.language ?? 'en'],
      note: caller.note,
    })
    return reply(201, {
      template: templateWire(copied, links, caller.language),
      scene: sceneSummaryWire(copied.revision),
      revision: copied.revision.revision,
    })
  },
  async recall({ service, links }, caller, _input, reply, { id }) {
    const copied = await service.templates.retrieve(caller.teamId, id, true)
    return reply(201, {
      template: templateWire(copied, links, caller.language),
      scene: sceneSummaryWire(copied.revision),
      revision: copied.revision.revision,
    })
  },
})
