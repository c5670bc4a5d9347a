/** The operations on output profiles. */
import { Type } from '@sinclair/typebox'
import { MAX_OUTPUT_PROFILE_BYTES } from '../../../core/engine/pdf/space/output-profile.ts'
import type { ProfileRecord } from '../../../core/service/color/profile-record.ts'
import { type Core, operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, METADATA } from '../schema.ts'
import { PROFILE, profileWire } from './profile-wire.ts'

const SHARED = { tag: 'Profiles', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50
const YES = Type.Optional(Type.Literal(true))

const NAME = Type.Optional(
  Type.String({
    pattern: '^\\P{Cc}{1,200}$',
    description: 'Name of the printing condition. Default: the name in the profile.',
    examples: ['Coated sheet-fed, 115 g'],
  }),
)
const CONDITION = Type.Optional(
  Type.String({
    pattern: '^[!-~]{1,100}$',
    description: 'Identifier of the printing condition in the registry of the ICC. Default: Custom.',
    examples: ['FOGRA51'],
  }),
)

const own = (profile: ProfileRecord, { service }: Core) =>
  profileWire({ source: 'team', id: profile.id, profile }, service.profiles.defaultId())

export const listProfiles = operation({
  ...SHARED,
  id: 'listProfiles',
  method: 'get',
  path: '/profiles',
  summary: 'List output profiles',
  scope: 'profiles:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(PROFILE) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.profiles.find(teamId, id))
    const { items, hasMore } = await service.profiles.list(teamId, page)
    const standard = service.profiles.defaultId()
    const data = items.map((one) => profileWire(one, standard))
    return reply(200, listWire(data, hasMore))
  },
})

export const uploadProfile = operation({
  ...SHARED,
  id: 'uploadProfile',
  method: 'post',
  path: '/profiles',
  summary: 'Upload an output profile (CMYK, ICC) for PDF/X-4',
  needsSubscription: true,
  scope: 'profiles:write',
  multipart: {
    file: 'file',
    mediaType: 'application/vnd.iccprofile',
    description: 'The ICC profile of a CMYK press (class prtr), at most 4 MB.',
    maxBytes: MAX_OUTPUT_PROFILE_BYTES,
    json: ['metadata'],
  },
  body: Type.Object({ name: NAME, condition: CONDITION, metadata: Type.Optional(METADATA) }, closed()),
  replies: {
    200: Type.Object({ profile: PROFILE, deduplicated: YES, restored: YES }, closed()),
    201: Type.Object({ profile: PROFILE }, closed()),
  },
  errors: ['invalid_profile', 'renderer_not_configured'],
  async handle(core, caller, { body, upload }, reply) {
    const { profile, ...flags } = await core.service.profiles.upload({
      ...inTeam(caller),
      upload: {
        ...upload,
        name: body.name?.normalize('NFC').trim() || null,
        condition: body.condition ?? null,
        metadata: body.metadata ?? null,
      },
    })
    if (flags.deduplicated || flags.restored) return reply(200, { profile: own(profile, core), ...flags })
    return reply(201, { profile: own(profile, core) })
  },
})

export const retrieveProfile = operation({
  ...SHARED,
  id: 'retrieveProfile',
  method: 'get',
  path: '/profiles/{id}',
  summary: 'Retrieve an output profile',
  scope: 'profiles:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ profile: PROFILE }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const found = await service.profiles.find(teamId, params.id)
    return reply(200, { profile: profileWire(found, service.profiles.defaultId()) })
  },
})

export const changeProfile = operation({
  ...SHARED,
  id: 'changeProfile',
  method: 'patch',
  path: '/profiles/{id}',
  summary: 'Update the name, condition or metadata of an output profile',
  scope: 'profiles:write',
  params: ID_PARAM,
  body: Type.Object({ name: NAME, condition: CONDITION, metadata: Type.Optional(METADATA) }, closed()),
  replies: { 200: Type.Object({ profile: PROFILE }, closed()) },
  errors: ['not_found', 'profile_read_only'],
  async handle(core, caller, { params, body }, reply) {
    const profile = await core.service.profiles.change({ ...ofRecord(caller, params.id), changes: body })
    return reply(200, { profile: own(profile, core) })
  },
})

export const archiveProfile = operation({
  ...SHARED,
  id: 'archiveProfile',
  method: 'delete',
  path: '/profiles/{id}',
  summary: 'Archive an output profile',
  scope: 'profiles:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ profile: PROFILE }, closed()) },
  errors: ['not_found', 'profile_read_only'],
  async handle(core, caller, { params }, reply) {
    const profile = await core.service.profiles.archive(ofRecord(caller, params.id))
    return reply(200, { profile: own(profile, core) })
  },
})
