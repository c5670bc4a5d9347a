/** What the glyph names of PDF fonts mean as text, by the rules of the Adobe Glyph List (ISO 32000-1 9.10.2). */

const ASCII_NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater ' +
  'question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum ' +
  'underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde'

/** From U+00A1 to U+00BF. */
const LATIN_NAMES =
  'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot ' +
  'softhyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered ' +
  'cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown'

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ AE: 'Æ', ae: 'æ', OE: 'Œ', oe: 'œ', Eth: 'Ð', eth: 'ð', Thorn: 'Þ', thorn: 'þ', germandbls: 'ß' },
  ...{ Oslash: 'Ø', oslash: 'ø', Lslash: 'Ł', lslash: 'ł', Dcroat: 'Đ', dcroat: 'đ', Hbar: 'Ħ', hbar: 'ħ' },
  ...{ Tbar: 'Ŧ', tbar: 'ŧ', Eng: 'Ŋ', eng: 'ŋ', IJ: 'Ĳ', ij: 'ĳ', kgreenlandic: 'ĸ', longs: 'ſ' },
  ...{ dotlessi: 'ı', dotlessj: 'ȷ', Idotaccent: 'İ', Idot: 'İ', napostrophe: 'ŉ', florin: 'ƒ', ldot: 'ŀ' },
  ...{ multiply: '×', divide: '÷', minus: '−', fraction: '⁄', middot: '·', overscore: '¯', mu1: 'µ' },
  ...{ circumflex: 'ˆ', tilde: '˜', breve: '˘', dotaccent: '˙', ring: '˚', ogonek: '˛', caron: 'ˇ' },
  ...{ hungarumlaut: '˝', endash: '–', emdash: '—', horizontalbar: '―', sfthyphen: '\u00ad' },
  ...{ quoteleft: '‘', quoteright: '’', quotesinglbase: '‚', quotedblleft: '“', quotedblright: '”' },
  ...{ quotedblbase: '„', guilsinglleft: '‹', guilsinglright: '›', dagger: '†', daggerdbl: '‡' },
  ...{
    bullet: '•',
    ellipsis: '…',
    perthousand: '‰',
    Euro: '€',
    euro: '€',
    trademark: '™',
    nbspace: '\u00a0',
  },
  ...{ nonbreakingspace: '\u00a0', fi: 'ﬁ', fl: 'ﬂ', ff: 'ﬀ', ffi: 'ﬃ', ffl: 'ﬄ', hyphenminus: '-' },
  ...{ lozenge: '◊', infinity: '∞', notequal: '≠', lessequal: '≤', greaterequal: '≥', summation: '∑' },
  ...{
    partialdiff: '∂',
    product: '∏',
    integral: '∫',
    radical: '√',
    approxequal: '≈',
    Delta: 'Δ',
    Omega: 'Ω',
  },
  ...{ numero: '№', afii61352: '№', estimated: '℮', verticalbar: '|', lcurly: '{', rcurly: '}' },
}

const GREEK = 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'
const GREEK_END = 'Sigma Tau Upsilon Phi Chi Psi Omega'

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circumflex: '\u0302', tilde: '\u0303', macron: '\u0304' },
  ...{ breve: '\u0306', dotaccent: '\u0307', dieresis: '\u0308', ring: '\u030a', hungarumlaut: '\u030b' },
  ...{ caron: '\u030c', commaaccent: '\u0327', cedilla: '\u0327', ogonek: '\u0328', tonos: '\u0301' },
}

const NAMES = collectNames()

function collectNames(): ReadonlyMap<string, string> {
  const names = new Map(Object.entries(OTHER_NAMES))
  const add = (list: string, first: number) => {
    for (const [at, name] of list.split(' ').entries())
      if (!names.has(name)) names.set(name, String.fromCharCode(first + at))
  }
  add(ASCII_NAMES, 0x20)
  add(LATIN_NAMES, 0xa1)
  add(GREEK, 0x391)
  add(GREEK_END, 0x3a3)
  add(GREEK.toLowerCase(), 0x3b1)
  add(`sigma1 ${GREEK_END.toLowerCase()}`, 0x3c2)
  // Cyrillic goes by Adobe's numbers, with the letter io in the seventh place of each alphabet.
  for (const [first, number, io] of [
    [0x410, 10017, 'Ё'],
    [0x430, 10065, 'ё'],
  ] as const)
    for (let letter = 0; letter < 33; letter += 1) {
      const character = letter === 6 ? io : String.fromCharCode(first + letter - (letter > 6 ? 1 : 0))
      names.set(`afii${number + letter}`, character)
    }
  return names
}

/** The text of a glyph with this name, or null for a name without meaning. */
export function unicodeOfGlyph(name: string): string | null {
  const known = NAMES.get(name)
  if (known !== undefined) return known
  const dot = name.indexOf('.')
  if (dot > 0) return unicodeOfGlyph(name.slice(0, dot))
  if (name.includes('_') && name.length > 1) {
    const parts = name.split('_').map(unicodeOfGlyph)
    return parts.includes(null) ? null : parts.join('')
  }
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1]
  if (units !== undefined)
    return (units.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
  const point = /^u([0-9A-F]{4,6})$/.exec(name)?.[1]
  if (point !== undefined) return characterOf(Number.parseInt(point, 16))
  return accented(name)
}

function characterOf(codePoint: number): string | null {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : null
}

/** Names such as `Aacute`: a letter and an accent, as far as Unicode has them as one character. */
function accented(name: string): string | null {
  const [, letter, accent] = /^([A-Za-z])([a-z]{4,12})$/.exec(name) ?? []
  const mark = ACCENTS[accent ?? '']
  if (letter === undefined || mark === undefined) return null
  const composed = `${letter}${mark}`.normalize('NFC')
  if (composed.length === 1) return composed
  // Romanian commas below and Latvian cedillas share their names.
  const below = mark === '\u0327' ? `${letter}\u0326`.normalize('NFC') : composed
  return below.length === 1 ? below : null
}
