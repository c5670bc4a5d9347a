/** Makes the scene's palette of the artwork's inks, and gives each form field its ink of it. */

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
}

const BLACK = { name: 'Black', hex: '#000000', technical: false }

/**
 * Printing inks by order of appearance, then technical ones; index 1 is a printing ink, `Black` where the artwork
 * has none. Inks that are merely declared are left out unless a field is set in them.
 * Decision: where the artwork paints process colours, `Black` joins as the last printing ink and takes the fields
 * that are set in black: on such a job black text means the black plate, and not the first spot ink.
 */
export function makePalette(input: PaletteInput): { inks: SceneInk[]; fields: SceneField[] } {
  const ofFields = new Set(input.fields.map(({ ink }) => ink))
  const known: { name: string; hex: string; technical: boolean }[] = input.inks.filter(
    ({ name, painted }) => painted || ofFields.has(name),
  )
  for (const name of ofFields) {
    if (name === null || known.some((ink) => ink.name === name)) continue
    known.push({ ...BLACK, name })
  }
  const printing = known.filter(({ technical }) => !technical)
  const onBlackPlate = input.paintsProcess && printing.length > 0
  if ((onBlackPlate || printing.length === 0) && !printing.some(({ name }) => name === BLACK.name)) {
    printing.push(BLACK)
  }
  const keys = new Set<string>()
  const inks = [...printing, ...known.filter(({ technical }) => technical)].map((ink, index) => ({
    index: index + 1,
    key: keyOf(ink.name, keys),
    name: ink.name,
    hex: ink.hex,
    technical: ink.technical,
  }))
  const fields = input.fields.map((field) =>
    onBlackPlate && field.ink === null && input.blackFields.has(field.sourceName)
      ? { ...field, ink: BLACK.name }
      : field,
  )
  return { inks, fields }
}

function keyOf(name: string, taken: Set<string>): string {
  const slug = slugOf(name) || 'ink'
  let key = slug
  for (let count = 2; taken.has(key); count++) key = `${slug}-${count}`
  taken.add(key)
  return key
}
