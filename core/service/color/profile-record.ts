/** An output profile that a team has uploaded: the printing condition of its press. */

import { CUSTOM_CONDITION, type OutputProfile } from '../../engine/press/output.ts'

/** Times are milliseconds since 1970. */
export interface ProfileRecord {
  readonly id: string
  readonly teamId: string
  /** Of the printing condition, for people and for the output intent. */
  readonly name: string
  /** Identifier of the condition in the registry of the ICC, or `Custom`. */
  readonly condition: string
  /** What the profile calls itself; '' if it does not say. */
  readonly description: string
  /** Of the ICC format. */
  readonly version: string
  /** The stored file, which is the upload. */
  readonly fileSha256: string
  readonly sizeBytes: number
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}

/** The registry of characterization data that knows every identifier but `Custom`. */
const REGISTRY = 'http://www.color.org'

export function profileSetting({ id, fileSha256, condition, name }: ProfileRecord): OutputProfile {
  const registry = condition === CUSTOM_CONDITION ? null : REGISTRY
  return { id, sha256: fileSha256, condition, info: name, registry }
}
