/** The operations on the pictures of a fill for the shop's server, and the link that shows one. */
import { Type } from '@sinclair/typebox'
import { notFound } from '../../../core/errors.ts'
import { type Core, operation, picture } from '../../http/operation.ts'
import { closed, ID_PARAM } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import {
  ONE_PICTURE,
  PICTURE_BODY,
  PICTURE_ERRORS,
  PICTURE_PARAMS,
  PICTURE_UPLOAD,
  PICTURES,
  pictureWire,
} from './picture-wire.ts'

const SHARED = { tag: 'Fills', auth: 'secret', limit: 'key', stability: 'beta' } as const
const CLOSED = ['not_found', 'fill_not_open', 'fill_expired'] as const

export const uploadFillPicture = operation({
  ...SHARED,
  id: 'uploadFillPicture',
  method: 'post',
  path: '/fills/{id}/pictures',
  summary: "Upload a customer's image for an image field",
  scope: 'fills:write',
  params: ID_PARAM,
  multipart: PICTURE_UPLOAD,
  body: PICTURE_BODY,
  replies: { 201: ONE_PICTURE },
  errors: [...CLOSED, ...PICTURE_ERRORS],
  async handle(core, { teamId, note }, { params, body, upload }, reply) {
    const picture = await core.service.fills.uploadPicture({
      ...{ teamId, id: params.id, fieldKey: body.field, upload, note },
    })
    return reply(201, await pictureReply(core, teamId, params.id, picture.id))
  },
  async recall(core, { teamId }, { params }, reply, { id }) {
    return reply(201, await pictureReply(core, teamId, params.id, id))
  },
})

export const retrieveFillPictures = operation({
  ...SHARED,
  id: 'retrieveFillPictures',
  method: 'get',
  path: '/fills/{id}/pictures',
  summary: 'List the images that a customer uploaded',
  scope: 'fills:read',
  params: ID_PARAM,
  replies: { 200: PICTURES },
  errors: ['not_found'],
  async handle({ service, links }, { teamId }, { params }, reply) {
    const { fill, pictures } = await service.fills.pictures({ teamId, id: params.id })
    return reply(200, { pictures: pictures.map((picture) => pictureWire(picture, fill, links)) })
  },
})

export const deleteFillPicture = operation({
  ...SHARED,
  id: 'deleteFillPicture',
  method: 'delete',
  path: '/fills/{id}/pictures/{picture}',
  summary: 'Erase an image that no field shows',
  scope: 'fills:write',
  params: PICTURE_PARAMS,
  replies: { 200: PICTURES },
  errors: CLOSED,
  async handle({ service, links }, { teamId }, { params }, reply) {
    await service.fills.removePicture({ teamId, id: params.id, pictureId: params.picture })
    const { fill, pictures } = await service.fills.pictures({ teamId, id: params.id })
    return reply(200, { pictures: pictures.map((picture) => pictureWire(picture, fill, links)) })
  },
})

/** As it is after the upload, however often the same upload was sent. Throws `not_found`. */
export async function pictureReply(core: Core, teamId: string, fillId: string, pictureId: string) {
  const { fill, pictures } = await core.service.fills.pictures({ teamId, id: fillId })
  const picture = pictures.find(({ id }) => id === pictureId)
  if (picture === undefined) throw notFound('picture')
  return { picture: pictureWire(picture, fill, core.links) }
}

/** Decision: as of images of the library, readable by pages of any origin; a link works for an hour. */
export const readSignedOwnPicture = operation({
  ...SIGNED,
  id: 'readSignedOwnPicture',
  path: '/files/pictures/{id}',
  summary: "Download a customer's image by its signed link",
  params: ID_PARAM,
  query: Type.Object(SIGNED_QUERY, closed()),
  replies: { 200: picture },
  errors: ['signed_url_invalid', 'signed_url_expired', 'not_found', 'range_not_satisfiable'],
  async handle({ service, links }, _caller, { params, query }, reply) {
    const link = await links.readOwnPicture(params.id, query)
    const file = await service.fills.openPicture(link.teamId, params.id)
    return reply(
      200,
      { ...file, etag: file.sha256, mediaType: `image/${file.format}` },
      {
        'Content-Disposition': `${link.disposition}; filename="${params.id}.${file.format}"`,
        // Decision: in no cache that outlives the picture.
        ...whileLinked(Math.min(300, link.secondsLeft)),
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    )
  },
})
