/** Itemization: which script each character of a text is set in (UAX #24), so that HarfBuzz shapes it by its rules. */

/** Scripts with characters in Unicode 17, as ISO 15924 codes, the frequent ones first. */
const CODES =
  'Latn Grek Cyrl Hebr Arab Hani Hira Kana Hang Thai Deva Armn Geor Bopo Beng Guru Gujr Orya Taml Telu Knda Mlym ' +
  'Sinh Laoo Tibt Mymr Ethi Khmr Mong Cher Cans Ogam Runr Syrc Thaa Nkoo Samr Mand Tglg Hano Buhd Tagb Limb Tale ' +
  'Talu Bugi Lana Bali Sund Batk Lepc Olck Copt Glag Tfng Yiii Lisu Vaii Bamu Sylo Phag Saur Kali Rjng Java Cham ' +
  'Tavt Mtei Brai Goth Dsrt Shaw Osma Osge Elba Aghb Adlm Brah Kthi Sora Cakm Mahj Shrd Khoj Mult Sind Gran Newa ' +
  'Tirh Sidd Modi Takr Ahom Dogr Wara Nand Zanb Soyo Pauc Bhks Marc Gonm Gong Maka Linb Lina Cprt Armi Palm Nbat ' +
  'Hatr Phnx Lydi Mero Merc Khar Sarb Narb Mani Avst Prti Phli Phlp Orkh Hung Rohg Yezi Sogo Sogd Chrs Elym Ougr ' +
  'Xpeo Ugar Xsux Egyp Hluw Mroo Tnsa Bass Hmng Medf Plrd Tang Nshu Kits Dupl Sgnw Hmnp Toto Wcho Nagm Mend Ital ' +
  'Perm Cari Lyci Diak Kawi Vith Cpmn Todr Tutg Krai Sunu Gukh Onao Gara Berf Sidt Tayo Tols'

interface ScriptTest {
  readonly code: string
  readonly own: RegExp
  /** Also matches shared characters that this script uses (Script_Extensions). */
  readonly extended: RegExp
}

let tests: readonly ScriptTest[] | undefined
const known = new Map<number, string>()
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u
/** Marks and signs that any script may use: their Script_Extensions name no script. */
const UNBOUND = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u
/** Latin, and what Latin shares with every script: most values hold nothing else. */
const LATIN_ONLY = /^[ -\u02df\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2100-\u2125]*$/

export interface ScriptRun {
  readonly start: number
  readonly end: number
  /** ISO 15924 code, such as `Latn`. */
  readonly script: string
}

/**
 * Cuts a text into runs of one script; offsets are UTF-16. Shared characters take the script of what precedes them
 * (of what follows, at the beginning), closing brackets that of their opening ones.
 * Decision: a text without a script of its own, such as a number, is set as Latin.
 */
export function itemizeScripts(text: string): readonly ScriptRun[] {
  if (LATIN_ONLY.test(text)) return [{ start: 0, end: text.length, script: 'Latn' }]
  const characters = [...text]
  const own = characters.map(scriptOf)
  const following = [...own]
  for (let index = own.length - 2; index >= 0; index--) following[index] ??= following[index + 1] ?? null
  const runs: { start: number; end: number; script: string }[] = []
  const open: { bracket: string; script: string }[] = []
  let script = following[0] ?? 'Latn'
  let offset = 0
  for (const [index, character] of characters.entries()) {
    script = own[index] ?? sharedScript(character, script, following[index] ?? null)
    const closes = OPENING[character]
    if (CLOSING[character] !== undefined) open.push({ bracket: character, script })
    else if (closes !== undefined) {
      const at = open.findLastIndex((entry) => entry.bracket === closes)
      if (at >= 0) {
        script = open[at]?.script ?? script
        open.length = at
      }
    }
    const last = runs.at(-1)
    if (last?.script === script) last.end = offset + character.length
    else runs.push({ start: offset, end: offset + character.length, script })
    offset += character.length
  }
  return runs
}

/** The one script that a character belongs to, or null for a shared one. */
function scriptOf(character: string): string | null {
  const codePoint = character.codePointAt(0) ?? 0
  let code = known.get(codePoint)
  if (code === undefined) {
    code = SHARED.test(character) ? '' : (scriptTests().find(({ own }) => own.test(character))?.code ?? '')
    known.set(codePoint, code)
  }
  return code === '' ? null : code
}

function sharedScript(character: string, current: string, next: string | null): string {
  if (UNBOUND.test(character) || usedBy(current, character)) return current
  return next !== null && usedBy(next, character) ? next : current
}

function usedBy(script: string, character: string): boolean {
  return (
    scriptTests()
      .find(({ code }) => code === script)
      ?.extended.test(character) ?? false
  )
}

/** Scripts that this engine's Unicode tables do not know yet are left out. */
function scriptTests(): readonly ScriptTest[] {
  tests ??= CODES.split(' ').flatMap((code) => {
    try {
      return [
        {
          code,
          own: new RegExp(`\\p{Script=${code}}`, 'u'),
          extended: new RegExp(`\\p{Script_Extensions=${code}}`, 'u'),
        },
      ]
    } catch {
      return []
    }
  })
  return tests
}

const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '\u00ab': '\u00bb',
  '\u2018': '\u2019',
  '\u201c': '\u201d',
  '\u2039': '\u203a',
  '\u3008': '\u3009',
  '\u300a': '\u300b',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '\u3010': '\u3011',
}
const OPENING: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CLOSING).map(([opening, closing]) => [closing, opening]),
)
