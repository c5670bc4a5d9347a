/** Rewrites a content stream so that it paints in process colours where it painted in RGB or Lab. */
import { type Operand, type Operation, readContent } from '../../pdf/content.ts'
import { nameOf, numbersOf } from '../../pdf/read-operands.ts'
import { tableEntry } from '../../pdf/space/space.ts'
import type { Inks, Separator } from './separator.ts'
import { initialOf, KEPT, type SourceSpace } from './source-space.ts'

/** The resources of the content that is rewritten. */
export interface ContentSpaces {
  readonly separator: Separator
  /** By the name that the content states; null for Pattern without colours of its own. */
  space(name: string): SourceSpace | null
  /** The space below a named Pattern space; null where the name stands for no such space. */
  underPattern(name: string): SourceSpace | null
  /** The name of a Pattern space over a device's. */
  stencilSpace(way: 'gray' | 'cmyk'): string
  /** The name of an image in place of an inline one; null where that stays. */
  inlineImage(image: NonNullable<Operation['inlineImage']>): Promise<string | null>
}

type Role = 'fill' | 'stroke'
interface Paint {
  readonly space: SourceSpace
  readonly stencil: boolean
}
type State = Readonly<Record<Role, Paint>>

const KEPT_PAINT: Paint = { space: KEPT, stencil: false }
const SOLID_BLACK: Inks = [0, 0, 0, 1]
const MAX_SAVED = 100_000

/** The content itself where nothing of it changes. */
export async function separateContent(content: Uint8Array, spaces: ContentSpaces): Promise<Uint8Array> {
  const { separator } = spaces
  const pieces: Uint8Array[] = []
  let copied = 0
  const replace = ({ start, end }: Operation, text: string) => {
    pieces.push(content.subarray(copied, start), Buffer.from(`${text}`, 'latin1'))
    copied = end
  }
  let state: State = { fill: KEPT_PAINT, stroke: KEPT_PAINT }
  const saved: State[] = []
  const set = (role: Role, space: SourceSpace, stencil = false) => {
    state = { ...state, [role]: { space, stencil } }
  }
  const inksOf = (space: SourceSpace, parts: readonly number[]): Inks =>
    separator.inksOf(space, [parts])[0] ?? SOLID_BLACK
  /** Components in the device space that `space` becomes. */
  const valuesOf = (space: SourceSpace, parts: readonly number[]): readonly number[] => {
    if (space.way === 'convert') return inksOf(space, parts)
    return space.space?.kind === 'indexed' ? tableEntry(space.space, parts[0] ?? 0) : parts
  }
  /** A table over a calibrated gray or CMYK: its entries are set one by one. */
  const isTold = ({ way, space }: SourceSpace) =>
    way !== 'keep' && way !== 'convert' && space?.kind === 'indexed'
  const paint = (operation: Operation, role: Role, space: SourceSpace, parts: readonly number[]) => {
    if (space.way === 'convert') separator.counts.paint += 1
    replace(operation, colorText(valuesOf(space, parts), role))
  }
  const device = (operation: Operation, role: Role, family: string) => {
    const space = spaces.space(family) ?? KEPT
    set(role, space)
    if (space.way === 'convert') paint(operation, role, space, numbersOf(operation.operands))
  }
  const setSpace = (operation: Operation, role: Role) => {
    const name = nameOf(operation.operands.at(-1))
    if (name === null) return
    const under = spaces.underPattern(name)
    if (under !== null) {
      set(role, under, true)
      if (under.way !== 'keep')
        replace(
          operation,
          `${spaces.stencilSpace(under.way === 'gray' ? 'gray' : 'cmyk')} ${role === 'fill' ? 'cs' : 'CS'}`,
        )
      return
    }
    const space = spaces.space(name) ?? KEPT
    set(role, space)
    if (space.way === 'convert' || isTold(space)) paint(operation, role, space, initialOf(space))
    else if (space.way !== 'keep')
      replace(operation, `/Device${space.way === 'gray' ? 'Gray' : 'CMYK'} ${role === 'fill' ? 'cs' : 'CS'}`)
  }
  const setColor = (operation: Operation, role: Role) => {
    const { space, stencil } = state[role]
    const { operands } = operation
    const parts = numbersOf(operands)
    const pattern = nameOf(operands.at(-1))
    if ((space.way !== 'convert' && !isTold(space)) || parts.length === 0) return
    if (pattern === null) return paint(operation, role, space, parts)
    if (!stencil) return
    if (space.way === 'convert') separator.counts.paint += 1
    replace(
      operation,
      `${numbers(valuesOf(space, parts))} ${nameText(operands)} ${role === 'fill' ? 'scn' : 'SCN'}`,
    )
    function nameText(all: readonly Operand[]): string {
      return `/${escaped(nameOf(all.at(-1)) ?? '')}`
    }
  }
  for (const operation of readContent(content)) {
    const { operator, inlineImage } = operation
    switch (operator) {
      case 'q':
        if (saved.length < MAX_SAVED) saved.push(state)
        break
      case 'Q':
        state = saved.pop() ?? state
        break
      case 'rg':
      case 'RG':
        device(operation, operator === 'rg' ? 'fill' : 'stroke', 'DeviceRGB')
        break
      case 'g':
      case 'G':
        set(operator === 'g' ? 'fill' : 'stroke', KEPT)
        break
      case 'k':
      case 'K':
        set(operator === 'k' ? 'fill' : 'stroke', KEPT)
        break
      case 'cs':
      case 'CS':
        setSpace(operation, operator === 'cs' ? 'fill' : 'stroke')
        break
      case 'sc':
      case 'scn':
        setColor(operation, 'fill')
        break
      case 'SC':
      case 'SCN':
        setColor(operation, 'stroke')
        break
      case 'EI': {
        const name = inlineImage === undefined ? null : await spaces.inlineImage(inlineImage)
        if (name !== null) replace(operation, `${name} Do`)
        break
      }
    }
  }
  if (copied === 0) return content
  pieces.push(content.subarray(copied))
  return Buffer.concat(pieces)
}

function escaped(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9]/g, (char) => `#${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const numbers = (values: readonly number[]) => values.map((value) => `${Number(value.toFixed(4))}`).join(' ')

function colorText(values: readonly number[], role: Role): string {
  const operator = values.length === 1 ? 'g' : 'k'
  return `${numbers(values)} ${role === 'fill' ? operator : operator.toUpperCase()}`
}
