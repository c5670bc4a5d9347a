/** The operations on hot folders. */
import { type Static, Type } from '@sinclair/typebox'
import { ASKED_FORMATS } from '../../../core/engine/press/output.ts'
import { PLACEHOLDERS, STANDARD_PATTERN } from '../../../core/service/folder/file-name.ts'
import type { HotFolderChanges, Probe } from '../../../core/service/folder/folders.ts'
import { HOT_FOLDER_STATUSES } from '../../../core/service/folder/hot-folder.ts'
import type { LoginDraft } from '../../../core/service/folder/login.ts'
import { FOLDER_FAULTS } from '../../../core/service/folder/out-tray.ts'
import { MOST_ADDRESS_CHARACTERS } from '../../../core/service/folder/sftp-address.ts'
import { supportedFormat } from '../../../core/service/template/require-output.ts'
import { operation } from '../../http/operation.ts'
import { inTeam, ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, described, ID_PARAM, literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { NOT_SUPPORTED } from '../templates/template-artwork.ts'
import { FINGERPRINT, HOT_FOLDER, hotFolderWire } from './hot-folder-wire.ts'

const SHARED = { tag: 'Hot folders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50

const NAME = Type.String({ minLength: 1, maxLength: 100, examples: ['Indigo 12000'] })
const FOLDER = Type.String({
  minLength: 1,
  maxLength: MOST_ADDRESS_CHARACTERS,
  examples: ['indigo/in', 'sftp://platen@rip.example:22/indigo/in'],
  description:
    'Path below HOT_FOLDERS, or sftp://user@host:port/path; /~/path starts in the home folder of the user. The folder ' +
    'must exist before the first delivery.',
})
/** Of an SFTP server. */
const LOGIN = {
  host_key: Type.Optional(
    described(
      nullable(Type.String({ minLength: 1, maxLength: 100, examples: [FINGERPRINT] })),
      'Confirms this fingerprint. Without one, a test returns the fingerprint and nothing is sent.',
    ),
  ),
  password: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'Stored encrypted; replaces a private key.' }),
  ),
  private_key: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 20_000 },
      description: 'In the form of OpenSSH, PEM or PuTTY. Stored encrypted; replaces a password.',
    }),
  ),
  passphrase: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'Of the private key.' }),
  ),
}
const NAME_PATTERN = Type.String({
  minLength: 1,
  maxLength: 200,
  examples: [STANDARD_PATTERN],
  description: `Must end with .pdf. Placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`,
})
const HOLD_ON_FAIL = Type.Boolean({
  description:
    'Hold print files with the preflight status fail until their delivery is retried. Default: true.',
})

const OUTPUT = nullable(
  literals(ASKED_FORMATS, {
    description:
      'Beta. `pdfx4`: hold print files that are not PDF/X-4 until their delivery is retried. A hot folder of a ' +
      `template needs a template that makes them. Default: null, all print files. ${NOT_SUPPORTED}`,
  }),
)

const CONVERT = described(
  nullable(Type.Literal('cmyk')),
  'Beta. `cmyk`: hold print files whose colours are not converted to CMYK until their delivery is retried. A hot ' +
    'folder of a template needs a template that converts. Default: null, all print files.',
)

const PROBE = Type.Object(
  {
    writable: Type.Boolean(),
    error_code: nullable(literals(Object.keys(FOLDER_FAULTS) as (keyof typeof FOLDER_FAULTS)[])),
    error_message: NULLABLE_TEXT,
    path: Type.String({ description: 'Of the folder, on the machine that runs Platen; or its address.' }),
    host_key: nullable(
      Type.String({
        description: 'Fingerprint that the SFTP server showed, if it is not the confirmed one.',
      }),
    ),
    creatable: Type.Boolean({ description: 'The folder is missing, and Platen can create it on request.' }),
  },
  closed(),
)

function probeWire(probe: Probe): Static<typeof PROBE> {
  const { writable, errorCode, message, path, hostKey, creatable } = probe
  return { writable, error_code: errorCode, error_message: message, path, host_key: hostKey, creatable }
}

interface LoginBody {
  readonly host_key?: string | null | undefined
  readonly password?: string | undefined
  readonly private_key?: string | undefined
  readonly passphrase?: string | undefined
}

function loginOf(body: LoginBody): LoginDraft {
  return given({
    hostKey: body.host_key,
    password: body.password,
    privateKey: body.private_key,
    passphrase: body.passphrase,
  })
}

export const listHotFolders = operation({
  ...SHARED,
  id: 'listHotFolders',
  method: 'get',
  path: '/hot_folders',
  summary: 'List hot folders',
  scope: 'hot_folders:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(HOT_FOLDER) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.hotFolders.find(teamId, id))
    const { items, hasMore } = await service.hotFolders.list(teamId, page)
    return reply(200, listWire(items.map(hotFolderWire), hasMore))
  },
})

