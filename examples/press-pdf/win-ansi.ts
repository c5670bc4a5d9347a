/** WinAnsiEncoding (ISO 32000-1 annex D.2): the one-byte codes in which form fields write their text. */

/** Characters of the codes 0x80 to 0x9F; null where the encoding has none. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Unicode of each code from 0 to 255, null where there is no character. */
export const WIN_ANSI: readonly (number | null)[] = Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20 || code === 0x7f) return null
  if (code < 0x80 || code > 0x9f) return code
  const character = UPPER[code - 0x80]
  return character && character !== ' ' ? character.charCodeAt(0) : null
})

const CODES = new Map(
  WIN_ANSI.flatMap((unicode, code) => (unicode === null ? [] : [[unicode, code] as const])),
)

/** The code of a character. Throws for what the encoding does not have: our own texts must stay within it. */
export function winAnsiCode(character: string): number {
  const code = CODES.get(character.codePointAt(0) ?? 0)
  if (code === undefined) throw new Error(`WinAnsiEncoding has no ${JSON.stringify(character)}.`)
  return code
}
