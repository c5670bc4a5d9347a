/** The operations on deliveries to hot folders. */
import { Type } from '@sinclair/typebox'
import { FOLDER_OUTCOMES } from '../../../core/service/folder/delivery.ts'
import { operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals } from '../schema.ts'
import { folderDeliveryWire, HOT_FOLDER_DELIVERY } from './hot-folder-wire.ts'

const SHARED = { tag: 'Hot folder deliveries', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const DELIVERY_PARAMS = Type.Object(
  { ...ID_PARAM.properties, delivery_id: Type.String({ minLength: 1, maxLength: 100 }) },
  closed(),
)

export const listHotFolderDeliveries = operation({
  ...SHARED,
  id: 'listHotFolderDeliveries',
  method: 'get',
  path: '/hot_folders/{id}/deliveries',
  summary: 'List deliveries to a hot folder',
  scope: 'hot_folders:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      ...pageQuery(DEFAULT_LIMIT),
      render_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      outcome: Type.Optional(literals(FOLDER_OUTCOMES)),
    },
    closed(),
  ),
  replies: { 200: listOf(HOT_FOLDER_DELIVERY) },
  errors: ['not_found', 'invalid_cursor'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) =>
      service.hotFolders.delivery(teamId, params.id, id),
    )
    const filter = given({ renderId: query.render_id, outcome: query.outcome })
    const { items, hasMore } = await service.hotFolders.deliveries({
      teamId,
      hotFolderId: params.id,
      filter,
      page,
    })
    return reply(200, listWire(items.map(folderDeliveryWire), hasMore))
  },
})

export const retrieveHotFolderDelivery = operation({
  ...SHARED,
  id: 'retrieveHotFolderDelivery',
  method: 'get',
  path: '/hot_folders/{id}/deliveries/{delivery_id}',
  summary: 'Retrieve a delivery to a hot folder',
  scope: 'hot_folders:read',
  params: DELIVERY_PARAMS,
  replies: { 200: Type.Object({ delivery: HOT_FOLDER_DELIVERY }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const delivery = await service.hotFolders.delivery(teamId, params.id, params.delivery_id)
    return reply(200, { delivery: folderDeliveryWire(delivery) })
  },
})

export const retryHotFolderDelivery = operation({
  ...SHARED,
  id: 'retryHotFolderDelivery',
  method: 'post',
  path: '/hot_folders/{id}/deliveries/{delivery_id}/retry',
  summary: 'Retry a failed delivery or release a held one',
  scope: 'hot_folders:write',
  params: DELIVERY_PARAMS,
  replies: { 200: Type.Object({ delivery: HOT_FOLDER_DELIVERY }, closed()) },
  errors: ['not_found', 'delivery_already_succeeded', 'delivery_in_progress', 'delivery_skipped'],
  async handle(core, caller, { params }, reply) {
    const { id, delivery_id } = params
    const { teamId, note } = caller
    const delivery = await core.service.hotFolders.retry({
      teamId,
      hotFolderId: id,
      id: delivery_id,
      actor: actorOf(caller),
      note,
    })
    return reply(200, { delivery: folderDeliveryWire(delivery) })
  },
  async recall({ service }, { teamId }, { params }, reply, { id }) {
    const delivery = await service.hotFolders.delivery(teamId, params.id, id)
    return reply(200, { delivery: folderDeliveryWire(delivery) })
  },
})
