/** Makes the scene's palette of the artwork's inks, and gives each form field its ink of it. */

import { mixHex, type ProcessMix } from '../../ink/process-mix.ts'
import { strokeInks } from '../../scene/field-inks.ts'
import type { SceneField, SceneInk } from '../../scene/scene.ts'
import { slugOf } from '../../scene/slug.ts'
import type { ArtworkInk } from './read-inks.ts'

export interface PaletteInput {
  /** In order of appearance. */
  readonly inks: readonly ArtworkInk[]
  readonly paintsProcess: boolean
  readonly fields: readonly SceneField[]
  /** Source names of the fields without an ink of their own whose text is black. */
  readonly blackFields: ReadonlySet<string>
  /** Mixes by name; those that a field or words beside it name join the palette. */
  readonly mixes: ReadonlyMap<string, ProcessMix>
}

const BLACK = { name: 'Black', hex: '#000000', technical: false }

/**
 * Printing inks by order of appearance, then technical ones; index 1 is a printing ink, `Black` where the artwork
 * has none. Inks that are merely declared are left out unless a field is set in them.
 * Decision: where the artwork paints process colours, `Black` joins as the last printing ink and takes the fields
 * that are set in black: on such a job black text means the black plate, and not the first spot ink. Mixes follow, so
 * that none of them is the ink of a field that names none.
 */
export function makePalette(input: PaletteInput): { inks: SceneInk[]; fields: SceneField[] } {
  const ofFields = new Set<string | null>(input.fields.flatMap((field) => [field.ink, ...strokeInks(field)]))
  const known: { name: string; hex: string; technical: boolean }[] = input.inks.filter(
    ({ name, painted }) => painted || ofFields.has(name),
  )
  const named = new Set([...ofFields, ...input.fields.flatMap(inksOfWords)])
  const mixes = [...input.mixes].filter(([name]) => named.has(name))
  for (const name of ofFields) {
    if (name === null || input.mixes.has(name) || known.some((ink) => ink.name === name)) continue
    known.push({ ...BLACK, name })
  }
  const printing = known.filter(({ technical }) => !technical)
  const onBlackPlate = input.paintsProcess && printing.length > 0
  if ((onBlackPlate || printing.length === 0) && !printing.some(({ name }) => name === BLACK.name)) {
    printing.push(BLACK)
  }
  const mixed = mixes.map(([name, mix]) => ({ name, hex: mixHex(mix) ?? BLACK.hex, technical: false, mix }))
  const keys = new Set<string>()
  const all: readonly ((typeof known)[number] & { readonly mix?: ProcessMix })[] = [
    ...printing,
    ...mixed,
    ...known.filter(({ technical }) => technical),
  ]
  const inks = all.map(
    ({ name, hex, technical, mix }, index): SceneInk => ({
      ...{ index: index + 1, key: keyOf(name, keys), name, hex, technical },
      ...mix,
    }),
  )
  const fields = input.fields.map((field) =>
    onBlackPlate && field.ink === null && input.blackFields.has(field.sourceName)
      ? { ...field, ink: BLACK.name }
      : field,
  )
  return { inks, fields }
}

/** Fixed words beside values have inks of their own. */
function inksOfWords({ placements }: SceneField): readonly (string | null)[] {
  return placements.flatMap(({ line }) => line?.parts.map(({ ink }) => ink) ?? [])
}

function keyOf(name: string, taken: Set<string>): string {
  const slug = slugOf(name) || 'ink'
  let key = slug
  for (let count = 2; taken.has(key); count++) key = `${slug}-${count}`
  taken.add(key)
  return key
}
