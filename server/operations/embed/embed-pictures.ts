/** The operations on a customer's own pictures, with the client secret of the session. */
import { Type } from '@sinclair/typebox'
import { operation } from '../../http/operation.ts'
import { pictureReply } from '../fills/fill-pictures.ts'
import {
  ONE_PICTURE,
  PICTURE_BODY,
  PICTURE_ERRORS,
  PICTURE_PARAMS,
  PICTURE_UPLOAD,
  PICTURES,
  pictureWire,
} from '../fills/picture-wire.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { CLOSED_ERRORS, FILL_ERRORS, SECRET_QUERY } from './embed-fills.ts'
import { callingSession } from './page.ts'

const SHARED = {
  tag: 'Embed fills',
  stability: 'beta',
  auth: 'session',
  scope: null,
  limit: 'session',
} as const
const QUERY = Type.Object(SECRET_QUERY, closed())

export const uploadEmbedPicture = operation({
  ...SHARED,
  id: 'uploadEmbedPicture',
  method: 'post',
  path: '/embed/fills/{id}/pictures',
  summary: 'Upload an image for an image field',
  params: ID_PARAM,
  query: QUERY,
  multipart: PICTURE_UPLOAD,
  body: PICTURE_BODY,
  replies: { 201: ONE_PICTURE },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS, ...PICTURE_ERRORS],
  async handle(core, caller, { params, body, upload }, reply) {
    const session = callingSession(caller)
    const { id } = await core.service.sessions.uploadPicture({
      ...{ session, fillId: params.id, fieldKey: body.field, upload, note: caller.note },
      count: caller.countPicture,
    })
    return reply(201, await pictureReply(core, session.teamId, params.id, id))
  },
  async recall(core, caller, { params }, reply, { id }) {
    return reply(201, await pictureReply(core, callingSession(caller).teamId, params.id, id))
  },
})

export const listEmbedPictures = operation({
  ...SHARED,
  id: 'listEmbedPictures',
  method: 'get',
  path: '/embed/fills/{id}/pictures',
  summary: 'List the uploaded images of a session',
  params: ID_PARAM,
  query: QUERY,
  replies: { 200: PICTURES },
  errors: CLOSED_ERRORS,
  async handle({ service, links }, caller, { params }, reply) {
    const session = callingSession(caller)
    const { fill, pictures } = await service.sessions.pictures({ session, fillId: params.id })
    return reply(200, { pictures: pictures.map((picture) => pictureWire(picture, fill, links)) })
  },
})

export const deleteEmbedPicture = operation({
  ...SHARED,
  id: 'deleteEmbedPicture',
  method: 'delete',
  path: '/embed/fills/{id}/pictures/{picture}',
  summary: 'Erase an uploaded image that no field shows',
  params: PICTURE_PARAMS,
  query: QUERY,
  replies: { 200: PICTURES },
  errors: [...CLOSED_ERRORS, ...FILL_ERRORS],
  async handle({ service, links }, caller, { params }, reply) {
    const session = callingSession(caller)
    await service.sessions.removePicture({ session, fillId: params.id, pictureId: params.picture })
    const { fill, pictures } = await service.sessions.pictures({ session, fillId: params.id })
    return reply(200, { pictures: pictures.map((picture) => pictureWire(picture, fill, links)) })
  },
})
