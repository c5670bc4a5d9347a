/** Reads the placeholders of the pages' text: `{{label|settings}}` becomes a field where it stands. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import type { ProcessMix } from '../../ink/process-mix.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { type ArtworkPick, pageOfPick, type RefusedPick } from '../../scene/artwork-pick.ts'
import { cleanValue } from '../../scene/field-text.ts'
import type { SceneField, ScenePage } from '../../scene/scene.ts'
import type { FontInfo } from '../../text/font.ts'
import { colorFindings } from '../color-findings.ts'
import type { KeptColor } from '../keep-color.ts'
import type { KeptPaint } from '../keep-paint.ts'
import { missingFonts } from '../missing-fonts.ts'
import { paintFindings } from '../paint-findings.ts'
import { readTexts } from '../text/read-page-text.ts'
import { unreadableText } from '../text/read-unreadable-text.ts'
import type { TakenText } from '../text/taken-text.ts'
import { createLooks } from '../text/text-around.ts'
import { type PlaceholderPlace, placePlaceholders } from './place-placeholders.ts'
import { imageFieldOf } from './placeholder-image.ts'
import type { ReadSettings } from './placeholder-settings.ts'

export interface PlaceholderReading {
  /** With empty ids. */
  readonly fields: SceneField[]
  /** Source names of the fields without an ink of their own whose text is black. */
  readonly blackFields: ReadonlySet<string>
  /** By name the mixes that text of the pages is painted in, of fields and of other words. */
  readonly mixes: ReadonlyMap<string, ProcessMix>
  /** What leaves the artwork, and where its slots stand. */
  readonly taken: readonly TakenText[]
  /** The picks that left the artwork, and those that could not. */
  readonly picked: readonly ArtworkPick[]
  readonly refused: readonly RefusedPick[]
  readonly findings: Finding[]
}

/**
 * Every placeholder that can become a field does, and leaves the artwork; the others stay in it and are findings.
 * Places of one label are one field. Throws where `fonts` is empty and there is a placeholder.
 */
export function readPlaceholders(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  scenePages: readonly ScenePage[],
  fonts: readonly FontInfo[],
  picks: readonly ArtworkPick[] = [],
): PlaceholderReading {
  const findings: Finding[] = []
  const picked: ArtworkPick[] = []
  const refused: RefusedPick[] = []
  const mixes = new Map<string, ProcessMix>()
  const faces = { fonts, lookOf: createLooks(fonts, mixes) }
  const byPage = Map.groupBy(picks, pageOfPick)
  const places: PlaceholderPlace[] = []
  const taken: TakenText[] = []
  for (const read of readTexts(doc, pages, (page) => byPage.has(page))) {
    const { index } = read.page
    const page = scenePages[index]
    if (page === undefined) continue
    findings.push(...unreadableText(read))
    const found = placePlaceholders(read, page, faces, findings, byPage.get(index))
    byPage.delete(index)
    picked.push(...found.picks.taken)
    refused.push(...found.picks.refused)
    places.push(...found.places)
    if (found.taken !== null) taken.push(found.taken)
  }
  for (const pick of [...byPage.values()].flat()) refused.push({ pick, why: 'is no longer in the artwork' })
  const fields = gather(places)
  const blackFields = new Set(
    fields.flatMap(({ field, color }) =>
      field.ink === null && color.lost === null ? [field.sourceName] : [],
    ),
  )
  for (const gathered of fields) findings.push(...fieldFindings(gathered, fonts))
  return { fields: fields.map(({ field }) => field), blackFields, mixes, taken, picked, refused, findings }
}

interface GatheredField {
  readonly field: SceneField
  readonly color: KeptColor
  /** Of each placement. */
  readonly colors: readonly KeptColor[]
  readonly paints: readonly KeptPaint[]
}

/** One field for each label of placeholders and for each pick, in the order in which they are met. */
function gather(places: readonly PlaceholderPlace[]): GatheredField[] {
  return [...Map.groupBy(places, ({ source }) => source)].map(([sourceName, same]): GatheredField => {
    const [first] = same
    if (first === undefined) throw new Error(`No place has the source ${sourceName}.`)
    const { label } = first.read
    const stated = <Key extends keyof ReadSettings['settings']>(key: Key) =>
      same.map(({ read }) => read.settings[key]).find((value) => value !== null) ?? null
    const maxLength = stated('maxLength')
    const multiline = same.some(({ placement }) => placement.style.wrap)
    const color = same.find((one) => one.color.ink !== null)?.color ?? first.color
    const field: SceneField = {
      id: '',
      label,
      sourceName,
      type: 'text',
      defaultValue: cleanValue(stated('defaultValue') ?? '', multiline, maxLength),
      required: same.some(({ read }) => read.settings.required),
      maxLength,
      options: null,
      ...(stated('group') === null ? {} : { group: stated('group') }),
      ink: stated('ink') ?? color.ink,
      tint: color.tint,
      overprint: same.some(({ overprint }) => overprint),
      slot: 'in_place',
      placements: same.map(({ placement }) => placement),
    }
    const source = stated('source')
    const colors = same.map((one) => one.color)
    const paints = same.map((one) => one.paint)
    if (source !== null) {
      const own = { source, minPpi: stated('minPpi'), warnPpi: stated('warnPpi') }
      const oneColor = same.some(({ read }) => read.settings.oneColor)
      const { group: _, ...rest } = field
      return {
        field: { ...rest, defaultValue: '', maxLength: null, ...imageFieldOf({ ...own, oneColor }) },
        color,
        colors,
        paints,
      }
    }
    return { field, color, colors, paints }
  })
}

function fieldFindings(
  { field, color, colors, paints }: GatheredField,
  fonts: readonly FontInfo[],
): Finding[] {
  if (field.type === 'image') return []
  const params = { label: field.label }
  // An ink that the placeholder names stands instead of its colour.
  const findings = field.ink === color.ink ? colorFindings(field, color, colors) : []
  findings.push(...paintFindings(field, paints))
  return [...findings, ...missingFonts(field.placements, fonts).map((one) => ({ ...one, params }))]
}
