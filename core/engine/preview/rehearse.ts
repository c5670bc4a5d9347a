/** A page that nobody ordered, laid out so that the first shopper after a start does not wait for what is slow once. */

import type { Box } from '../geometry/box.ts'
import type { Scene, SceneField, ScenePage } from '../scene/scene.ts'
import type { Fonts } from '../text/fonts.ts'
import type { TextStyle } from '../text/text-style.ts'
import { prepareDrawing } from './prepare.ts'
import { fittedSize } from './preview-size.ts'

const BOX: Box = [0, 0, 300, 200]
const PAGE: ScenePage = {
  index: 0,
  mediaBox: BOX,
  cropBox: BOX,
  bleedBox: BOX,
  trimBox: BOX,
  trimStated: true,
  rotate: 0,
  userUnit: 1,
  widthPt: 300,
  heightPt: 200,
}
/** The second is laid out by code that has run before; more make little difference. */
const ROUNDS = 2

/** Reads a font of the library, starts what shapes text, and runs through all of a layout; some tens of ms. */
export function rehearseLayout(fonts: Fonts): void {
  const [font] = fonts.list()
  if (font === undefined) return
  const scene = sceneIn(font.key)
  for (let round = 0; round < ROUNDS; round += 1) {
    const values = { fld_rehearsal: `Annabel & Jonathan ${round}` }
    const content = { values, colors: null, assignments: {}, substrate: null }
    prepareDrawing({ scene, inks: [], content }, PAGE, fittedSize(PAGE, 880), fonts)
  }
}

function sceneIn(key: string): Scene {
  const style: TextStyle = {
    font: { requested: key, key, substitute: false },
    sizePt: 12,
    autoSize: false,
    minSizePt: 6,
    leading: 1.2,
    tracking: 0,
    minTracking: -0.01,
    align: 'left',
    verticalAlign: 'middle',
    wrap: false,
    maxLines: null,
    comb: null,
    features: [],
  }
  const field: SceneField = {
    id: 'fld_rehearsal',
    label: 'Rehearsal',
    sourceName: 'rehearsal',
    type: 'text',
    defaultValue: '',
    required: false,
    maxLength: null,
    options: null,
    ink: null,
    tint: 1,
    overprint: false,
    slot: 'above',
    placements: [{ page: 0, box: [20, 20, 220, 50], turn: 0, insetPt: 2, style, option: null, mark: null }],
  }
  const ink = { index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false }
  return { version: 1, pages: [PAGE], inks: [ink], fields: [field], textOutput: 'live' }
}
