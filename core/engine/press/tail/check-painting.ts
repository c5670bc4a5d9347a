/** Looks over the operators of a slot before they are written: its plates alone, each mark with its own overprint. */

/**
 * Whatever paints in process colours, or in a space that no plate was asked for. Strings are written in hexadecimal
 * digits, so no word of a shopper's can be taken for an operator.
 */
const PROCESS_COLOR = /(?:^|\s)(?:g|G|rg|RG|k|K|sc|SC|CS|SCN|sh|BI)(?=\s|$)/
/** A mark that is set in a process mix. */
const MIXED = /^(q \/\S+ gs) ((?:\S+ \S+ \S+ \S+ k)|(?:\S+ \S+ \S+ rg))$/gm
/** The colour of an outline, above its line. */
const STROKED = /^(?:(\S+ \S+ \S+ \S+ K|\S+ \S+ \S+ RG)|\/C\d+ CS \S+ SCN)(?=\n\S+ w \d j \S+ M \[\] 0 d$)/gm
const NO_MIXES: ReadonlySet<string> = new Set()
const STATED = /^q \/\S+ gs\b/gm

/**
 * `mixes` are those that marks of the slot print in, as mixText writes them. Throws a plain Error (`ink_process_leak`, `overprint_state`). Decision: our own operators are looked over where they
 * are written, and a render that failed this would be a fault of the program: it is not made, rather than made with a
 * finding that a shop may overlook. Plates of real files are compared by tests with two RIPs.
 */
export function checkPainting(operators: string, marks: number, mixes: ReadonlySet<string> = NO_MIXES): void {
  const onPlates = operators.replace(MIXED, (head, state: string, mix: string) =>
    mixes.has(mix) ? state : head,
  )
  const onlyFills = onPlates.replace(STROKED, (head, mix?: string) =>
    mix === undefined || mixes.has(mix) ? '' : head,
  )
  const leak = PROCESS_COLOR.exec(onlyFills)
  if (leak !== null) throw new Error(`ink_process_leak: a mark paints with ${leak[0].trim()}.`)
  const stated = operators.match(STATED)?.length ?? 0
  if (stated !== marks)
    throw new Error(`overprint_state: ${marks} marks state their overprint ${stated} times.`)
}
