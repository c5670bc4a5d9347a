/** The scene as it goes over the wire, in snake_case, and back. */

import type { Box } from '../../../core/engine/geometry/box.ts'
import { hindranceMessage, isBindable } from '../../../core/engine/ink/hindrance.ts'
import { mixEntries, mixHex } from '../../../core/engine/ink/process-mix.ts'
import type { Plan } from '../../../core/engine/press/plan.ts'
import type {
  Frame,
  Placement,
  Scene,
  SceneField,
  ScenePage,
  TextLine,
} from '../../../core/engine/scene/scene.ts'
import { DEFAULT_OWN_PICTURES } from '../../../core/engine/scene/scene.ts'
import type { SceneDraft } from '../../../core/service/template/revise.ts'
import type { BoxWire } from './placement-schema.ts'
import type { SceneDraftWire, SceneWire, SeparationsWire } from './scene-schema.ts'
import { styleOf, styleWire } from './style-wire.ts'

type FieldWire = SceneWire['fields'][number]
type PlacementWire = FieldWire['placements'][number]

/** Process inks show by `table`, that of an output profile, where there is one. */
export function sceneWire(scene: Scene, table: string | null = null): SceneWire {
  return {
    version: scene.version,
    pages: scene.pages.map((page) => ({
      index: page.index,
      media_box: boxWire(page.mediaBox),
      crop_box: boxWire(page.cropBox),
      bleed_box: boxWire(page.bleedBox),
      trim_box: boxWire(page.trimBox),
      trim_stated: page.trimStated,
      rotate: page.rotate,
      user_unit: page.userUnit,
      width_pt: page.widthPt,
      height_pt: page.heightPt,
    })),
    inks: scene.inks.map((ink) => ({
      ...ink,
      hex: mixHex(ink, table) ?? ink.hex,
      binding: ink.binding == null ? null : [...ink.binding],
      offers: (ink.offers ?? []).map((offer) => ({ ...offer, hex: mixHex(offer, table) ?? offer.hex })),
    })),
    papers: (scene.papers ?? []).map((paper) => ({ ...paper })),
    text_output: scene.textOutput,
    allow_rgb: scene.allowRgb ?? null,
    black_overprint_pt: scene.blackOverprintPt ?? null,
    fields: scene.fields.map(fieldWire),
  }
}

function fieldWire(field: SceneField): FieldWire {
  return {
    id: field.id,
    label: field.label,
    help: field.help ?? null,
    translations: { ...field.translations },
    source_name: field.sourceName,
    type: field.type,
    default_value: field.defaultValue,
    required: field.required,
    locked: field.locked ?? false,
    position_locked: field.positionLocked ?? false,
    max_length: field.maxLength,
    options: field.options?.map(({ value, label }) => ({ value, label })) ?? null,
    selection_set_id: field.selectionSetId ?? null,
    asset_tag: field.assetTag ?? null,
    one_color: field.oneColor ?? false,
    ...(field.type === 'image' ? ownPicturesWire(field) : {}),
    group: field.group ?? null,
    ink: field.ink,
    ink_choice: field.inkChoice ?? false,
    tint: field.tint,
    overprint: field.overprint,
    slot: field.slot,
    placements: field.placements.map(placementWire),
  }
}

function placementWire({ style, ...placement }: Placement): PlacementWire {
  return {
    page: placement.page,
    box: boxWire(placement.box),
    turn: placement.turn,
    inset_pt: placement.insetPt,
    style: styleWire(style),
    option: placement.option,
    mark: placement.mark,
    baseline_pt: placement.baselinePt ?? null,
    frame: placement.frame == null ? null : frameWire(placement.frame),
    line: placement.line == null ? null : lineWire(placement.line),
    in_place: placement.inPlace ?? null,
    picture: placement.picture == null ? null : { ...placement.picture },
    appearance:
      placement.appearance == null
        ? null
        : { number: placement.appearance.number, one_color: placement.appearance.oneColor },
  }
}

function frameWire({ matrix, widthPt, heightPt }: Frame): NonNullable<PlacementWire['frame']> {
  return { matrix: [...matrix], width_pt: widthPt, height_pt: heightPt }
}

function lineWire({ parts, keepWhenEmpty, stretchEm = null }: TextLine): NonNullable<PlacementWire['line']> {
  return {
    parts: parts.map((part) => ({ ...part, font: part.font === null ? null : { ...part.font } })),
    keep_when_empty: keepWhenEmpty,
    stretch_em: stretchEm,
  }
}

function boxWire([left, bottom, right, top]: Box): BoxWire {
  return [left, bottom, right, top]
}

/** The separations of the artwork that a scene's inks can be bound to, and why others cannot. */
export function separationsWire({ inks }: Plan): SeparationsWire {
  return inks.map((ink) => {
    const bindable = isBindable(ink)
    return { name: ink.name, hex: ink.hex, bindable, reason: bindable ? null : hindranceMessage(ink) }
  })
}

