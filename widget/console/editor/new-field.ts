/** Defaults of a newly drawn field. */
import type { EditField, EditScene } from './scene-edit.ts'
import type { FieldWire, FontChoiceWire, PlacementWire, StyleWire } from './scene-wire.ts'

export type NewKind = 'text' | 'lines' | 'selection' | 'image'

/** Of the bundled fonts the plainest, where a scene has no text to go by. */
export const PLAIN_FONT: FontChoiceWire = {
  requested: 'Arimo',
  key: 'bundled:Arimo-Regular',
  substitute: false,
}

/** How high text stands in its box: a box of one line is drawn a little higher than its text. */
const SIZE_OF_HEIGHT = 0.6
const LARGEST = 72
const SMALLEST = 4

function plainStyle(height: number, kind: NewKind): StyleWire {
  const size = kind === 'lines' ? 10 : Math.min(LARGEST, Math.max(SMALLEST, height * SIZE_OF_HEIGHT))
  const size_pt = Math.round(size * 4) / 4
  return {
    font: PLAIN_FONT,
    size_pt,
    auto_size: false,
    min_size_pt: Math.min(size_pt, Math.max(5, Math.round(size_pt * 0.6 * 4) / 4)),
    leading: 1.2,
    tracking: 0,
    min_tracking: -0.02,
    align: 'left',
    vertical_align: kind === 'lines' ? 'top' : 'middle',
    wrap: kind === 'lines',
    max_lines: null,
    comb: null,
    features: [],
    fallbacks: [],
  }
}

export interface NewFieldFacts {
  readonly uid: string
  readonly kind: NewKind
  readonly label: string
  readonly page: number
  readonly place: Pick<PlacementWire, 'box' | 'turn' | 'frame'>
  /** Height of the box in user space units, by which its text is sized. */
  readonly height: number
}

/** Font and inset follow the last text field that the scene has; its ink is the primary one. */
export function newField(
  scene: EditScene,
  { uid, kind, label, page, place, height }: NewFieldFacts,
): EditField {
  const type: FieldWire['type'] = kind === 'lines' ? 'text' : kind
  const like = scene.fields.findLast((field) => field.type === 'text')?.placements[0]
  const font = like?.style.font
  const style = plainStyle(height, kind)
  const placement: PlacementWire = {
    page,
    ...place,
    inset_pt: type === 'image' ? 0 : Math.min(2, height / 10),
    style: font === undefined ? style : { ...style, font: { ...font } },
    option: null,
    mark: null,
    baseline_pt: null,
    line: null,
    in_place: null,
    picture: type === 'image' ? { fit: 'fit', anchor: 'center' } : null,
  }
  return {
    uid,
    id: null,
    label,
    help: null,
    translations: {},
    source_name: '',
    type,
    default_value: '',
    required: false,
    locked: false,
    position_locked: false,
    max_length: null,
    options: type === 'selection' ? [] : null,
    selection_set_id: null,
    asset_tag: null,
    one_color: false,
    group: null,
    ink: null,
    ink_choice: false,
    tint: 1,
    overprint: false,
    slot: 'above',
    placements: [placement],
  }
}