export const createHotFolder = operation({
  ...SHARED,
  id: 'createHotFolder',
  method: 'post',
  path: '/hot_folders',
  summary: 'Create a hot folder',
  scope: 'hot_folders:write',
  body: Type.Object(
    {
      name: NAME,
      folder: FOLDER,
      template_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
      name_pattern: Type.Optional(NAME_PATTERN),
      hold_on_fail: Type.Optional(HOLD_ON_FAIL),
      output: Type.Optional(OUTPUT),
      convert: Type.Optional(CONVERT),
      metadata: Type.Optional(METADATA),
      ...LOGIN,
    },
    closed(),
  ),
  replies: { 201: Type.Object({ hot_folder: HOT_FOLDER }, closed()) },
  errors: [
    'not_found',
    'no_saved_scene',
    'output_not_supported',
    'output_not_available',
    'hot_folder_exists',
    'unsafe_url',
  ],
  async handle(core, caller, { body }, reply) {
    const hotFolder = await core.service.hotFolders.create({
      ...inTeam(caller),
      draft: {
        name: body.name,
        templateId: body.template_id ?? null,
        folder: body.folder,
        namePattern: body.name_pattern ?? STANDARD_PATTERN,
        // Decision: printing a file with preflight errors wastes paper; a shop must ask for it explicitly.
        holdOnFail: body.hold_on_fail ?? true,
        output: supportedFormat(body.output ?? undefined),
        convert: body.convert ?? null,
        metadata: body.metadata ?? {},
        login: loginOf(body),
      },
    })
    return reply(201, { hot_folder: hotFolderWire(hotFolder) })
  },
  async recall({ service }, { teamId }, _input, reply, { id }) {
    return reply(201, { hot_folder: hotFolderWire(await service.hotFolders.find(teamId, id)) })
  },
})

export const retrieveHotFolder = operation({
  ...SHARED,
  id: 'retrieveHotFolder',
  method: 'get',
  path: '/hot_folders/{id}',
  summary: 'Retrieve a hot folder',
  scope: 'hot_folders:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ hot_folder: HOT_FOLDER }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { hot_folder: hotFolderWire(await service.hotFolders.find(teamId, params.id)) })
  },
})

export const changeHotFolder = operation({
  ...SHARED,
  id: 'changeHotFolder',
  method: 'patch',
  path: '/hot_folders/{id}',
  summary: 'Update a hot folder',
  scope: 'hot_folders:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      name: Type.Optional(NAME),
      folder: Type.Optional(FOLDER),
      name_pattern: Type.Optional(NAME_PATTERN),
      hold_on_fail: Type.Optional(HOLD_ON_FAIL),
      output: Type.Optional(OUTPUT),
      convert: Type.Optional(CONVERT),
      status: Type.Optional(literals(HOT_FOLDER_STATUSES)),
      metadata: Type.Optional(METADATA),
      ...LOGIN,
    },
    closed(),
  ),
  replies: { 200: Type.Object({ hot_folder: HOT_FOLDER }, closed()) },
  errors: [
    'not_found',
    'no_saved_scene',
    'output_not_supported',
    'output_not_available',
    'hot_folder_exists',
    'unsafe_url',
  ],
  async handle(core, caller, { params, body }, reply) {
    const changes: HotFolderChanges = {
      ...given({ name: body.name, folder: body.folder, namePattern: body.name_pattern }),
      ...given({ holdOnFail: body.hold_on_fail, convert: body.convert }),
      ...(body.output === undefined ? {} : { output: supportedFormat(body.output ?? undefined) }),
      ...given({ status: body.status, metadata: body.metadata }),
      login: loginOf(body),
    }
    const hotFolder = await core.service.hotFolders.change({ ...ofRecord(caller, params.id), changes })
    return reply(200, { hot_folder: hotFolderWire(hotFolder) })
  },
})

export const deleteHotFolder = operation({
  ...SHARED,
  id: 'deleteHotFolder',
  method: 'delete',
  path: '/hot_folders/{id}',
  summary: 'Disable a hot folder and skip its pending deliveries',
  scope: 'hot_folders:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ hot_folder: HOT_FOLDER }, closed()) },
  errors: ['not_found'],
  async handle(core, caller, { params }, reply) {
    const hotFolder = await core.service.hotFolders.disable(ofRecord(caller, params.id))
    return reply(200, { hot_folder: hotFolderWire(hotFolder) })
  },
})

export const testHotFolder = operation({
  ...SHARED,
  id: 'testHotFolder',
  method: 'post',
  path: '/hot_folders/{id}/test',
  summary: 'Test write access to a hot folder',
  scope: 'hot_folders:write',
  params: ID_PARAM,
  replies: {
    200: PROBE,
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, probeWire(await service.hotFolders.probe({ teamId, id: params.id })))
  },
})

export const makeHotFolder = operation({
  ...SHARED,
  id: 'makeHotFolder',
  method: 'post',
  path: '/hot_folders/{id}/make',
  summary: 'Create the directory of a hot folder on a local disk, and test it',
  scope: 'hot_folders:write',
  params: ID_PARAM,
  replies: { 200: PROBE },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    return reply(200, probeWire(await service.hotFolders.make(ofRecord(caller, params.id))))
  },
})
