/** Edits of the palette of a scene: inks, their bindings and choices, and papers. */
import { mixHex, type ProcessMix } from '../../../core/engine/ink/process-mix.ts'
import type { EditScene } from './scene-edit.ts'
import type { FieldWire, InkWire, OfferWire, PlacementWire } from './scene-wire.ts'

/** A key that no other of the list has: letters, digits and hyphens of the name. */
export function freeKey(list: readonly { readonly key: string }[], name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const base = plain === '' ? 'ink' : plain
  const taken = new Set(list.map(({ key }) => key))
  if (!taken.has(base)) return base
  for (let count = 2; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
}

function numbered(inks: readonly InkWire[]): readonly InkWire[] {
  return inks.map((ink, at) => (ink.index === at + 1 ? ink : { ...ink, index: at + 1 }))
}

export function withInk(scene: EditScene, ink: Pick<InkWire, 'name' | 'hex' | 'technical'>): EditScene {
  const key = freeKey(scene.inks, ink.name)
  const added: InkWire = { index: scene.inks.length + 1, key, ...ink, binding: null, offers: [] }
  return { ...scene, inks: [...scene.inks, added] }
}

/** Fields and fixed words that print in the ink follow its new name. */
export function renamedInk(scene: EditScene, at: number, name: string): EditScene {
  const before = scene.inks[at]?.name
  if (before === undefined || before === name) return scene
  const follow = (ink: string | null) => (ink === before ? name : ink)
  return {
    ...changedInk(scene, at, { name }),
    fields: scene.fields.map((field) => ({
      ...field,
      ink: follow(field.ink),
      placements: field.placements.map((one) => {
        const placement = withOutlineInk(one, follow)
        return placement.line == null
          ? placement
          : {
              ...placement,
              line: {
                ...placement.line,
                parts: placement.line.parts.map((part) => ({ ...part, ink: follow(part.ink) })),
              },
            }
      }),
    })),
  }
}

export function changedInk(scene: EditScene, at: number, changes: Partial<InkWire>): EditScene {
  return { ...scene, inks: scene.inks.map((ink, index) => (index === at ? { ...ink, ...changes } : ink)) }
}

/** What a new mix begins with: visible, and no one's brand colour. */
const FIRST: Readonly<Record<InkForm, ProcessMix>> = {
  separation: {},
  cmyk: { cmyk: [0, 0, 0, 100] },
  rgb: { rgb: [0, 0, 0] },
}

/** What an ink prints as: a plate, a mix of the process plates, or light that the press separates. */
export type InkForm = 'separation' | 'cmyk' | 'rgb'

export function formOf({ cmyk, gray, rgb }: ProcessMix): InkForm {
  if (rgb !== undefined) return 'rgb'
  return cmyk === undefined && gray === undefined ? 'separation' : 'cmyk'
}

/** Cyan, magenta, yellow, black in per cent, or red, green, blue to 255; none for a separation. */
export function partsOf({ cmyk, gray, rgb }: ProcessMix): readonly number[] {
  return rgb ?? cmyk ?? (gray === undefined ? [] : [0, 0, 0, gray])
}

/** Makes the ink a mix, or with Lab or no parts a separation; its screen colour follows from a mix and from Lab. */
export function mixedInk(scene: EditScene, at: number, mix: ProcessMix): EditScene {
  const inks = scene.inks.map((ink, index): InkWire => {
    if (index !== at) return ink
    const { cmyk: _, gray: __, rgb: ___, lab: ____, ...plain } = ink
    const hex = mixHex(mix)
    if (hex === null) return plain
    return mix.lab === undefined ? { ...plain, ...mix, hex, binding: null } : { ...plain, ...mix, hex }
  })
  return { ...scene, inks }
}

export function withForm(scene: EditScene, at: number, form: InkForm): EditScene {
  return mixedInk(scene, at, FIRST[form])
}

/** The ink of an outline by another name; null for that of its field. */
export function withOutlineInk(
  placement: PlacementWire,
  nameOf: (ink: string) => string | null,
): PlacementWire {
  const { style } = placement
  if (style.stroke?.ink == null) return placement
  return { ...placement, style: { ...style, stroke: { ...style.stroke, ink: nameOf(style.stroke.ink) } } }
}

/** The field without outlines in inks that there are not. */
export function withKnownOutlines<One extends Pick<FieldWire, 'placements'>>(
  field: One,
  known: ReadonlySet<string>,
): One {
  const keep = (ink: string) => (known.has(ink) ? ink : null)
  return { ...field, placements: field.placements.map((one) => withOutlineInk(one, keep)) }
}

export function outlineInks({ placements }: Pick<FieldWire, 'placements'>): readonly string[] {
  return placements.flatMap(({ style }) => (style.stroke?.ink == null ? [] : [style.stroke.ink]))
}

/** How many fields print in an ink; those that say nothing print in the first one. */
export function usesOf(scene: EditScene, at: number): number {
  const name = scene.inks[at]?.name ?? ''
  return scene.fields.filter(
    (field) => (field.ink === null ? at === 0 : field.ink === name) || outlineInks(field).includes(name),
  ).length
}

/** Its fields print in the first of the others from then on, its outlines in the ink of their field. The last ink stays. */
export function withoutInk(scene: EditScene, at: number): EditScene {
  const gone = scene.inks[at]
  if (gone === undefined || scene.inks.length < 2) return scene
  const inks = numbered(scene.inks.filter((_, index) => index !== at))
  const known = new Set(inks.map(({ name }) => name))
  const fields = scene.fields.map((field) =>
    withKnownOutlines(field.ink === gone.name ? { ...field, ink: null } : field, known),
  )
  return { ...scene, inks, fields }
}

/**
 * To another place in the order; the first ink is the primary one. Fields that print in the primary ink without naming
 * it follow the order, as they do at the service.
 */
export function movedInk(scene: EditScene, at: number, by: number): EditScene {
  const ink = scene.inks[at]
  const other = scene.inks[at + by]
  if (ink === undefined || other === undefined) return scene
  const inks = [...scene.inks]
  inks[at] = other
  inks[at + by] = ink
  return { ...scene, inks: numbered(inks) }
}

/** A separation follows one ink: bound to this one, it leaves the others. */
export function boundInk(scene: EditScene, at: number, separation: string, bound: boolean): EditScene {
  return {
    ...scene,
    inks: scene.inks.map((ink, index) => {
      const others = (ink.binding ?? []).filter((name) => name !== separation)
      const names = index === at && bound ? [...others, separation] : others
      return { ...ink, binding: names.length === 0 ? null : names }
    }),
  }
}

export function withOffers(scene: EditScene, at: number, offers: readonly OfferWire[]): EditScene {
  return changedInk(scene, at, { offers })
}

export function withPapers(scene: EditScene, papers: readonly OfferWire[]): EditScene {
  return { ...scene, papers }
}
