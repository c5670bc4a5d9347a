/** Output profiles as they go over the wire. */

import { type Static, Type } from '@sinclair/typebox'
import type { LibraryProfile } from '../../../core/service/color/profiles.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

/** Facts of uploads alone are null for bundled profiles. */
export const PROFILE = Type.Object(
  {
    id: Type.String({ examples: ['prf_01kq3f8w2bx6mt4v9y0hzd5s7e', 'coated'] }),
    object: Type.Literal('profile'),
    source: literals(['team', 'bundled'], { description: 'bundled: part of Platen, read-only.' }),
    default: Type.Boolean({ description: 'Used if an upload with output=pdfx4 names no profile.' }),
    name: Type.String({ description: 'Name of the printing condition.' }),
    condition: Type.String({
      description: 'Identifier of the printing condition in the registry of the ICC, or Custom.',
    }),
    description: NULLABLE_TEXT,
    version: nullable(Type.String({ description: 'Version of the ICC format.' })),
    sha256: Type.String(),
    size_bytes: Type.Integer(),
    metadata: METADATA,
    created_at: nullable(TIME),
    updated_at: nullable(TIME),
    archived_at: nullable(TIME),
  },
  { title: 'Profile', additionalProperties: false },
)

export function profileWire(one: LibraryProfile, defaultId: string): Static<typeof PROFILE> {
  const shared = { id: one.id, object: 'profile', source: one.source, default: one.id === defaultId } as const
  if (one.source === 'bundled') {
    const { info, condition, sha256 } = one.setting
    return {
      ...{ ...shared, name: info, condition, description: null, version: null, sha256 },
      ...{ size_bytes: one.sizeBytes, metadata: {}, created_at: null, updated_at: null, archived_at: null },
    }
  }
  const { profile } = one
  return {
    ...shared,
    name: profile.name,
    condition: profile.condition,
    description: profile.description,
    version: profile.version,
    sha256: profile.fileSha256,
    size_bytes: profile.sizeBytes,
    metadata: { ...profile.metadata },
    created_at: timeWire(profile.createdAt),
    updated_at: timeWire(profile.updatedAt),
    archived_at: optionalTime(profile.archivedAt),
  }
}