export function sceneOf(wire: SceneDraftWire): SceneDraft {
  return {
    version: wire.version,
    pages: wire.pages.map(
      (page): ScenePage => ({
        index: page.index,
        mediaBox: page.media_box,
        cropBox: page.crop_box,
        bleedBox: page.bleed_box,
        trimBox: page.trim_box,
        trimStated: page.trim_stated,
        rotate: page.rotate,
        userUnit: page.user_unit,
        widthPt: page.width_pt,
        heightPt: page.height_pt,
      }),
    ),
    inks: wire.inks.map(({ index, key, name, hex, technical, binding, offers = [], ...mix }) => ({
      ...{ index, key, name, hex: mixHex(mix) ?? hex, technical },
      ...mixEntries(mix),
      ...(binding == null ? {} : { binding }),
      ...(offers.length === 0
        ? {}
        : { offers: offers.map((offer) => ({ ...offer, hex: mixHex(offer) ?? offer.hex })) }),
    })),
    ...(wire.papers === undefined || wire.papers.length === 0 ? {} : { papers: wire.papers }),
    fields: wire.fields.map((field) => ({ id: field.id ?? null, ...fieldOf(field) })),
    textOutput: wire.text_output,
    ...(wire.allow_rgb == null ? {} : { allowRgb: wire.allow_rgb }),
    ...(wire.black_overprint_pt == null ? {} : { blackOverprintPt: wire.black_overprint_pt }),
  }
}

function fieldOf(field: SceneDraftWire['fields'][number]): Omit<SceneField, 'id'> {
  return {
    label: field.label,
    ...(field.help == null || field.help.trim() === '' ? {} : { help: field.help }),
    ...(Object.keys(field.translations ?? {}).length === 0 ? {} : { translations: field.translations }),
    sourceName: field.source_name,
    type: field.type,
    defaultValue: field.default_value,
    required: field.required,
    ...(field.locked === true ? { locked: true } : {}),
    ...(field.position_locked === true ? { positionLocked: true } : {}),
    maxLength: field.max_length,
    options: field.options,
    ...(field.selection_set_id == null ? {} : { selectionSetId: field.selection_set_id }),
    ...(field.asset_tag == null ? {} : { assetTag: field.asset_tag }),
    ...(field.one_color === true ? { oneColor: true } : {}),
    ...ownPicturesOf(field),
    ...(field.group == null ? {} : { group: field.group }),
    ink: field.ink,
    ...(field.ink_choice === true ? { inkChoice: true } : {}),
    tint: field.tint,
    overprint: field.overprint,
    slot: field.slot,
    placements: field.placements.map(placementOf),
  }
}

function placementOf({ style, ...placement }: PlacementWire): Placement {
  return {
    page: placement.page,
    box: placement.box,
    turn: placement.turn,
    insetPt: placement.inset_pt,
    style: styleOf(style),
    option: placement.option,
    mark: placement.mark,
    ...placeOf(placement),
  }
}

function lineOf({ parts, keep_when_empty, stretch_em }: NonNullable<PlacementWire['line']>): TextLine {
  return {
    parts,
    keepWhenEmpty: keep_when_empty,
    ...(stretch_em == null ? {} : { stretchEm: stretch_em }),
  }
}

/** Null is as good as not there. */
function placeOf({
  baseline_pt,
  frame,
  line,
  in_place,
  picture,
  appearance,
}: Omit<PlacementWire, 'style'>): Partial<Placement> {
  return {
    ...(baseline_pt == null ? {} : { baselinePt: baseline_pt }),
    ...(frame == null
      ? {}
      : { frame: { matrix: frame.matrix, widthPt: frame.width_pt, heightPt: frame.height_pt } }),
    ...(line == null ? {} : { line: lineOf(line) }),
    ...(in_place == null ? {} : { inPlace: in_place }),
    ...(picture == null ? {} : { picture }),
    ...(appearance == null
      ? {}
      : { appearance: { number: appearance.number, oneColor: appearance.one_color } }),
  }
}

/** What customers may upload into the field, for the template editor and the widget. */
function ownPicturesWire({ ownPictures }: SceneField) {
  const { source, minPpi, warnPpi, kinds, maxBytes } = ownPictures ?? {
    ...DEFAULT_OWN_PICTURES,
    source: 'catalogue' as const,
  }
  return { source, min_ppi: minPpi, warn_ppi: warnPpi, kinds: [...kinds], max_bytes: maxBytes }
}

function ownPicturesOf(field: SceneDraftWire['fields'][number]): Pick<SceneField, 'ownPictures'> {
  const { source = 'catalogue', min_ppi, warn_ppi, kinds, max_bytes } = field
  if (source === 'catalogue') return {}
  const { minPpi, warnPpi, kinds: usual, maxBytes } = DEFAULT_OWN_PICTURES
  return {
    ownPictures: {
      source,
      minPpi: min_ppi ?? minPpi,
      warnPpi: warn_ppi ?? Math.max(warnPpi, min_ppi ?? 0),
      kinds: kinds ?? usual,
      maxBytes: max_bytes ?? maxBytes,
    },
  }
}
