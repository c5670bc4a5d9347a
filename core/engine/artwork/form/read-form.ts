/** Reads the form of a PDF: which fields can be filled, where they stand and how their text is set. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Finding, FindingParams } from '../../finding/finding.ts'
import type { ProcessMix } from '../../ink/process-mix.ts'
import { asLongText, asNumber, asText, textEntry } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import { createValueKeys } from '../../pdf/value-keys.ts'
import { cleanLabel, cleanValue } from '../../scene/field-text.ts'
import type { Placement, SceneField, ScenePage } from '../../scene/scene.ts'
import type { FontInfo } from '../../text/font.ts'
import { colorFindings } from '../color-findings.ts'
import type { KeptColor } from '../keep-color.ts'
import type { KeptPaint } from '../keep-paint.ts'
import { missingFonts } from '../missing-fonts.ts'
import { paintFindings } from '../paint-findings.ts'
import { type Appearances, createAppearances, type UsedAppearance } from './appearances.ts'
import { colorOfLooks, overprintOfLooks, placeLook, readLooks, reportLooks } from './button-looks.ts'
import { readFieldTree } from './read-field-tree.ts'
import { isPictureButton, readIconFit, readIconInset } from './read-icon.ts'
import { lostChoices, readButtons, readChoice, type Selection } from './read-options.ts'
import { placeOf, type Reading, readPlacement, type Say, standingWidgets } from './read-placements.ts'
import { readScripts } from './read-scripts.ts'
import { createSymbolFonts } from './read-symbol-fonts.ts'
import { createToneReader, type ToneReader } from './read-tones.ts'
import { type FormField, fieldAttribute, readFormFields } from './read-widgets.ts'

/** Field flags, ISO 32000-1 tables 221 and 228. */
const READ_ONLY = 1 << 0
const REQUIRED = 1 << 1
const MULTILINE = 1 << 12
const PASSWORD = 1 << 13
const FILE_SELECT = 1 << 20
const COMB = 1 << 24
const RICH_TEXT = 1 << 25

/** Flags of a combo box into which a value of one's own may be typed, ISO 32000-1 table 230. */
const EDITABLE_COMBO = (1 << 17) | (1 << 18)

const MAX_LENGTH = 100_000

export interface FormReading {
  readonly fields: SceneField[]
  /** Source names of the fields without an ink of their own whose text is black. */
  readonly blackFields: ReadonlySet<string>
  /** By name the mixes that fields are set in. */
  readonly mixes: ReadonlyMap<string, ProcessMix>
  readonly findings: Finding[]
  /** What the form draws for choices, in the order in which placements count it. */
  readonly appearances: readonly UsedAppearance[]
}

/**
 * The form's fields in the order in which they stand on the pages, with empty ids, and findings on reading them. What a
 * shopper cannot fill is left out: push buttons without a place for a picture, signatures, hidden fields and fields that stand on no page.
 * Throws `pdf_too_complex` above 10,000 widgets.
 */
export function readForm(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  scenePages: readonly ScenePage[],
  fonts: readonly FontInfo[],
  tones: ToneReader = createToneReader(createSymbolFonts(doc.context, null)),
): FormReading {
  const tree = readFieldTree(doc)
  const findings: Finding[] = []
  const appearances = createAppearances(createValueKeys(doc.catalog))
  const reading: Reading & Drawing = { form: tree.form, pages: scenePages, fonts, tones, appearances }
  const fields: SceneField[] = []
  const bearers = new Map<string, number>()
  const sources = new Set<string>()
  const blackFields = new Set<string>()
  const mixes = new Map<string, ProcessMix>()
  for (const formField of readFormFields(pages, tree)) {
    const read = readField(formField, reading, findings)
    if (read === null) continue
    const { field } = read
    // Fields of two types with one name, and fields without a name, are numbered.
    let { sourceName } = field
    let bearer = (bearers.get(field.sourceName) ?? 0) + 1
    if (bearer > 1) sourceName = `${field.sourceName} (${bearer})`
    while (sources.has(sourceName)) sourceName = `${field.sourceName} (${++bearer})`
    bearers.set(field.sourceName, bearer)
    sources.add(sourceName)
    if (read.black) blackFields.add(sourceName)
    const { ink, mix } = read.color
    if (ink !== null && mix !== null) mixes.set(ink, mix)
    for (const { stroke, strokeMix } of read.paints)
      if (stroke?.ink != null && strokeMix !== null) mixes.set(stroke.ink, strokeMix)
    fields.push({ ...field, sourceName, label: field.label === '' ? sourceName : field.label })
  }
  return { fields, blackFields, mixes, findings, appearances: appearances.list() }
}

