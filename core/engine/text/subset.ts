/** Subsetting: a font file reduced to the glyphs that a render shows, by HarfBuzz's subsetter in WebAssembly. */
import { type BoundedCache, createBoundedCache } from '../pdf/bounded-cache.ts'
import { reachedByGlyphId } from '../pdf/font/cff.ts'
import { readSfnt, tableOf } from '../pdf/font/sfnt.ts'
import type { Typeface } from './font.ts'

export interface Subsetter {
  /**
   * A font file of the source's kind with only these glyphs, under their own ids, and only the tables that a PDF
   * needs. The same typeface and glyphs give the same bytes. Throws a plain Error where HarfBuzz gives up.
   */
  subset(typeface: Typeface, glyphIds: Iterable<number>): Uint8Array
}

/** The functions of HarfBuzz's C API in use; pointers and sizes are numbers. */
interface SubsetExports {
  readonly memory: WebAssembly.Memory
  _initialize(): void
  malloc(size: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_length(blob: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number
  hb_subset_preprocess(face: number): number
  hb_subset_or_fail(face: number, input: number): number
}

// hb-blob.h and hb-subset.h
const MEMORY_MODE_WRITABLE = 2
const NO_HINTING = 0x1
const RETAIN_GIDS = 0x2
const NO_LAYOUT_CLOSURE = 0x200
const DROP_TABLE_TAG = 3

/**
 * Tables that nothing reads in a font addressed by glyph ids: ISO 32000-1 9.9 asks for glyf, head, hhea, hmtx,
 * loca and maxp, or for the CFF table.
 */
const LAYOUT_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'JSTF', 'kern', 'kerx', 'morx', 'mort', 'trak']
const DROPPED_TABLES = [
  ...LAYOUT_TABLES,
  'MATH',
  ...['name', 'post', 'OS/2', 'cmap', 'DSIG', 'gasp', 'hdmx', 'LTSH', 'VDMX', 'PCLT', 'meta', 'STAT'],
  ...['vhea', 'vmtx', 'VORG', 'COLR', 'CPAL', 'SVG ', 'CBDT', 'CBLC', 'EBDT', 'EBLC', 'sbix'],
]

/**
 * Source fonts are kept up to 16 MB of files, for the memory of the module has 64 and does not grow, and a font that is
 * prepared takes twice its file and more; finished subsets up to 16 MB.
 */
const SOURCE_BYTES = 16 << 20
const SUBSET_BYTES = 16 << 20

interface Source {
  readonly face: number
  /** The file's copy in the module's memory, which the face reads until it is released. */
  readonly copy: number
  readonly bytes: number
}

/** The module at work, with what lies in its memory. */
interface Workshop {
  readonly hb: SubsetExports
  readonly sources: BoundedCache<Source>
}

/** `wasm` is harfbuzzjs's `harfbuzz-subset.wasm`; compiling it takes some ten milliseconds. */
export function createSubsetter(wasm: Uint8Array): Subsetter {
  const module = new WebAssembly.Module(new Uint8Array(wasm))
  let workshop = openWorkshop(module)
  const subsets = createBoundedCache<Uint8Array>(SUBSET_BYTES, (bytes) => bytes.length)

  /**
   * If memory is full, all other fonts are released for this one. If that is not enough, the font is not prepared, and each of its subsets takes longer.
   */
  const makeRoomFor = (typeface: Typeface, ids: readonly number[]): Uint8Array | null => {
    for (const prepares of [true, false]) {
      workshop = openWorkshop(module)
      const bytes = subsetIn(workshop, typeface, ids, prepares)
      if (bytes !== null) return bytes
    }
    return null
  }

  return {
    subset(typeface, glyphIds) {
      const ids = [...new Set(glyphIds)].sort((a, b) => a - b)
      const key = `${typeface.sha256} ${ids.join(' ')}`
      const kept = subsets.get(key)
      if (kept !== undefined) return kept
      const bytes = subsetIn(workshop, typeface, ids, true) ?? makeRoomFor(typeface, ids)
      if (bytes === null) throw new Error(`${typeface.info.postScriptName} cannot be subset`)
      subsets.set(key, bytes)
      return bytes
    },
  }
}

function openWorkshop(module: WebAssembly.Module): Workshop {
  const hb = new WebAssembly.Instance(module).exports as unknown as SubsetExports
  hb._initialize()
  const sources = createBoundedCache<Source>(
    SOURCE_BYTES,
    // The font in use stays, whatever its size.
    ({ bytes }) => Math.min(bytes, SOURCE_BYTES),
    (source) => {
      hb.hb_face_destroy(source.face)
      hb.free(source.copy)
    },
  )
  return { hb, sources }
}

/** Null if HarfBuzz fails, from lack of memory or because of the font. */
function subsetIn(
  { hb, sources }: Workshop,
  { sha256, data }: Typeface,
  glyphIds: readonly number[],
  prepares: boolean,
): Uint8Array | null {
  try {
    let source = sources.get(sha256)
    if (source === undefined) {
      const opened = openSource(hb, data, prepares)
      if (opened === null) return null
      sources.set(sha256, opened)
      source = opened
    }
    return runSubset(hb, source.face, glyphIds)
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null
    throw error
  }
}

/** Copies a font into the module's memory, and prepares it for being subset many times; null without room for it. */
function openSource(hb: SubsetExports, data: Uint8Array, prepares: boolean): Source | null {
  const copy = hb.malloc(data.length)
  if (copy === 0) return null
  const file = new Uint8Array(hb.memory.buffer, copy, data.length)
  file.set(data)
  hideLayout(file)
  const blob = hb.hb_blob_create(copy, data.length, MEMORY_MODE_WRITABLE, 0, 0)
  const plain = hb.hb_face_create(blob, 0)
  hb.hb_blob_destroy(blob)
  if (!prepares) return { face: plain, copy, bytes: data.length }
  const face = hb.hb_subset_preprocess(plain)
  hb.hb_face_destroy(plain)
  return { face, copy, bytes: data.length }
}

/**
 * Takes the tables that lay text out from the directory (OpenType 1.9, "Table Directory"); their bytes stay. To prepare
 * them takes most of what preparing a font takes, a tenth of a second and more, and no subset has any of them.
 */
function hideLayout(file: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const count = view.getUint16(4)
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const entry = 12 + index * 16
    const tag = String.fromCharCode(...file.subarray(entry, entry + 4))
    if (LAYOUT_TABLES.includes(tag)) continue
    file.copyWithin(12 + kept * 16, entry, entry + 16)
    kept += 1
  }
  view.setUint16(4, kept)
}

