/** The table of the settings as text, for `--help`. */
import { SETTINGS } from './settings.ts'

/** `further` are those of the storefront adapters. */
export function settingsHelp(
  further: readonly { readonly name: string; readonly standard?: string; readonly meaning: string }[] = [],
  width = 100,
): string {
  const all = [...Object.values(SETTINGS), ...further]
  const rows = all.map(({ name, standard = '', meaning }) => ({ name, standard, meaning }))
  const indent = Math.max(...rows.map((row) => row.name.length)) + 4
  return rows
    .map((row) => {
      const said = row.standard === '' ? row.meaning : `${row.meaning} [${row.standard}]`
      const lines = wrap(said, width - indent)
      return `  ${row.name.padEnd(indent - 2)}${lines.join(`\n${' '.repeat(indent)}`)}`
    })
    .join('\n')
}

function wrap(said: string, width: number): string[] {
  const lines: string[] = []
  for (const word of said.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
