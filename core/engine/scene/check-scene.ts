/** What makes a scene unprintable, found before it is saved. */

import { type ErrorDetail, ServiceError } from '../../errors.ts'
import { mapBox } from '../geometry/matrix.ts'
import { reservedInkName, twinInkNames } from '../ink/ink-names.ts'
import { mixOfPlateMessage } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { mixFault, mixOf } from '../ink/process-mix.ts'
import type { PlanAppearance } from '../press/plan.ts'
import type { TextStyle } from '../text/text-style.ts'
import { checkBindings } from './check-bindings.ts'
import { checkOffers } from './check-offers.ts'
import { allowsRgb, type Placement, type Scene, type SceneField, type ScenePage } from './scene.ts'

/** Readers and writers of JSON round. */
const FRAME_TOLERANCE_PT = 0.05

type Report = (param: string, message: string) => void

/**
 * Throws `invalid_scene` with one detail for each fault. `pages` are the compiled body's and must come back unchanged;
 * `earlier` holds, by id, every field that the draft may name: those of the template's revisions and those just added;
 * `fontKeys` are those of fonts that may be set; `places` counts each page's slots within the artwork, and `artwork`
 * are its separations, and `appearances` what its form draws for choices.
 */
export function checkScene(
  scene: Scene,
  pages: readonly ScenePage[],
  earlier: ReadonlyMap<string, SceneField>,
  fontKeys: ReadonlySet<string>,
  places: readonly number[] = [],
  artwork: readonly PlanInk[] = [],
  appearances: readonly PlanAppearance[] = [],
): void {
  const details: ErrorDetail[] = []
  const report: Report = (param, message) => details.push({ code: 'invalid_scene', param, message })
  if (!areSame(scene.pages, pages)) report('pages', 'Pages are read from the PDF and cannot be changed.')
  checkInks(scene, artwork, report)
  checkBindings(scene, artwork, report)
  checkOffers(scene, report)
  const seen = new Set<string>()
  for (const [at, field] of scene.fields.entries()) {
    const param = `fields[${at}]`
    if (seen.has(field.id)) report(`${param}.id`, 'Field ids must be unique.')
    seen.add(field.id)
    checkIdentity(field, earlier, param, report)
    checkField(field, scene, param, report)
    for (const [index, placement] of field.placements.entries())
      checkPlacement(
        placement,
        { pages, fontKeys, places, appearances, inks: namedInks(scene, artwork) },
        field,
        `${param}.placements[${index}]`,
        report,
      )
  }
  if (details.length === 0) return
  const first = details[0]
  throw new ServiceError('invalid_scene', {
    message: first?.message ?? 'The scene is invalid.',
    ...(first?.param === undefined ? {} : { param: first.param }),
    details,
  })
}

/** Equal as JSON is: the order of names does not matter, that of lists does. */
function areSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && areSame(one[name], other[name]))
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function checkInks(scene: Scene, artwork: readonly PlanInk[], report: Report): void {
  if (scene.inks.length === 0) report('inks', 'A scene needs at least one ink.')
  for (const [at, ink] of scene.inks.entries()) {
    if (ink.index !== at + 1) report(`inks[${at}].index`, 'Inks must be numbered from 1 in their order.')
    // A plate of the artwork keeps the name that it has there.
    const isPlate = artwork.some(({ name }) => name === ink.name)
    const reserved = isPlate ? null : reservedInkName(ink.name)
    if (reserved !== null) report(`inks[${at}].name`, reserved)
    const fault = mixFault(ink, allowsRgb(scene))
    if (fault !== null) report(`inks[${at}].${fault.member}`, fault.message)
    if (mixOf(ink) !== null) {
      if (artwork.some(({ name }) => twinInkNames([name, ink.name]) !== null))
        report(`inks[${at}].name`, mixOfPlateMessage(ink.name))
      if (ink.binding?.length)
        report(
          `inks[${at}].binding`,
          'A plate of the artwork cannot print as a process mix. Remove the binding.',
        )
    }
  }
  const twins = twinInkNames(scene.inks.map((ink) => ink.name))
  if (twins !== null) report('inks', `${twins[0]} and ${twins[1]} differ only in case or Unicode form.`)
}