function runSubset(hb: SubsetExports, face: number, glyphIds: readonly number[]): Uint8Array | null {
  const input = hb.hb_subset_input_create_or_fail()
  if (input === 0) return null
  try {
    hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GIDS | NO_LAYOUT_CLOSURE)
    const glyphs = hb.hb_subset_input_glyph_set(input)
    for (const id of glyphIds) hb.hb_set_add(glyphs, id)
    const dropped = hb.hb_subset_input_set(input, DROP_TABLE_TAG)
    for (const tag of DROPPED_TABLES) hb.hb_set_add(dropped, tagNumber(tag))
    hb.hb_subset_input_pin_all_axes_to_default(input, face)
    const result = hb.hb_subset_or_fail(face, input)
    if (result === 0) return null
    const blob = hb.hb_face_reference_blob(result)
    const start = hb.hb_blob_get_data(blob, 0)
    const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob))
    hb.hb_blob_destroy(blob)
    hb.hb_face_destroy(result)
    return bytes
  } finally {
    hb.hb_subset_input_destroy(input)
  }
}

function tagNumber(tag: string): number {
  return (
    ((tag.charCodeAt(0) << 24) | (tag.charCodeAt(1) << 16) | (tag.charCodeAt(2) << 8) | tag.charCodeAt(3)) >>>
    0
  )
}

/**
 * The CFF table of an OpenType font: a PDF embeds it alone, as FontFile3 of subtype CIDFontType0C (table 126), and
 * reaches its glyphs by their ids. Throws `invalid_font` for a damaged one.
 */
export function bareCff(fontBytes: Uint8Array): Uint8Array {
  const table = tableOf(readSfnt(fontBytes), 'CFF ')
  if (table === null) throw new Error('the font has no CFF table')
  return reachedByGlyphId(new Uint8Array(table.buffer, table.byteOffset, table.byteLength))
}
