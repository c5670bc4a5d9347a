/** An embed application as it goes over the wire, with only a hint of its publishable key. */
import { type Static, Type } from '@sinclair/typebox'
import { KEY_PREFIXES } from '../../../core/service/access/key-form.ts'
import { APPLICATION_STATUSES } from '../../../core/service/application/application.ts'
import type { ShownApplication } from '../../../core/service/embed/applications.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

export const APPLICATION = Type.Object(
  {
    id: Type.String({ examples: ['app_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('embed_application'),
    name: Type.String(),
    allowed_origins: Type.Array(Type.String()),
    allow_no_origin: Type.Boolean({ description: 'Allows server-to-server requests without an Origin.' }),
    publishable_key_prefix: NULLABLE_TEXT,
    publishable_key_last4: NULLABLE_TEXT,
    session_ttl_seconds: Type.Integer(),
    status: literals(APPLICATION_STATUSES),
    accent_color: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    archived_at: nullable(TIME),
  },
  { title: 'EmbedApplication', additionalProperties: false },
)

export function applicationWire({ application, key }: ShownApplication): Static<typeof APPLICATION> {
  return {
    id: application.id,
    object: 'embed_application',
    name: application.name,
    allowed_origins: [...application.allowedOrigins],
    allow_no_origin: application.allowNoOrigin,
    publishable_key_prefix: key === null ? null : `${KEY_PREFIXES.publishable}…${key.last4}`,
    publishable_key_last4: key?.last4 ?? null,
    session_ttl_seconds: application.sessionTtlSeconds,
    status: application.status,
    accent_color: application.accentColor,
    metadata: { ...application.metadata },
    created_at: timeWire(application.createdAt),
    updated_at: timeWire(application.updatedAt),
    archived_at: optionalTime(application.archivedAt),
  }
}
