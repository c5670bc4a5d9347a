/** The operation that previews a customer's unsaved changes and stores nothing. */

import { Type } from '@sinclair/typebox'
import { operation, png } from '../../http/operation.ts'
import { CLOSED_ERRORS, FILL_ERRORS, SECRET_QUERY } from '../embed/embed-fills.ts'
import { callingSession } from '../embed/page.ts'
import { CONTENT, CONTENT_ERRORS, contentOf } from '../fills/fill-input.ts'
import { given } from '../given.ts'
import { closed, ID_PARAM } from '../schema.ts'
import {
  DRAWING_ERRORS,
  LABEL_LOCALE,
  PRIVATE,
  pictureBody,
  pictureHeaders,
  SIZE_ERRORS,
  viewOf,
} from './picture-reply.ts'

/** Decision: sizes out of range are 422 here as they are in the query of the other preview. */
const VIEW = {
  page: Type.Optional(Type.Number({ description: 'Page, counted from 0. Default: 0.' })),
  w: Type.Optional(Type.Number({ description: 'Width in CSS pixels, 1 to 2560. Default: 880.' })),
  dpr: Type.Optional(Type.Number({ description: 'Device pixel ratio, 0.5 to 4. Default: 1.' })),
  locale: Type.Optional(LABEL_LOCALE),
}

export const previewTypedFill = operation({
  id: 'previewTypedFill',
  method: 'post',
  path: '/embed/fills/{id}/preview',
  tag: 'Embed fills',
  summary: 'Preview a page of a fill with unsaved changes',
  stability: 'beta',
  auth: 'session',
  scope: null,
  limit: 'typing',
  keepsNothing: true,
  params: ID_PARAM,
  query: Type.Object(SECRET_QUERY, closed()),
  body: Type.Object({ ...CONTENT, ...VIEW }, closed()),
  replies: { 200: png },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS, ...CONTENT_ERRORS, ...SIZE_ERRORS, ...DRAWING_ERRORS],
  async handle({ service }, caller, { params, body }, reply) {
    const { fill, revision, content } = await service.sessions.tryFill({
      session: callingSession(caller),
      fillId: params.id,
      patch: contentOf(body),
    })
    const { page, w, dpr, locale } = body
    const asked = given({ page, w, dpr })
    const view = viewOf(revision, asked)
    const shown = await service.previews.fill({
      ...{ scope: fill.id, revision, content, ...view, keeps: false },
      ...(locale === undefined ? {} : { locale }),
    })
    return reply(200, pictureBody(shown), pictureHeaders(shown, PRIVATE))
  },
})