interface ReadField {
  readonly field: SceneField
  readonly color: KeptColor
  readonly paints: readonly KeptPaint[]
  readonly black: boolean
}

/** What marks of choices are read with. */
interface Drawing {
  readonly tones: ToneReader
  readonly appearances: Appearances
}

function readField(field: FormField, reading: Reading & Drawing, findings: Finding[]): ReadField | null {
  const label = labelOf(field)
  const params = { label: label === '' ? ['unnamed'] : label }
  const say: Say = (code, severity, facts = {}) =>
    findings.push({ code, severity, params, ...placeOf(field), ...facts })

  if (field.kind === 'signature') {
    if (fieldAttribute(field, 'V') !== null) say('pdf_signed', 'warn', { says: 'pdf_signed.field' })
    return null
  }
  const isPicture = field.kind === 'push' && isPictureButton(field)
  if (field.kind === 'push' && !isPicture) return null
  const isFile = field.kind === 'text' && (field.flags & FILE_SELECT) !== 0
  if (field.kind === 'unknown' || isFile) {
    // A field with neither type nor widget is an empty branch of the tree.
    if (isFile) say('field_type_unsupported', 'info', { says: 'field_type_unsupported.file' })
    else if (field.widgets.length > 0) say('field_type_unsupported', 'info')
    return null
  }
  const stands = standingWidgets(field, reading, say)
  if (stands.length === 0) return null

  const widgets = stands.map(({ widget }) => widget)
  const buttons = field.kind === 'check' || field.kind === 'radio' ? readButtons(field, widgets) : null
  const selection = buttons ?? (field.kind === 'choice' && !isFreeCombo(field) ? readChoice(field) : null)
  const isText = selection === null && !isPicture
  if (selection?.options.length === 0) {
    say('field_options_missing', 'warn')
    return null
  }

  const isTextField = field.kind === 'text'
  const multiline = isTextField && (field.flags & MULTILINE) !== 0
  const maxLength = isTextField ? maxLengthOf(field) : null
  // ISO 32000-1 table 228: combs exclude lines and passwords, and need a length.
  const comb = isTextField && !multiline && (field.flags & (COMB | PASSWORD)) === COMB ? maxLength : null
  const styled = stands.map(({ widget, box }, at) =>
    readPlacement(
      widget,
      box,
      { ...reading, kind: field.kind, multiline, comb },
      buttons?.states[at] ?? null,
    ),
  )
  const looks = buttons === null ? [] : readLooks(stands, styled, reading.tones)
  const stated = styled.find((one) => one.color.ink !== null)?.color ?? styled[0]!.color
  const color = colorOfLooks(looks) ?? stated
  const placements = styled.map(({ placement }, at): Placement => {
    const stand = stands[at]
    const look = looks[at]
    if (typeof look === 'object') return { ...placement, appearance: placeLook(look, color, reading) }
    if (!isPicture || stand === undefined) return placement
    const insetPt = readIconInset(stand.widget, stand.box)
    return { ...placement, insetPt, picture: readIconFit(stand.widget) }
  })

  // Decision: the icon that a button holds is a sample; a picture to print is one of the catalogue.
  const defaultValue = isText ? defaultText(field, multiline, maxLength) : (selection?.defaultValue ?? '')
  if ((field.flags & READ_ONLY) !== 0) say('field_read_only', 'info')
  if (isTextField && (field.flags & RICH_TEXT) !== 0) say('field_rich_text', 'info')
  for (const { code, way } of readScripts(field, reading))
    say(code, code === 'field_validated' ? 'info' : 'warn', {
      params: { ...params, way, value: defaultValue === '' ? 'none' : 'some', shown: defaultValue },
    })
  if (field.kind === 'choice') reportLostChoices(field, selection, say, params)
  reportLooks(looks, placements, say)
  if (buttons === null && !isPicture)
    for (const { code, severity, ...facts } of missingFonts(placements, reading.fonts))
      say(code, severity, facts)

  const scene: SceneField = {
    id: '',
    label,
    sourceName: field.name === '' ? 'unnamed' : field.name,
    type: isPicture ? 'image' : isText ? 'text' : 'selection',
    defaultValue,
    required: (field.flags & REQUIRED) !== 0,
    maxLength,
    options: selection?.options ?? null,
    ink: color.ink,
    tint: color.tint,
    overprint: styled.some((one) => one.overprint) || overprintOfLooks(looks, placements),
    slot: 'above',
    placements,
  }
  // What a form draws by itself keeps its colours.
  const set = placements.flatMap((placement, at) => (placement.appearance == null ? [at] : []))
  const shown = { ...scene, placements: set.map((at) => placements[at]!) }
  const paints = set.map((at) => styled[at]!.paint)
  if (!isPicture) {
    const colors = set.map((at) => styled[at]!.color)
    findings.push(...colorFindings(shown, color, colors), ...paintFindings(shown, paints))
  }
  return { field: scene, paints, color, black: color.ink === null && color.lost === null }
}

