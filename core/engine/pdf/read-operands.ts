/** Reads numbers and names from the operands of an operator; missing ones read as 0, or as nothing. */
import type { Operand } from './content.ts'

export function number(operands: readonly Operand[], at: number): number {
  const value = operands[at]
  return typeof value === 'number' ? value : 0
}

export function numbersOf(operands: readonly Operand[]): readonly number[] {
  return areNumbers(operands) ? operands : operands.filter((operand) => typeof operand === 'number')
}

function areNumbers(operands: readonly Operand[]): operands is readonly number[] {
  return operands.every((operand) => typeof operand === 'number')
}

/** A name's bytes as characters. */
export function nameOf(operand: Operand | undefined): string | null {
  return typeof operand === 'object' && operand?.kind === 'name' ? operand.value : null
}

/** Something to show: strings stand in the arrays of TJ as well. */
export function isTextual(operand: Operand): boolean {
  if (typeof operand !== 'object' || operand === null) return false
  if (operand.kind === 'string') return !operand.isEmpty
  return operand.kind === 'array' && operand.items.some(isTextual)
}

/** An inline image that is painted in the current colour. */
export function isStencil(dict: ReadonlyMap<string, Operand>): boolean {
  return (dict.get('IM') ?? dict.get('ImageMask')) === true
}
