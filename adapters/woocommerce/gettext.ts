/** The files of gettext: catalogues, which translators read, and compiled ones, which programs read. */

/** A text of the code, with its plural where it counts something, and the comment for translators above it. */
export interface Said {
  readonly texts: readonly string[]
  readonly comment: string | null
}

export interface Translation {
  readonly locale: string
  readonly plural: string
  /** One or two for each text of the code, in its order. */
  readonly texts: readonly (readonly string[])[]
}

const PLACE = /%(?:\d\$)?[ds]/

/** The header is the translation of an empty text. */
function headerOf(version: string, translation: Translation | null): string {
  const lines = [
    `Project-Id-Version: Platen for WooCommerce ${version}`,
    ...(translation === null
      ? []
      : [`Language: ${translation.locale}`, `Plural-Forms: ${translation.plural}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** PO as gettext describes it; without a translation it is the template for one. */
export function catalogue(
  version: string,
  said: readonly Said[],
  translation: Translation | null = null,
): Buffer {
  const top = [
    '# Words of Platen for WooCommerce.',
    '# This file is distributed under the GPL-2.0-or-later.',
    'msgid ""',
    'msgstr ""',
    ...headerOf(version, translation)
      .split(/(?<=\n)/)
      .map(quoted),
  ]
  const entries = said.map(({ texts, comment }, at) => {
    const [id = '', plural] = texts
    const given = (form: number) => quoted(translation?.texts[at]?.[form] ?? '')
    return [
      ...(comment === null ? [] : [`#. ${comment}`]),
      ...(PLACE.test(id) ? ['#, php-format'] : []),
      `msgid ${quoted(id)}`,
      ...(plural === undefined
        ? [`msgstr ${given(0)}`]
        : [`msgid_plural ${quoted(plural)}`, `msgstr[0] ${given(0)}`, `msgstr[1] ${given(1)}`]),
    ]
  })
  return Buffer.from(`${[top, ...entries].map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

/** The escapes of PO are those of JSON. */
const quoted = (text: string): string => JSON.stringify(text)

const MAGIC = 0x950412de
const HEADER_BYTES = 28
const ENTRY_BYTES = 8

/** MO as gettext describes it, little-endian and without a hash table: texts in the order of their bytes. */
export function compiled(version: string, said: readonly Said[], translation: Translation): Buffer {
  const pairs = said.map(({ texts }, at) => [joined(texts), joined(translation.texts[at] ?? [])] as const)
  const all = [[Buffer.alloc(0), Buffer.from(headerOf(version, translation))] as const, ...pairs].sort(
    ([one], [other]) => Buffer.compare(one, other),
  )
  const tables = all.length * ENTRY_BYTES
  const head = [MAGIC, 0, all.length, HEADER_BYTES, HEADER_BYTES + tables, 0, HEADER_BYTES + 2 * tables]
  const texts = [...all.map(([id]) => id), ...all.map(([, text]) => text)]
  let offset = HEADER_BYTES + 2 * tables
  for (const { length } of texts) {
    head.push(length, offset)
    offset += length + 1
  }
  const numbers = Buffer.alloc(head.length * 4)
  for (const [at, value] of head.entries()) numbers.writeUInt32LE(value, at * 4)
  return Buffer.concat([numbers, ...texts.flatMap((text) => [text, Buffer.alloc(1)])])
}

const joined = (forms: readonly string[]): Buffer => Buffer.from(forms.join('\0'))