/** Reports further choices and free text as lost, because a selection takes one of its options. */
function reportLostChoices(
  field: FormField,
  selection: Selection | null,
  say: Say,
  params: FindingParams,
): void {
  if (selection === null) return
  const { dropped, isMultiple, takesOwnText } = lostChoices(field, selection)
  if (dropped.length > 0)
    say('field_single_choice', 'warn', {
      says: 'field_single_choice.dropped',
      params: { ...params, dropped },
    })
  else if (isMultiple) say('field_single_choice', 'warn')
  if (takesOwnText) say('field_own_text', 'warn')
}

/** The alternate name, which viewers show to people, or else the partial name. */
function labelOf(field: FormField): string {
  const own = field.chain[0]
  const [widget, another] = field.widgets
  // The widgets of a group are named for what each of them switches on.
  const ofWidget = widget !== undefined && another === undefined ? textEntry(widget.dict, 'TU') : null
  const name = own === undefined ? null : (textEntry(own, 'TU') ?? ofWidget ?? textEntry(own, 'T'))
  const label = cleanLabel(name ?? '')
  if (label !== '') return label
  // Decision: an ancestor's alternate name would give all its fields one label, so it comes last.
  return (
    cleanLabel(field.name.split('.').at(-1) ?? '') || cleanLabel(asText(fieldAttribute(field, 'TU')) ?? '')
  )
}

function maxLengthOf(field: FormField): number | null {
  const length = Math.trunc(asNumber(fieldAttribute(field, 'MaxLen')) ?? 0)
  return length > 0 && length <= MAX_LENGTH ? length : null
}

function defaultText(field: FormField, multiline: boolean, maxLength: number | null): string {
  // Decision: what a password field holds is not shown to a shopper.
  if (field.kind === 'text' && (field.flags & PASSWORD) !== 0) return ''
  const text = asLongText(fieldAttribute(field, 'V')) ?? asLongText(fieldAttribute(field, 'DV')) ?? ''
  return cleanValue(text, multiline, maxLength)
}

/** A combo box without a list, into which anything may be typed, is a text field in disguise. */
function isFreeCombo(field: FormField): boolean {
  return (field.flags & EDITABLE_COMBO) === EDITABLE_COMBO && fieldAttribute(field, 'Opt') === null
}
