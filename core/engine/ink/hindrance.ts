/** Says in a printer's words why an ink of the artwork can never print as another. */
import type { InkHindrance, PlanInk } from './plan-ink.ts'

const BECAUSE: Readonly<Record<InkHindrance, string>> = {
  inline_image:
    'an image within the page content defines it for itself, which presses read in different ways',
  soft_mask: 'how light it shows decides how other inks print (a soft mask)',
  opi: 'an image that the press replaces (OPI) asks for it by name',
  halftone: 'it has a screen of its own, which goes by its name',
  trapping: 'the PDF is trapped, and its traps go by its name',
  postscript: 'the PDF holds PostScript code, which may print in it unseen',
  process: 'a colour space takes it for one of the process colours',
  spelling: 'its name is written in two ways, which are two plates to a press',
  malformed: 'one of its definitions is damaged',
  mixture: 'it is mixed with other inks in a way that cannot be worked out anew',
}

/** Of an ink that is not bindable. */
export function hindranceMessage({ name, hindrance }: Pick<PlanInk, 'name' | 'hindrance'>): string {
  if (hindrance == null) return `${name} was read by an earlier version; upload the PDF again to bind it.`
  return `${name} always prints as itself and cannot follow a shopper’s choice: ${BECAUSE[hindrance]}.`
}

export function isBindable(ink: PlanInk): boolean {
  return ink.hindrance === null
}
