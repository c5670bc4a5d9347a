/** The inks and papers that a shopper can choose, and the fill's colours after a choice. */
import { shownHex } from '../../core/engine/ink/process-inks.ts'
import { mixEntries, mixHex } from '../../core/engine/ink/process-mix.ts'
import type { ColorGroup } from './content.ts'
import type { Tile } from './radio-tiles.tsx'
import type { ColorWire, FieldWire, InkWire, OfferWire } from './wire.ts'

/** What of a template the choice of inks and papers depends on. */
export interface InkTemplate {
  readonly fields: readonly Pick<FieldWire, 'id' | 'ink'>[]
  readonly scene_summary: {
    readonly inks: readonly InkWire[]
    readonly papers: readonly OfferWire[]
  }
}

/** One ink of the palette with what may stand in its place. */
export interface InkChoice {
  readonly index: number
  readonly chosen: OfferWire
  readonly offers: readonly OfferWire[]
  /** Names that another ink of the palette has taken. */
  readonly taken: ReadonlySet<string>
}

export function paletteOf({ scene_summary }: InkTemplate, content: ColorGroup): readonly ColorWire[] {
  return content.colors ?? scene_summary.inks
}

export function inkChoices(template: InkTemplate, content: ColorGroup): readonly InkChoice[] {
  const palette = paletteOf(template, content)
  return template.scene_summary.inks.flatMap((ink) => {
    const chosen = palette.find(({ index }) => index === ink.index)
    if (chosen === undefined || ink.offers.length === 0) return []
    const all = [offerOf(ink), ...ink.offers]
    const offers = all.some(({ name }) => name === chosen.name) ? all : [offerOf(chosen), ...all]
    const taken = new Set(palette.filter(({ index }) => index !== ink.index).map(({ name }) => name))
    return [{ index: ink.index, chosen: offerOf(chosen), offers, taken }]
  })
}

/**
 * Decision: with a palette of its own a fill prints every field in ink 1 unless an assignment says otherwise; so that
 * a choice of ink changes that ink alone, the fields' own inks become assignments with it.
 */
export function chooseInk(
  template: InkTemplate,
  content: ColorGroup,
  index: number,
  offer: OfferWire,
): Pick<ColorGroup, 'colors' | 'assignments'> {
  const colors = paletteOf(template, content).map((ink) => ({
    index: ink.index,
    ...offerOf(ink.index === index ? offer : ink),
  }))
  const own = template.fields.filter(({ ink }) => ink !== 1 && colors.some((color) => color.index === ink))
  const assignments = {
    ...(content.colors === null ? Object.fromEntries(own.map(({ id, ink }) => [id, ink])) : {}),
    ...content.assignments,
  }
  return { colors, assignments }
}

/** The inks that a field's text can be set in. */
export function fieldInks(template: InkTemplate, content: ColorGroup): readonly ColorWire[] {
  const technical = new Set(
    template.scene_summary.inks.filter((ink: InkWire) => ink.technical).map(({ index }) => index),
  )
  return paletteOf(template, content).filter(({ index }) => !technical.has(index))
}

export function inkOf(field: Pick<FieldWire, 'id' | 'ink'>, content: ColorGroup): number {
  return content.assignments[field.id] ?? (content.colors === null ? field.ink : 1)
}

export function assignInk(
  content: ColorGroup,
  field: Pick<FieldWire, 'id'>,
  index: number,
): Pick<ColorGroup, 'assignments'> {
  return { assignments: { ...content.assignments, [field.id]: index } }
}

/** A process mix stays one: without its parts it would be a plate. */
function offerOf({ key, name, hex, ...mix }: OfferWire): OfferWire {
  return { key, name, hex, ...mixEntries(mix) }
}

/** An ink to choose, in the colour in which previews show it; `note` says why it cannot be chosen. */
export function inkTile(ink: OfferWire, table: string | null | undefined, note: string | null): Tile {
  const { name, hex } = ink
  // A process ink has the colour of its plate, a mix that of its tints.
  const shown = mixHex(ink, table ?? null) ?? shownHex(name, hex, [], table ?? null)
  return { value: name, label: name, note, disabled: note !== null, imageUrl: null, hex: shown }
}

export function paperTile({ key, name, hex }: OfferWire): Tile {
  return { value: key, label: name, note: null, disabled: false, imageUrl: null, hex }
}
