/** Says in a printer's words why an ink of the artwork can never print as another. */
import type { InkHindrance, PlanInk } from './plan-ink.ts'

const BECAUSE: Readonly<Record<InkHindrance, string>> = {
  inline_image: 'an inline image defines it, which presses read in different ways',
  soft_mask: 'it is used in a soft mask',
  opi: 'an OPI image refers to it by name',
  halftone: 'its halftone screen refers to it by name',
  trapping: 'the traps in the PDF refer to it by name',
  postscript: 'the PDF contains PostScript code that may print it',
  process: 'a colour space uses it as a process colour',
  spelling: 'its name is encoded in two ways, which print on two plates',
  malformed: 'one of its definitions is damaged',
  mixture: 'it is mixed with other inks in a way that cannot be recalculated',
}

/** Why an ink cannot be bound. */
export function hindranceMessage({ name, hindrance }: Pick<PlanInk, 'name' | 'hindrance'>): string {
  if (hindrance == null)
    return `${name} was read by an earlier version of Platen. Upload the PDF again to bind it.`
  return `${name} always prints as itself and cannot be replaced by a chosen ink: ${BECAUSE[hindrance]}.`
}

export function isBindable(ink: PlanInk): boolean {
  return ink.hindrance === null
}
