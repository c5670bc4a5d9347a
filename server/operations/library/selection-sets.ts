/** The operations on selection sets. */

import { type Static, Type } from '@sinclair/typebox'
import { composed } from '../../../core/engine/text/plain-text.ts'
import type { SelectionSetRecord } from '../../../core/service/selection/selection-set.ts'
import type { OptionDraft } from '../../../core/service/selection/selection-sets.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const SHARED = { tag: 'Selection sets', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50

const NAME = Type.String({ minLength: 1, maxLength: 200, examples: ['Paper sizes'] })
const OPTION = Type.Object(
  { value: Type.String(), label: Type.String(), disabled: Type.Boolean(), asset_id: NULLABLE_TEXT },
  closed(),
)
const OPTION_DRAFT = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 500, description: 'Value that fills store.' }),
    label: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Printed text. It cannot change for an existing value.',
    }),
    disabled: Type.Optional(Type.Boolean({ description: 'Shown but not selectable.' })),
    asset_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  },
  closed(),
)
const OPTIONS = Type.Array(OPTION_DRAFT, {
  maxItems: 1000,
  description: 'In display order. Fills with a removed option still print it.',
})

export const SELECTION_SET = Type.Object(
  {
    id: Type.String({ examples: ['sel_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('selection_set'),
    name: Type.String(),
    options: Type.Array(OPTION),
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    archived_at: nullable(TIME),
  },
  { title: 'SelectionSet', additionalProperties: false },
)

function setWire(set: SelectionSetRecord): Static<typeof SELECTION_SET> {
  return {
    id: set.id,
    object: 'selection_set',
    name: set.name,
    options: set.options
      .filter(({ retired }) => !retired)
      .map(({ value, label, disabled, assetId }) => ({ value, label, disabled, asset_id: assetId })),
    metadata: { ...set.metadata },
    created_at: timeWire(set.createdAt),
    updated_at: timeWire(set.updatedAt),
    archived_at: optionalTime(set.archivedAt),
  }
}

/** In the Unicode form in which values are compared. */
function draftsOf(options: Static<typeof OPTIONS>): readonly OptionDraft[] {
  return options.map(({ value, label, disabled = false, asset_id = null }) => ({
    value: composed(value),
    label: composed(label),
    disabled,
    assetId: asset_id,
  }))
}

export const listSelectionSets = operation({
  ...SHARED,
  id: 'listSelectionSets',
  method: 'get',
  path: '/selection_sets',
  summary: 'List selection sets',
  scope: 'selection_sets:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(SELECTION_SET) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.selectionSets.find(teamId, id))
    const { items, hasMore } = await service.selectionSets.list(teamId, page)
    return reply(200, listWire(items.map(setWire), hasMore))
  },
})

export const createSelectionSet = operation({
  ...SHARED,
  id: 'createSelectionSet',
  method: 'post',
  path: '/selection_sets',
  summary: 'Create a selection set, a list of options for selection fields',
  scope: 'selection_sets:write',
  body: Type.Object({ name: NAME, options: OPTIONS, metadata: Type.Optional(METADATA) }, closed()),
  replies: { 201: Type.Object({ selection_set: SELECTION_SET }, closed()) },
  errors: [],
  async handle({ service }, caller, { body }, reply) {
    const { name, options, metadata = {} } = body
    const draft = { name, options: draftsOf(options), metadata }
    const set = await service.selectionSets.create({ ...inTeam(caller), draft })
    return reply(201, { selection_set: setWire(set) })
  },
  async recall({ service }, { teamId }, _input, reply, { id }) {
    return reply(201, { selection_set: setWire(await service.selectionSets.find(teamId, id)) })
  },
})

export const retrieveSelectionSet = operation({
  ...SHARED,
  id: 'retrieveSelectionSet',
  method: 'get',
  path: '/selection_sets/{id}',
  summary: 'Retrieve a selection set',
  scope: 'selection_sets:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ selection_set: SELECTION_SET }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { selection_set: setWire(await service.selectionSets.find(teamId, params.id)) })
  },
})

export const changeSelectionSet = operation({
  ...SHARED,
  id: 'changeSelectionSet',
  method: 'patch',
  path: '/selection_sets/{id}',
  summary: 'Update a selection set',
  scope: 'selection_sets:write',
  params: ID_PARAM,
  body: Type.Object(
    { name: Type.Optional(NAME), options: Type.Optional(OPTIONS), metadata: Type.Optional(METADATA) },
    closed(),
  ),
  replies: { 200: Type.Object({ selection_set: SELECTION_SET }, closed()) },
  errors: ['not_found'],
  async handle({ service }, caller, { params, body }, reply) {
    const { options, ...plain } = body
    const changes = { ...plain, ...(options === undefined ? {} : { options: draftsOf(options) }) }
    const set = await service.selectionSets.change({ ...ofRecord(caller, params.id), changes })
    return reply(200, { selection_set: setWire(set) })
  },
})

export const archiveSelectionSet = operation({
  ...SHARED,
  id: 'archiveSelectionSet',
  method: 'delete',
  path: '/selection_sets/{id}',
  summary: 'Archive a selection set',
  scope: 'selection_sets:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ selection_set: SELECTION_SET }, closed()) },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    const set = await service.selectionSets.archive(ofRecord(caller, params.id))
    return reply(200, { selection_set: setWire(set) })
  },
})
