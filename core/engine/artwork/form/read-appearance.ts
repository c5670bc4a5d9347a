/** Reads the text state of a default appearance string or of a widget's appearance stream. */
import { readContent } from '../../pdf/content.ts'

/** Colour in a colour space; `space` is a device space's name or the name of a resource, its bytes as characters. */
export interface FillColor {
  readonly space: string
  readonly components: readonly number[]
}

export interface TextState {
  /** The font's resource name, its bytes as characters; null where none is set. */
  readonly font: string | null
  /** The operand of Tf, 0 where there is none (which asks for an automatic size). */
  readonly size: number
  readonly fill: FillColor | null
  /** Operands of Tc and TL, 0 where they are not set. */
  readonly letterSpacing: number
  readonly leading: number
  /** Resource name of the last graphics state parameter dictionary (gs), or null. */
  readonly graphicsState: string | null
  /** True where the stream shows text; the state is then that of the first text. */
  readonly showsText: boolean
}

export const INITIAL_TEXT_STATE: TextState = {
  font: null,
  size: 0,
  fill: null,
  letterSpacing: 0,
  leading: 0,
  graphicsState: null,
  showsText: false,
}
const DEVICE_SPACES: Readonly<Record<string, string>> = { g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }
const SHOW_TEXT = new Set(['Tj', 'TJ', "'", '"'])
const MAX_SAVED = 64

/**
 * The state in which `content` shows its first text, or the one it ends in where it shows none, as a default
 * appearance does. The text matrix is passed over: layout decides where text stands.
 */
export function readTextState(content: Uint8Array): TextState {
  let state = INITIAL_TEXT_STATE
  const saved: TextState[] = []
  for (const { operator, operands } of readContent(content)) {
    if (SHOW_TEXT.has(operator)) return { ...state, showsText: true }
    if (operator === 'q' && saved.length < MAX_SAVED) saved.push(state)
    if (operator === 'Q') state = saved.pop() ?? state
    const first = operands[0]
    const name = typeof first === 'object' && first?.kind === 'name' ? first.value : null
    const numbers = operands.filter((operand) => typeof operand === 'number')
    const device = DEVICE_SPACES[operator]
    if (operator === 'gs' && name !== null) state = { ...state, graphicsState: name }
    else if (operator === 'Tc') state = { ...state, letterSpacing: numbers[0] ?? 0 }
    else if (operator === 'TL') state = { ...state, leading: numbers[0] ?? 0 }
    else if (operator === 'Tf' && name !== null) state = { ...state, font: name, size: numbers[0] ?? 0 }
    else if (device !== undefined) state = { ...state, fill: { space: device, components: numbers } }
    else if (operator === 'cs' && name !== null) state = { ...state, fill: { space: name, components: [] } }
    else if ((operator === 'sc' || operator === 'scn') && state.fill !== null)
      state = { ...state, fill: { space: state.fill.space, components: numbers } }
  }
  return state
}
