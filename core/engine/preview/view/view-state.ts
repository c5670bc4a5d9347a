/** The graphics state that a view follows through content: colours, overprint, and how text is shown. */
import type { PDFDict } from '@cantoo/pdf-lib'
import { readExtState } from '../../artwork/content/read-ext-state.ts'
import type { ColorSpace } from '../../pdf/space/space.ts'
import {
  initialComponents,
  type KnownInks,
  leavesPlate,
  type Paint,
  paintsNothing,
  screenOverprint,
  tintOn,
  type ViewPlates,
} from './view-inks.ts'

export interface ViewState {
  readonly fill: Paint
  readonly stroke: Paint
  readonly fillOverprint: boolean
  readonly strokeOverprint: boolean
  readonly overprintMode: 0 | 1
  /** 0 to 7 (ISO 32000-1 table 106). */
  readonly textMode: number
  readonly normalBlend: boolean
}

const BLACK: Paint = { space: { kind: 'gray' }, components: [0], device: true, pattern: false }

export const INITIAL_STATE: ViewState = {
  fill: BLACK,
  stroke: BLACK,
  fillOverprint: false,
  strokeOverprint: false,
  overprintMode: 0,
  textMode: 0,
  normalBlend: true,
}

export function withExtState(state: ViewState, dict: PDFDict): ViewState {
  const { settings } = readExtState(dict)
  return {
    ...state,
    fillOverprint: settings.fillOverprint ?? state.fillOverprint,
    strokeOverprint: settings.strokeOverprint ?? state.strokeOverprint,
    overprintMode: settings.overprintMode ?? state.overprintMode,
    normalBlend: settings.normalBlend ?? state.normalBlend,
  }
}

/** What becomes of an object in a view. */
export type Painting = 'nothing' | 'over' | 'darken'

export interface PaintingContext {
  readonly plates: ViewPlates
  readonly known: KnownInks
  /** Told of every object that several plates at once cannot show as each by itself would. */
  mixes(): void
}

/**
 * Where an object overprints some of a view's plates and leaves others, its colour on those is white, and the darker
 * of it and what lies below is taken. That is exact but for light tints of an ink over darker ones.
 */
export function paintingOf(paint: Paint, overprint: boolean, mode: 0 | 1, view: PaintingContext): Painting {
  const { plates, known } = view
  if (paintsNothing(paint.space)) return 'nothing'
  if (!overprint || paint.pattern) return 'over'
  if (plates === null) return screenOverprint(paint, mode, known)
  const printed = plates.filter((plate) => !leavesPlate(plate, paint, mode))
  if (printed.length === 0) return 'nothing'
  if (printed.length === plates.length) return 'over'
  const { space, components } = paint
  const isSolid = (plate: string) =>
    space !== null && components !== null && tintOn(plate, space, components) === 1
  if (!printed.every(isSolid)) view.mixes()
  return 'darken'
}

/** An image or a shading: zeros among its components are ink values like others (8.6.7). */
export function samplesPaint(space: ColorSpace | null): Paint {
  return { space, components: null, device: false, pattern: false }
}

/** A key that is the same where a form that takes over this state is painted in the same way. */
export function inheritanceKey(state: ViewState, idOf: (space: ColorSpace) => number): string {
  const paintKey = ({ space, components, pattern, device }: Paint, overprint: boolean) => {
    if (space === null) return pattern ? 'p' : '-'
    const zeros = overprint && device && space.kind === 'cmyk' && state.overprintMode === 1
    const stated = components ?? initialComponents(space)
    return `${idOf(space)}${zeros ? stated.map((value) => (value > 0 ? 1 : 0)).join('') : ''}`
  }
  const fill = paintKey(state.fill, state.fillOverprint)
  const stroke = paintKey(state.stroke, state.strokeOverprint)
  const flags = [state.fillOverprint, state.strokeOverprint, state.normalBlend].map(Number).join('')
  return `${fill}/${stroke}/${flags}/${state.overprintMode}/${state.textMode}`
}
