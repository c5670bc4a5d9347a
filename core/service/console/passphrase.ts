/** Accepts long passphrases, except those that attackers guess first. */
import { ServiceError } from '../../errors.ts'

export const SHORTEST_PASSPHRASE = 12
/** Longer ones gain nothing, and cost their sender and us. */
export const LONGEST_PASSPHRASE = 200

/** Frequent parts of stolen passwords; a passphrase of nothing else is guessed first. */
const COMMON =
  'password passwort passphrase kennwort geheim secret letmein welcome willkommen iloveyou ichliebedich sunshine ' +
  'princess football baseball dragon monkey master superman batman trustno login admin administrator root user test ' +
  'hello hallo qwerty qwertz azerty asdf yxcv zxcv abc platen printshop print shop druckerei druck company firma ' +
  'changeme default guest demo correct horse battery staple correcthorsebatterystaple'
const WORDS = [...COMMON.split(' ')].sort((one, other) => other.length - one.length)
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'asdfghjklöä',
  'zxcvbnm',
  'yxcvbnm',
  'azertyuiop',
]
/** Characters that remain without common words, keyboard runs and repetitions. */
const LEAST_LEFT = 5
const LEAST_DIFFERENT = 5

export type PassphraseFault = 'too_short' | 'too_long' | 'obvious'

/** NFKC: the same keys give the same passphrase on every device (NIST SP 800-63B, 5.1.1.2). */
export function plainPassphrase(given: string): string {
  return given.normalize('NFKC')
}

/** Null where it can be taken. `known` are words that everybody can know of the user, such as the e-mail address. */
export function passphraseFault(given: string, known: readonly string[]): PassphraseFault | null {
  const signs = [...plainPassphrase(given)]
  if (signs.length < SHORTEST_PASSPHRASE) return 'too_short'
  if (signs.length > LONGEST_PASSPHRASE) return 'too_long'
  return isObvious(signs.join(''), known) ? 'obvious' : null
}

/** Throws `invalid_parameter` with `reason`. */
export function checkPassphrase(given: string, known: readonly string[]): string {
  const fault = passphraseFault(given, known)
  if (fault === null) return plainPassphrase(given)
  const says: Readonly<Record<PassphraseFault, string>> = {
    too_short: `Enter a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`,
    too_long: `Enter a passphrase of at most ${LONGEST_PASSPHRASE} characters.`,
    obvious: 'This passphrase is too easy to guess. Choose another one.',
  }
  throw new ServiceError('invalid_parameter', {
    message: says[fault],
    param: 'passphrase',
    extra: { reason: fault },
  })
}

function isObvious(passphrase: string, known: readonly string[]): boolean {
  const plain = passphrase.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  if (new Set(plain).size < LEAST_DIFFERENT) return true
  const own = known
    .flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((one) => one.length > 2)
  let rest = plain
  for (const word of [...own, ...WORDS]) rest = rest.replaceAll(word, ' ')
  for (const run of runsOf(rest)) rest = rest.replaceAll(run, ' ')
  // Removed parts leave gaps; remaining digits alone are a year or a counter.
  const left = rest.replace(/\s+/g, '')
  return new Set(left.replace(/\d+/g, '')).size < LEAST_LEFT && left.length < SHORTEST_PASSPHRASE
}

/** Stretches of four signs and more that follow each other on a keyboard or in a row, either way, and repetitions. */
function runsOf(text: string): readonly string[] {
  const rows = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]
  const runs: string[] = []
  for (let from = 0; from < text.length; from++) {
    let to = from + 1
    const inRow = (end: number) => rows.some((row) => row.includes(text.slice(from, end)))
    const repeats = (end: number) => new Set(text.slice(from, end)).size === 1
    while (to < text.length && (inRow(to + 1) || repeats(to + 1))) to += 1
    if (to - from >= 4) runs.push(text.slice(from, to))
  }
  return runs.sort((one, other) => other.length - one.length)
}
