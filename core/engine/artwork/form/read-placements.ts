/** Reads where a form field stands: which of its widgets can be seen, their boxes, turns and text styles. */

import type { PDFDict } from '@cantoo/pdf-lib'
import type { FindingCode } from '../../finding/codes.ts'
import type { Finding } from '../../finding/finding.ts'
import {
  type Box,
  contains,
  intersection,
  PAGE_TOLERANCE_PT,
  quarterTurn,
  rectangle,
} from '../../geometry/box.ts'
import { arrayEntry, asNumber, dictEntry, flagsEntry, numberEntry } from '../../pdf/read-object.ts'
import type { Placement, ScenePage } from '../../scene/scene.ts'
import type { FontInfo } from '../../text/font.ts'
import type { KeptColor } from '../keep-color.ts'
import type { KeptPaint } from '../keep-paint.ts'
import { readMark } from './read-options.ts'
import { readInset, readTextStyle } from './read-text-style.ts'
import type { FormField, FormFieldKind, Widget } from './read-widgets.ts'

/** Annotation flags, ISO 32000-1 table 165. */
const HIDDEN = 1 << 1
const NO_VIEW = 1 << 5

/** What every field of a form is read with. */
export interface Reading {
  /** The catalog's AcroForm dictionary. */
  readonly form: PDFDict | null
  readonly pages: readonly ScenePage[]
  readonly fonts: readonly FontInfo[]
}

/** Adds a finding on the field that is being read. */
export type Say = (code: FindingCode, severity: Finding['severity'], facts?: Partial<Finding>) => void

/** Page and box of the field's first widget, for findings. */
export function placeOf(field: FormField): Partial<Finding> {
  const [widget] = field.widgets
  if (widget === undefined) return {}
  const box = rectOf(widget)
  return box === null ? { page: widget.page } : { page: widget.page, bbox: box }
}

const rectOf = (widget: Widget) => rectangle(arrayEntry(widget.dict, 'Rect')?.map(asNumber))

/** Widgets that can be seen on their page, with their boxes; says why a field has none. */
export function standingWidgets(
  field: FormField,
  { pages }: Reading,
  say: Say,
): { widget: Widget; box: Box }[] {
  const standing: { widget: Widget; box: Box }[] = []
  let hidden = 0
  let outside = 0
  for (const widget of field.widgets) {
    const page = pages[widget.page]
    const rect = rectOf(widget)
    if (page === undefined || rect === null) continue
    const box = intersection(rect, page.mediaBox)
    if ((flagsEntry(widget.dict, 'F') & (HIDDEN | NO_VIEW)) !== 0) hidden++
    else if (box === null || intersection(box, page.cropBox) === null) outside++
    else {
      standing.push({ widget, box })
      if (!contains(page.mediaBox, rect, PAGE_TOLERANCE_PT / page.userUnit))
        say('field_outside_page', 'warn', {
          says: 'field_outside_page.cut',
          page: widget.page,
          bbox: box,
        })
    }
  }
  if (standing.length > 0) {
    if (outside > 0) say('field_outside_page', 'info', { says: 'field_outside_page.partly' })
  } else if (outside > 0) say('field_outside_page', 'warn', { says: 'field_outside_page.wholly' })
  else if (hidden > 0) say('field_hidden', 'info')
  else say('field_no_geometry', 'warn')
  return standing
}

interface PlacementInput extends Reading {
  readonly kind: FormFieldKind
  readonly multiline: boolean
  readonly comb: number | null
}

export interface StyledPlacement {
  readonly placement: Placement
  readonly color: KeptColor
  readonly paint: KeptPaint
  readonly overprint: boolean
}

/** `state` is what the widget of a check box or radio group switches on, null for every other field. */
export function readPlacement(
  widget: Widget,
  box: Box,
  input: PlacementInput,
  state: string | null,
): StyledPlacement {
  const characteristics = dictEntry(widget.dict, 'MK')
  const turn = quarterTurn((characteristics && numberEntry(characteristics, 'R')) ?? 0)
  const insetPt = readInset(widget.dict, box)
  const { form, fonts, multiline, comb } = input
  const userUnit = input.pages[widget.page]?.userUnit ?? 1
  const { style, color, paint, overprint } = readTextStyle({
    widget,
    form,
    fonts,
    box,
    turn,
    insetPt,
    userUnit,
    multiline,
    comb,
  })
  const mark = state === null ? null : readMark(widget, input.kind)
  return {
    placement: { page: widget.page, box, turn, insetPt, style, option: state, mark },
    color,
    paint,
    overprint,
  }
}
