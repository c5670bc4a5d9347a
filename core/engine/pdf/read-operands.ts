/** Takes numbers and names from the operands of an operator; what is missing reads as 0, or as nothing. */
import type { Operand } from './content.ts'

export function number(operands: readonly Operand[], at: number): number {
  const value = operands[at]
  return typeof value === 'number' ? value : 0
}

export function numbersOf(operands: readonly Operand[]): number[] {
  return operands.filter((operand) => typeof operand === 'number')
}

/** A name's bytes as characters. */
export function nameOf(operand: Operand | undefined): string | null {
  return typeof operand === 'object' && operand?.kind === 'name' ? operand.value : null
}