function checkIdentity(
  field: SceneField,
  earlier: ReadonlyMap<string, SceneField>,
  param: string,
  report: Report,
): void {
  const before = earlier.get(field.id)
  if (before === undefined)
    report(`${param}.id`, 'No field of this template has had this id. Omit it to add a new field.')
  else if (before.type !== field.type || before.sourceName !== field.sourceName)
    report(
      `${param}.id`,
      'The type and source name of a field cannot change. To add another field, omit the id.',
    )
}

function checkField(field: SceneField, scene: Scene, param: string, report: Report): void {
  if (field.label.trim() === '') report(`${param}.label`, 'A field needs a label.')
  checkTranslations(field, param, report)
  if (field.placements.length === 0) report(`${param}.placements`, 'A field needs at least one placement.')
  if (field.ink !== null && !scene.inks.some((ink) => ink.name === field.ink))
    report(`${param}.ink`, `The scene has no ink named ${field.ink}.`)
  const options = field.type === 'image' ? null : field.options
  if ((field.type === 'selection') !== (options !== null))
    report(`${param}.options`, 'Selection fields need options; other fields cannot have any.')
  if (field.selectionSetId != null && field.type !== 'selection')
    report(`${param}.selection_set_id`, 'Only selection fields can use a selection set.')
  if (field.assetTag != null && field.type !== 'image')
    report(`${param}.asset_tag`, 'Only image fields can have an asset tag.')
  if (field.oneColor === true && field.type !== 'image')
    report(`${param}.one_color`, 'one_color applies to image fields only.')
  if (field.ownPictures != null) {
    const { minPpi, warnPpi } = field.ownPictures
    if (field.type !== 'image') report(`${param}.source`, 'source applies to image fields only.')
    if (warnPpi < minPpi) report(`${param}.warn_ppi`, 'warn_ppi cannot be less than min_ppi.')
    if (field.ownPictures.source === 'upload' && field.defaultValue !== '')
      report(`${param}.default_value`, 'A field for uploads alone cannot have a default image.')
  }
  if (field.group != null && field.type === 'image')
    report(`${param}.group`, 'Only text fields can share a size in a group.')
  const values = field.options?.map((option) => option.value) ?? []
  if (new Set(values).size !== values.length) report(`${param}.options`, 'Option values must be unique.')
  if (field.type !== 'text' && field.defaultValue !== '' && !values.includes(field.defaultValue))
    report(`${param}.default_value`, 'The default value is not one of the options.')
}

/** A tag that no browser would ever ask for is a slip of the pen; two spellings of one tag are two answers. */
function checkTranslations({ translations = {} }: SceneField, param: string, report: Report): void {
  const seen = new Set<string>()
  for (const tag of Object.keys(translations)) {
    const [canonical = null] = canonicalTags(tag)
    if (canonical === null)
      report(`${param}.translations`, `${tag} is not a language tag. Use a tag such as de or pt-BR.`)
    else if (seen.has(canonical))
      report(`${param}.translations`, `${tag} is given twice. Use one spelling of each language tag.`)
    else seen.add(canonical)
  }
}

