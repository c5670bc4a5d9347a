/** Which fonts a scene is set in. */
import type { FontChoice } from '../text/text-style.ts'
import type { Placement, Scene } from './scene.ts'

/** Every font of the placements, those that stand in and those of fixed words too; one as often as it stands there. */
export function fontChoices({ fields }: Pick<Scene, 'fields'>): readonly FontChoice[] {
  return fields.flatMap(({ placements }) => placements.flatMap(choicesOf))
}

/** The keys of all fonts that laying the scene out can ask for, each once. */
export function fontKeys(scene: Pick<Scene, 'fields'>): ReadonlySet<string> {
  return new Set(fontChoices(scene).map(({ key }) => key))
}

/** The scene with each of these fonts changed. */
export function withFonts<S extends Pick<Scene, 'fields'>>(
  scene: S,
  change: (font: FontChoice) => FontChoice,
): S {
  const fields = scene.fields.map((field) => ({
    ...field,
    placements: field.placements.map((placement) => changed(placement, change)),
  }))
  return { ...scene, fields }
}

function choicesOf({ style, line }: Placement): readonly FontChoice[] {
  return [
    style.font,
    ...(style.fallbacks ?? []),
    ...(line?.parts ?? []).flatMap(({ font }) => (font === null ? [] : [font])),
  ]
}

function changed(placement: Placement, change: (font: FontChoice) => FontChoice): Placement {
  const { style, line } = placement
  return {
    ...placement,
    style: {
      ...style,
      font: change(style.font),
      ...(style.fallbacks === undefined ? {} : { fallbacks: style.fallbacks.map(change) }),
    },
    ...(line == null
      ? {}
      : {
          line: {
            ...line,
            parts: line.parts.map((part) => ({
              ...part,
              font: part.font === null ? null : change(part.font),
            })),
          },
        }),
  }
}
