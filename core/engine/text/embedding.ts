/** Reads what the licence bits of a font (OS/2 fsType, OpenType 1.9) permit in a print file. */

/** The permitted use of the font in documents (OS/2 fsType, OpenType 1.9). */
export const EMBEDDINGS = ['installable', 'editable', 'print'] as const

export type Embedding = (typeof EMBEDDINGS)[number]

const RESTRICTED = 0x2

const PRINT = 0x4

const EDITABLE = 0x8

const NO_SUBSETTING = 0x100

const BITMAP_ONLY = 0x200

/** If several usage bits are set, as in old fonts, the most permissive one counts. Null: embedding is forbidden. */
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