function canonicalTags(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

interface SceneFacts {
  readonly pages: readonly ScenePage[]
  readonly fontKeys: ReadonlySet<string>
  readonly places: readonly number[]
  readonly appearances: readonly PlanAppearance[]
  readonly inks: ReadonlySet<string>
}

function namedInks({ inks }: Scene, artwork: readonly PlanInk[]): ReadonlySet<string> {
  return new Set([...inks, ...artwork].map(({ name }) => name))
}

function checkPlacement(
  placement: Placement,
  { pages, fontKeys, places, appearances, inks }: SceneFacts,
  field: SceneField,
  param: string,
  report: Report,
): void {
  const page = pages[placement.page]
  if (page === undefined) {
    report(`${param}.page`, 'The template does not have this page.')
    return
  }
  const [left, bottom, right, top] = placement.box
  if (!(right > left && top > bottom))
    report(`${param}.box`, 'A box must be given as left, bottom, right, top.')
  const [mediaLeft, mediaBottom, mediaRight, mediaTop] = page.mediaBox
  if (left < mediaLeft || bottom < mediaBottom || right > mediaRight || top > mediaTop)
    report(`${param}.box`, 'The box extends beyond the page.')
  checkAppearance(placement, appearances, param, report)
  const { style } = placement
  if (!fontKeys.has(style.font.key))
    report(`${param}.style.font.key`, `No font has the key ${style.font.key}.`)
  if (style.minSizePt > style.sizePt)
    report(`${param}.style.min_size_pt`, 'The minimum size is larger than the designed size.')
  checkLook(style, inks, param, report)
  if (style.minTracking > 0) report(`${param}.style.min_tracking`, 'The minimum tracking must be 0 or less.')
  if (placement.inPlace != null && placement.inPlace >= (places[placement.page] ?? 0))
    report(`${param}.in_place`, 'The artwork of the page does not have this place.')
  for (const [at, font] of (style.fallbacks ?? []).entries())
    if (!fontKeys.has(font.key))
      report(`${param}.style.fallbacks[${at}].key`, `No font has the key ${font.key}.`)
  if (placement.picture != null && field.type !== 'image')
    report(`${param}.picture`, 'Only image fields can place images.')
  if (field.type === 'image' && (placement.line != null || placement.option !== null))
    report(
      `${param}.${placement.line != null ? 'line' : 'option'}`,
      'An image cannot be part of a line or belong to an option.',
    )
  checkFrame(placement, param, report)
  checkLine(placement, fontKeys, param, report)
  const isOption = field.options?.some((option) => option.value === placement.option) ?? false
  if (placement.option !== null && !isOption)
    report(`${param}.option`, 'The field does not have this option.')
}

/** An ink that nobody defined would become a plate of its own. */
function checkLook({ stroke }: TextStyle, inks: ReadonlySet<string>, param: string, report: Report): void {
  if (stroke?.ink != null && !inks.has(stroke.ink))
    report(`${param}.style.stroke.ink`, `The scene has no ink named ${stroke.ink}.`)
}

/** What the form draws is known to the body alone: how many there are, and which of them take another ink. */
function checkAppearance(
  { appearance }: Placement,
  appearances: readonly PlanAppearance[],
  param: string,
  report: Report,
): void {
  if (appearance == null) return
  const planned = appearances[appearance.number]
  if (planned === undefined) report(`${param}.appearance`, 'The form of the PDF does not contain this mark.')
  else if ((planned.toned !== undefined) !== appearance.oneColor)
    report(`${param}.appearance.one_color`, 'one_color of a mark is read from the PDF and cannot be changed.')
}

/** Moving a frame without its box, or the box without its frame, is a mistake of the caller. */
function checkFrame({ frame, box }: Placement, param: string, report: Report): void {
  if (frame == null) return
  const [a, b, c, d] = frame.matrix
  if (!(Math.abs(a * d - b * c) > 1e-9)) report(`${param}.frame.matrix`, 'The frame has no area.')
  const bounds = mapBox(frame.matrix, [0, 0, frame.widthPt, frame.heightPt])
  if (bounds.some((value, at) => Math.abs(value - (box[at] ?? 0)) > FRAME_TOLERANCE_PT))
    report(`${param}.box`, 'The box must enclose the frame exactly.')
}

function checkLine({ line }: Placement, fontKeys: ReadonlySet<string>, param: string, report: Report): void {
  for (const [at, part] of (line?.parts ?? []).entries()) {
    const name = `${param}.line.parts[${at}]`
    if ((part.text === null) === (part.source === null))
      report(name, 'A part of a line must be either a text or the source name of a field.')
    if (part.font !== null && !fontKeys.has(part.font.key))
      report(`${name}.font.key`, `No font has the key ${part.font.key}.`)
    const reserved = part.ink === null ? null : reservedInkName(part.ink)
    if (reserved !== null) report(`${name}.ink`, reserved)
  }
}
