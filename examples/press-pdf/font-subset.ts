/** Cutting a TrueType font down to the characters of a form, with HarfBuzz's subsetter. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of the WebAssembly module that is called here; numbers are addresses in its memory. */
interface Subsetter {
  readonly memory: WebAssembly.Memory
  malloc(size: number): number
  free(address: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_unicode_set(input: number): number
  hb_subset_or_fail(face: number, input: number): number
  _initialize(): void
}

// From hb.h and hb-subset.h.
const MEMORY_MODE_WRITABLE = 2
const FLAGS_NO_HINTING = 1
const SETS_DROP_TABLE_TAG = 3

/** Tables that a simple font in a PDF is not read by (ISO 32000-1 9.9): layout, names, hints for old systems. */
const UNREAD_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'DSIG', 'STAT', 'name', 'OS/2', 'post', 'gasp']

let loaded: Subsetter | undefined

function load(): Subsetter {
  if (loaded) return loaded
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {})
  const subsetter = instance.exports as unknown as Subsetter
  subsetter._initialize()
  loaded = subsetter
  return subsetter
}

/** The font with only the given code points, unhinted. Throws where it cannot be read. */
export function subsetFont(data: Uint8Array, codePoints: readonly number[]): Uint8Array {
  const hb = load()
  const address = hb.malloc(data.length)
  new Uint8Array(hb.memory.buffer).set(data, address)
  const blob = hb.hb_blob_create(address, data.length, MEMORY_MODE_WRITABLE, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, FLAGS_NO_HINTING)
  const dropped = hb.hb_subset_input_set(input, SETS_DROP_TABLE_TAG)
  for (const tag of UNREAD_TABLES) hb.hb_set_add(dropped, tableTag(tag))
  const wanted = hb.hb_subset_input_unicode_set(input)
  for (const codePoint of codePoints) hb.hb_set_add(wanted, codePoint)

  const subset = hb.hb_subset_or_fail(face, input)
  if (subset === 0) throw new Error('The font could not be subset.')
  const result = hb.hb_face_reference_blob(subset)
  const length = hb.hb_blob_get_length(result)
  const start = hb.hb_blob_get_data(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + length)

  hb.hb_blob_destroy(result)
  hb.hb_face_destroy(subset)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  hb.free(address)
  return bytes
}

/** Four letters as one big-endian number. */
const tableTag = (tag: string): number =>
  [...tag.padEnd(4)].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0)
