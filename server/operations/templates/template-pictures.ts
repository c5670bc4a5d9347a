/** The operations that draw a page of a template: as it is, and with what its press cannot print. */

import { Type } from '@sinclair/typebox'
import { fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../../core/engine/scene/content.ts'
import { findPage } from '../../../core/service/preview/check.ts'
import { type Core, operation, png } from '../../http/operation.ts'
import { DEFAULT_WIDTH, PAGE_AND_WIDTH } from '../previews/page-query.ts'
import { closed, ID_PARAM } from '../schema.ts'

const PRIVATE = { 'Cache-Control': 'private, no-cache' }
const SHARED = {
  ...({ tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const),
  method: 'get',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      ...PAGE_AND_WIDTH,
      revision: Type.Optional(
        Type.String({
          pattern: '^(published|latest|[1-9][0-9]{0,8})$',
          description: 'published (default), latest, or a revision number.',
        }),
      ),
    },
    closed(),
  ),
  replies: { 200: png },
} as const
const ERRORS = [
  'not_found',
  'no_saved_scene',
  'invalid_page',
  'renderer_not_configured',
  'preview_failed',
  'page_not_drawable',
  'overloaded',
] as const

interface AskedPage {
  readonly page?: number
  readonly w?: number
  readonly revision?: string
}

export const pictureTemplatePage = operation({
  ...SHARED,
  id: 'pictureTemplatePage',
  path: '/templates/{id}/page.png',
  summary: 'Draw a template page without values',
  errors: ERRORS,
  async handle({ service }, { teamId }, { params, query }, reply) {
    const asked = await askedPage(service, teamId, params.id, query)
    const shown = await service.previews.fill({ scope: teamId, ...asked, content: EMPTY_CONTENT })
    const body = {
      etag: shown.identity,
      async draw() {
        return { bytes: (await shown.see()).png, headers: {} }
      },
    }
    return reply(200, body, PRIVATE)
  },
})

export const pictureTemplateGamut = operation({
  ...SHARED,
  id: 'pictureTemplateGamut',
  path: '/templates/{id}/gamut.png',
  summary: 'Draw a template page with the colours marked that its press cannot print',
  errors: [...ERRORS, 'output_not_available'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const shown = await service.previews.gamut(await askedPage(service, teamId, params.id, query))
    const body = {
      etag: shown.identity,
      async draw() {
        const { png: bytes, ink } = await shown.see()
        const headers = {
          'X-Service-Out-Of-Gamut': String(ink.gamut?.percent ?? 0),
          'X-Service-Ink-Coverage': String(ink.process.percent),
          'X-Service-Ink-Limit': String(ink.limit ?? 400),
        }
        return { bytes, headers }
      },
    }
    return reply(200, body, PRIVATE)
  },
})

async function askedPage(service: Core['service'], teamId: string, id: string, query: AskedPage) {
  const revision = await namedRevision(service, teamId, id, query.revision ?? 'published')
  const page = findPage(revision, query.page ?? 0)
  return { revision, page, size: fittedSize(page, query.w ?? DEFAULT_WIDTH) }
}

async function namedRevision(service: Core['service'], teamId: string, id: string, name: string) {
  if (name === 'published' || name === 'latest')
    return (await service.templates.retrieve(teamId, id, name === 'latest')).revision
  return (await service.templates.savedScene(teamId, id, Number(name))).revision
}
