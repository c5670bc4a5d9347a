/** Cells that a spreadsheet would run as a formula: harmless in a table that is downloaded, and as they were when it returns. */

/** The last column of failed rows that were downloaded; a table with it has returned from there. */
export const ERROR_COLUMN = 'platen_error'

/**
 * Full-width signs are read as plain ones in East Asia, and some programs skip spaces and quotes before a sign. With the
 * apostrophes that a cell begins with itself it counts too, so that just one is taken away when the table returns.
 */
const RUNS = /^(?:'*[\t\r\n]|[\s'"]*[=+\-@＝＋－＠])/

/** Decision: an apostrophe keeps spreadsheets from running a cell. */
export function harmlessCell(cell: string): string {
  return RUNS.test(cell) ? `'${cell}` : cell
}

/** The reverse. */
export function originalCell(cell: string): string {
  return cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell
}
