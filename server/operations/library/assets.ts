/** The operations on the pictures of the catalogue. */
import { Type } from '@sinclair/typebox'
import type { PictureForm } from '../../../core/service/asset/assets.ts'
import { type AnyOperation, operation, webp } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, METADATA } from '../schema.ts'
import { SIGNED, SIGNED_QUERY, whileLinked } from '../signed.ts'
import { ASSET, assetWire } from './asset-wire.ts'

const SHARED = { tag: 'Assets', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
/** Decision: a picture of 40 megapixels is smaller than this in every form that cameras and programs write. */
const MAX_BYTES = 40 * 1024 * 1024

const NAME = Type.String({ minLength: 1, maxLength: 200, examples: ['Oak leaf'] })
const TAG = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$', examples: ['ornaments'] })
const TAGS = Type.Array(TAG, {
  maxItems: 20,
  uniqueItems: true,
  description: 'Tags by which image fields select images.',
})
const YES = Type.Optional(Type.Literal(true))

export const listAssets = operation({
  ...SHARED,
  id: 'listAssets',
  method: 'get',
  path: '/assets',
  summary: 'List images',
  scope: 'assets:read',
  query: Type.Object(
    {
      tag: Type.Optional(TAG),
      archived: Type.Optional(Type.Literal('true', { description: 'Only archived images.' })),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(ASSET) },
  errors: ['invalid_cursor'],
  async handle({ service, links }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.assets.find(teamId, id))
    const filter = {
      ...(query.tag === undefined ? {} : { tag: query.tag }),
      ...(query.archived === undefined ? {} : { archived: true as const }),
    }
    const { items, hasMore } = await service.assets.list(teamId, filter, page)
    const data = items.map((asset) => assetWire(asset, links))
    return reply(200, listWire(data, hasMore))
  },
})

export const uploadAsset = operation({
  ...SHARED,
  id: 'uploadAsset',
  method: 'post',
  path: '/assets',
  summary: 'Upload an image (PNG, JPEG or WebP) for image fields',
  needsSubscription: true,
  scope: 'assets:write',
  multipart: {
    file: 'file',
    mediaType: 'image/*',
    description: 'The image: at most 40 MB, 40 million pixels and 12 000 on a side.',
    maxBytes: MAX_BYTES,
    json: ['tags', 'metadata'],
  },
  body: Type.Object(
    {
      name: Type.Optional(NAME),
      label: Type.Optional(NAME),
      tags: Type.Optional(TAGS),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: {
    200: Type.Object({ asset: ASSET, deduplicated: YES, restored: YES }, closed()),
    201: Type.Object({ asset: ASSET }, closed()),
  },
  errors: ['invalid_image', 'image_too_complex', 'renderer_not_configured'],
  async handle({ service, links }, caller, { body, upload }, reply) {
    const { asset, ...flags } = await service.assets.upload({
      ...inTeam(caller),
      upload: {
        ...upload,
        name: body.name ?? null,
        label: body.label ?? null,
        tags: body.tags ?? null,
        metadata: body.metadata ?? null,
      },
    })
    const wire = assetWire(asset, links)
    if (flags.deduplicated || flags.restored) return reply(200, { asset: wire, ...flags })
    return reply(201, { asset: wire })
  },
})

export const retrieveAsset = operation({
  ...SHARED,
  id: 'retrieveAsset',
  method: 'get',
  path: '/assets/{id}',
  summary: 'Retrieve an image',
  scope: 'assets:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ asset: ASSET }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, { teamId }, { params }, reply) {
    return reply(200, { asset: assetWire(await service.assets.find(teamId, params.id), links) })
  },
})

export const changeAsset = operation({
  ...SHARED,
  id: 'changeAsset',
  method: 'patch',
  path: '/assets/{id}',
  summary: 'Update the name, label, tags or metadata of an image',
  scope: 'assets:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      name: Type.Optional(NAME),
      label: Type.Optional(NAME),
      tags: Type.Optional(TAGS),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ asset: ASSET }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, caller, { params, body }, reply) {
    const asset = await service.assets.change({ ...ofRecord(caller, params.id), changes: body })
    return reply(200, { asset: assetWire(asset, links) })
  },
})

export const archiveAsset = operation({
  ...SHARED,
  id: 'archiveAsset',
  method: 'delete',
  path: '/assets/{id}',
  summary: 'Archive an image',
  scope: 'assets:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ asset: ASSET }, closed()) },
  errors: ['not_found'],
  async handle({ service, links }, caller, { params }, reply) {
    const asset = await service.assets.archive(ofRecord(caller, params.id))
    return reply(200, { asset: assetWire(asset, links) })
  },
})

export const readSignedAsset = signedPicture(
  'readSignedAsset',
  'screen',
  '/files/assets/{id}.webp',
  'Download an image by its signed link',
)
export const readSignedThumbnail = signedPicture(
  'readSignedThumbnail',
  'thumbnail',
  '/files/thumbnails/{id}.webp',
  'Download a thumbnail by its signed link',
)

/** Decision: readable by pages of any origin, like images; a link works for an hour. */
function signedPicture(id: string, form: PictureForm, path: string, summary: string): AnyOperation {
  return operation({
    ...SIGNED,
    id,
    path,
    summary,
    params: ID_PARAM,
    query: Type.Object(SIGNED_QUERY, closed()),
    replies: { 200: webp },
    errors: ['signed_url_invalid', 'signed_url_expired', 'not_found', 'range_not_satisfiable'],
    async handle({ service, links }, _caller, { params, query }, reply) {
      const link = await links.readAsset(params.id, form, query)
      const file = await service.assets.open(link.teamId, params.id, form)
      return reply(
        200,
        { ...file, etag: file.sha256 },
        {
          'Content-Disposition': `${link.disposition}; filename="${params.id}.webp"`,
          ...whileLinked(link.secondsLeft),
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      )
    },
  })
}
