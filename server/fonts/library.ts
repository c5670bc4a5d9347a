/** The fonts that every team has: the bundled ones, and its own uploads, read when a scene asks for them. */

import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import { openTypeface, type Typeface } from '../../core/engine/text/font.ts'
import { fontIdOf } from '../../core/engine/text/font-key.ts'
import type { Fonts } from '../../core/engine/text/fonts.ts'
import type { Files } from '../../core/files.ts'
import type { FontLibrary } from '../../core/service/font/font-library.ts'
import { fontInfo } from '../../core/service/font/font-record.ts'
import type { Store } from '../../core/store.ts'

/** Sum of the files of team fonts that stay open; each takes about twice its size. */
const OPEN_BYTES = 64 << 20

/**
 * Callers hold the loaded fonts, so that a font is never released during use; the cache only saves reading it again. A
 * key gives a font to its own team alone.
 */
export function createFontLibrary(parts: {
  readonly store: Pick<Store, 'fonts'>
  readonly files: Pick<Files, 'read'>
  readonly bundled: Fonts
}): FontLibrary {
  const { store, files, bundled } = parts
  const opened = createBoundedCache<Typeface>(OPEN_BYTES, ({ data }) => data.length)
  const opening = new Map<string, Promise<Typeface | null>>()
  /** A font in use is shared and not opened twice: a render with both would embed both. */
  const held = new Map<string, WeakRef<Typeface>>()
  const gone = new FinalizationRegistry<string>((name) => {
    if (held.get(name)?.deref() === undefined) held.delete(name)
  })

  async function open(teamId: string, id: string): Promise<Typeface | null> {
    const font = await store.fonts.find(teamId, id)
    if (font === null) return null
    const data = await readAll(files.read(font.fileSha256), font.sizeBytes)
    return openTypeface(data, fontInfo(font), font.fileSha256)
  }

  /** Asked for twice at once, it is read once. */
  async function typefaceOf(teamId: string, id: string): Promise<Typeface | null> {
    const name = `${teamId} ${id}`
    const kept = opened.get(name) ?? held.get(name)?.deref()
    if (kept !== undefined) return kept
    const begun = opening.get(name) ?? open(teamId, id).finally(() => opening.delete(name))
    opening.set(name, begun)
    const typeface = await begun
    if (typeface === null || held.get(name)?.deref() === typeface) return typeface
    opened.set(name, typeface)
    held.set(name, new WeakRef(typeface))
    gone.register(typeface, name)
    return typeface
  }

  return {
    async list(teamId) {
      return [...(await store.fonts.active(teamId)).map(fontInfo), ...bundled.list()]
    },
    async load(teamId, keys) {
      const own = new Map<string, Typeface>()
      for (const key of new Set(keys)) {
        const id = fontIdOf(key)
        const typeface = id === null ? null : await typefaceOf(teamId, id)
        if (typeface !== null) own.set(key, typeface)
      }
      if (own.size === 0) return bundled
      return {
        list: () => [...[...own.values()].map(({ info }) => info), ...bundled.list()],
        open: (key) => own.get(key) ?? bundled.open(key),
        subset: bundled.subset,
      }
    },
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(sizeBytes)
  let at = 0
  for await (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  if (at !== sizeBytes) throw new Error(`A font's file has ${at} bytes instead of ${sizeBytes}.`)
  return bytes
}
