/** PDF syntax as the tail writes it: numbers, names and text strings (ISO 32000-1 7.3). */

/** A real number with at most `digits` decimals, never in exponent form, without trailing zeros. */
export function real(value: number, digits = 4): string {
  if (Number.isInteger(value)) return `${value}`
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  if (Object.is(rounded, -0)) return '0'
  const text = `${rounded}`
  if (!text.includes('e')) return text
  return rounded.toFixed(digits)
}

/** A name object: UTF-8 bytes, everything but ASCII letters and digits as #XX (7.3.5). */
export function name(text: string): string {
  let written = '/'
  for (const byte of new TextEncoder().encode(text)) {
    const plain =
      (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
    written += plain ? String.fromCharCode(byte) : `#${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return written
}

/** A text string as UTF-16BE with byte order mark, in hexadecimal (7.9.2.2). */
export function textString(text: string): string {
  let hex = 'FEFF'
  for (let at = 0; at < text.length; at += 1) hex += hex4(text.charCodeAt(at))
  return `<${hex}>`
}

/** Four hexadecimal digits. */
export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}
