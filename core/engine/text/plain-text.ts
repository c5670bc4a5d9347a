/** Text in the one form in which it is kept, counted, compared and set, by the service and in the browser. */

/** Line breaks of all systems: vertical tabs come from word processors, form feeds and U+0085 from old systems. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Accents composed, and line breaks of one kind (`\n`). */
export function plainText(text: string): string {
  return withLineBreaks(composed(text))
}

export function withLineBreaks(text: string): string {
  return text.replace(LINE_BREAKS, '\n')
}

/** Breaks become spaces, so that no two words run together. */
export function oneLine(text: string): string {
  return withLineBreaks(text).replace(/\n/g, ' ')
}

/**
 * Unicode form C, but for characters that it replaces by one other character (singletons), such as compatibility
 * ideographs: names are registered with them. Decision: they stay as typed; a font without them sets the other.
 */
export function composed(text: string): string {
  if (text.normalize('NFC') === text) return text
  let whole = ''
  let part = ''
  for (const character of text) {
    if (isSingleton(character)) {
      whole += part.normalize('NFC') + character
      part = ''
    } else part += character
  }
  return whole + part.normalize('NFC')
}

/** Marks are no characters of their own: they compose with their letter. */
function isSingleton(character: string): boolean {
  const other = character.normalize('NFC')
  return other !== character && [...other].length === 1 && !/\p{M}/u.test(character)
}
