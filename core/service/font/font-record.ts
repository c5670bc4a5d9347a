/** A font that a team has uploaded, and whether its licence lets it be printed with. */

import type { FontInfo } from '../../engine/text/font.ts'
import { fontKey } from '../../engine/text/font-key.ts'

/** Facts of an uploaded font, read by a worker. */
export interface FontFacts {
  readonly postScriptName: string
  readonly family: string
  readonly fullName: string
  readonly bold: boolean
  readonly italic: boolean
  /** Outlines of the stored file: TrueType or CFF. */
  readonly format: 'ttf' | 'otf'
  /** The stored file: the upload, or the unpacked web font. */
  readonly fileSha256: string
  readonly sizeBytes: number
  readonly fsType: number
  readonly glyphCount: number
  /** Has axes of variation; it is set in its default instance. */
  readonly variable: boolean
  /** Name ids 0, 7, 13 and 14, '' where the font has none. */
  readonly copyright: string
  readonly trademark: string
  readonly license: string
  readonly licenseUrl: string
}

/** Times are milliseconds since 1970. */
export interface FontRecord extends FontFacts {
  readonly id: string
  readonly teamId: string
  /** SHA-256 of the upload. */
  readonly sourceSha256: string
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}

export function fontInfo(font: FontRecord): FontInfo {
  const { postScriptName, family, bold, italic } = font
  return { key: fontKey(font.id), postScriptName, family, bold, italic }
}
