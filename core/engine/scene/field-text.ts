/** Cleans the texts of a form: labels, options and default values. */
import { graphemesOf } from '../text/graphemes.ts'
import { plainText } from '../text/plain-text.ts'

const MAX_LABEL = 200

/** One line: control characters and runs of white space become single spaces. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** A label of at most 200 graphemes. Decision: the `[0]` that XFA forms append to names is left out. */
export function cleanLabel(text: string): string {
  const label = cleanText(text).replace(/\[0\]$/, '')
  return label.length <= MAX_LABEL
    ? label
    : `${graphemesOf(label)
        .slice(0, MAX_LABEL - 1)
        .join('')}…`
}

/** A default value: in a field of one line its line breaks become spaces; other control characters go. */
export function cleanValue(text: string, multiline: boolean, maxLength: number | null): string {
  const lines = plainText(text).replace(/\t/g, ' ')
  const value = (multiline ? lines : lines.replace(/\n+/g, ' ')).replace(/(?!\n)\p{Cc}/gu, '')
  // Decision: a default longer than its field allows is cut, as viewers cut it.
  return maxLength === null ? value : graphemesOf(value).slice(0, maxLength).join('')
}
