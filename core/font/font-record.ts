/** A font that a team has uploaded, and whether its licence lets it be printed with. */
import type { FontInfo } from '../text/font.ts'

/** What the maker lets be done with the font within documents (OS/2 fsType, OpenType 1.9). */
export const EMBEDDINGS = ['installable', 'editable', 'print'] as const
export type Embedding = (typeof EMBEDDINGS)[number]

/** What a worker reads of an uploaded font. */
export interface FontFacts {
  readonly postScriptName: string
  readonly family: string
  readonly fullName: string
  readonly bold: boolean
  readonly italic: boolean
  /** Of the kept file: TrueType or CFF outlines. */
  readonly format: 'ttf' | 'otf'
  /** The kept file: what came, or what was unpacked of a web font. */
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

const TEAM = 'team:'

/** The key under which scenes name the font. */
export function fontKey(id: string): string {
  return `${TEAM}${id}`
}

/** The id of a team's font; null for keys of fonts that come with the service. */
export function fontIdOf(key: string): string | null {
  return key.startsWith(TEAM) ? key.slice(TEAM.length) : null
}

export function fontInfo(font: FontRecord): FontInfo {
  const { postScriptName, family, bold, italic } = font
  return { key: fontKey(font.id), postScriptName, family, bold, italic }
}

const RESTRICTED = 0x2
const PRINT = 0x4
const EDITABLE = 0x8
const NO_SUBSETTING = 0x100
const BITMAP_ONLY = 0x200

/** Of several usage bits, as old fonts set them, the one that allows most counts. Null: it must not be embedded. */
export function embeddingOf(fsType: number): Embedding | null {
  if ((fsType & BITMAP_ONLY) !== 0) return null
  if ((fsType & EDITABLE) !== 0) return 'editable'
  if ((fsType & PRINT) !== 0) return 'print'
  return (fsType & RESTRICTED) === 0 ? 'installable' : null
}

/** False where the font must stand in a print file with all of its glyphs, or not at all. */
export function mayBeSubset({ fsType }: { readonly fsType: number }): boolean {
  return (fsType & NO_SUBSETTING) === 0
}
