/** The braces of placeholders in a text, wherever it stands. */

/** How many opening braces a glyph's text has, whatever they look like. */
export function bracesIn(text: string): number {
  if (text.length === 1 && text.charCodeAt(0) < 0x7f) return text === '{' ? 1 : 0
  return plain(text).split('{').length - 1
}

/** Ligatures as their letters; hyphens and joiners that are not seen go; every space is one of the keyboard's. */
export function plain(text: string): string {
  const first = text.charCodeAt(0)
  if (text.length === 1 && first >= 0x20 && first < 0x7f) return text
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/\s/g, ' ')
}
