/** Hot folders and the deliveries to them as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { OUTPUT_FORMATS } from '../../../core/engine/press/output.ts'
import {
  EARLIER_FILES,
  FILE_STATUSES,
  FOLDER_ACTIONS,
  FOLDER_OUTCOMES,
  FOLDER_SKIPS,
  type FolderDelivery,
} from '../../../core/service/folder/delivery.ts'
import { ticketName } from '../../../core/service/folder/file-name.ts'
import { HOT_FOLDER_STATUSES, type HotFolderRecord, LOGINS } from '../../../core/service/folder/hot-folder.ts'
import { FOLDER_FAULTS } from '../../../core/service/folder/out-tray.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const FINGERPRINT = 'SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s'

export const HOT_FOLDER = Type.Object(
  {
    id: Type.String({ examples: ['hf_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('hot_folder'),
    name: Type.String(),
    template_id: nullable(
      Type.String({
        description: 'Null for all templates of the team without their own hot folder.',
      }),
    ),
    folder: Type.String({ description: 'Path below HOT_FOLDERS, or address of a folder on an SFTP server.' }),
    name_pattern: Type.String(),
    hold_on_fail: Type.Boolean(),
    output: nullable(literals(OUTPUT_FORMATS)),
    convert: nullable(Type.Literal('cmyk')),
    status: literals(HOT_FOLDER_STATUSES),
    metadata: METADATA,
    host_key: nullable(
      Type.String({ description: 'Confirmed fingerprint of the SFTP server.', examples: [FINGERPRINT] }),
    ),
    login: nullable(
      literals(LOGINS, { description: 'What is stored for the SFTP server. It is never returned.' }),
    ),
    public_key: nullable(
      Type.String({ description: 'Belongs to the stored private key, in the form of authorized_keys.' }),
    ),
    created_at: TIME,
    updated_at: TIME,
  },
  { title: 'HotFolder', additionalProperties: false },
)

export function hotFolderWire(hotFolder: HotFolderRecord): Static<typeof HOT_FOLDER> {
  return {
    id: hotFolder.id,
    object: 'hot_folder',
    name: hotFolder.name,
    template_id: hotFolder.templateId,
    folder: hotFolder.folder,
    name_pattern: hotFolder.namePattern,
    hold_on_fail: hotFolder.holdOnFail,
    output: hotFolder.output,
    convert: hotFolder.convert,
    status: hotFolder.status,
    metadata: { ...hotFolder.metadata },
    host_key: hotFolder.hostKey,
    login: hotFolder.login,
    public_key: hotFolder.publicKey,
    created_at: timeWire(hotFolder.createdAt),
    updated_at: timeWire(hotFolder.updatedAt),
  }
}

export const HOT_FOLDER_DELIVERY = Type.Object(
  {
    id: Type.String({ examples: ['hfd_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('hot_folder_delivery'),
    hot_folder_id: Type.String(),
    render_id: Type.String(),
    render_attempt: Type.Integer({
      minimum: 1,
      description: 'Attempt of the render. A corrected render is delivered again.',
    }),
    action: literals(FOLDER_ACTIONS, {
      description: 'withdraw: the order was refunded or canceled. erase: the data was erased.',
    }),
    attempt_number: Type.Integer({ minimum: 1 }),
    trigger: literals(['auto', 'manual']),
    outcome: literals(FOLDER_OUTCOMES, {
      description:
        'held: preflight failed, or the file does not have the output of the hot folder; the delivery must be ' +
        'released. failed: another attempt follows.',
    }),
    skip_reason: nullable(literals(FOLDER_SKIPS)),
    folder: Type.String(),
    file_name: NULLABLE_TEXT,
    ticket_name: NULLABLE_TEXT,
    file_status: nullable(literals(FILE_STATUSES, { description: 'Last known place of the file.' })),
    earlier_file: nullable(
      literals(EARLIER_FILES, {
        description: 'Status of the file of the earlier attempt. already_taken: the press has taken it.',
      }),
    ),
    content_sha256: Type.String(),
    size_bytes: Type.Integer(),
    error_code: nullable(literals(Object.keys(FOLDER_FAULTS) as (keyof typeof FOLDER_FAULTS)[])),
    error_message: NULLABLE_TEXT,
    scheduled_at: TIME,
    attempted_at: nullable(TIME),
    next_attempt_at: nullable(TIME),
    created_at: TIME,
  },
  { title: 'HotFolderDelivery', additionalProperties: false },
)

export function folderDeliveryWire(delivery: FolderDelivery): Static<typeof HOT_FOLDER_DELIVERY> {
  const { errorCode } = delivery
  return {
    id: delivery.id,
    object: 'hot_folder_delivery',
    hot_folder_id: delivery.hotFolderId,
    render_id: delivery.renderId,
    render_attempt: delivery.renderAttempt,
    action: delivery.action,
    attempt_number: delivery.attemptNumber,
    trigger: delivery.trigger,
    outcome: delivery.outcome,
    skip_reason: delivery.skipReason,
    folder: delivery.folder,
    file_name: delivery.fileName,
    ticket_name: delivery.fileName === null ? null : ticketName(delivery.fileName),
    file_status: delivery.fileStatus,
    earlier_file: delivery.earlierFile,
    content_sha256: delivery.contentSha256,
    size_bytes: delivery.sizeBytes,
    error_code: errorCode,
    error_message: errorCode === null ? null : FOLDER_FAULTS[errorCode],
    scheduled_at: timeWire(delivery.scheduledAt),
    attempted_at: optionalTime(delivery.attemptedAt),
    next_attempt_at: optionalTime(delivery.nextAttemptAt),
    created_at: timeWire(delivery.createdAt),
  }
}
