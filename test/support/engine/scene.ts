/** Scenes for tests of pure code: one page, and fields given by what matters to the test. */

import type { Box } from '../../../core/engine/geometry/box.ts'
import type { Placement, Scene, SceneField, SceneInk, ScenePage } from '../../../core/engine/scene/scene.ts'
import type { TextStyle } from '../../../core/engine/text/text-style.ts'

export const TEST_FONT = 'bundled:Tinos-Regular'

export function testPage(box: Box = [0, 0, 300, 200], changes: Partial<ScenePage> = {}): ScenePage {
  return {
    index: 0,
    mediaBox: box,
    cropBox: box,
    bleedBox: box,
    trimBox: box,
    trimStated: true,
    rotate: 0,
    userUnit: 1,
    widthPt: box[2] - box[0],
    heightPt: box[3] - box[1],
    ...changes,
  }
}

export function testStyle(changes: Partial<TextStyle> = {}): TextStyle {
  return {
    font: { requested: 'Tinos-Regular', key: TEST_FONT, substitute: false },
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
    ...changes,
  }
}

export function testPlacement(changes: Partial<Placement> = {}): Placement {
  return {
    page: 0,
    box: [20, 20, 220, 50],
    turn: 0,
    insetPt: 2,
    style: testStyle(),
    option: null,
    mark: null,
    ...changes,
  }
}

export function testField(id: string, changes: Partial<SceneField> = {}): SceneField {
  return {
    id,
    label: id.replace(/^fld_/, ''),
    sourceName: id,
    type: 'text',
    defaultValue: '',
    required: false,
    maxLength: null,
    options: null,
    ink: null,
    tint: 1,
    overprint: false,
    slot: 'above',
    placements: [testPlacement()],
    ...changes,
  }
}

export function testInk(index: number, name: string, hex = '#000000'): SceneInk {
  return { index, key: name.toLowerCase(), name, hex, technical: false }
}

export function testScene(fields: readonly SceneField[], changes: Partial<Scene> = {}): Scene {
  return {
    version: 1,
    pages: [testPage()],
    inks: [testInk(1, 'Black')],
    fields,
    textOutput: 'live',
    ...changes,
  }
}
