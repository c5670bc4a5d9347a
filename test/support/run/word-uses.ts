/** Reads where the console's sources use its words: which messages, and which values they are given. */

export interface WordUse {
  /** The file of words, such as `templates`. */
  readonly name: string
  /** The path of a message or of a group of them. */
  readonly path: readonly string[]
  readonly line: number
  /** One of the group, by a name that is known only when it runs. */
  readonly isDynamic: boolean
  /** The values that it is given; null where it stands by itself. */
  readonly values: ReadonlySet<string> | null
}

interface Variable {
  readonly at: number
  readonly id: string
  readonly name: string
  readonly path: readonly string[]
}

const CHAIN = /(?<![\w'`-]|[^.]\.|\?\.)((?:\w+\.)*?)(\w+)((?:\??\.\w+)+|(?=\[))(\[?)/g

/** `own` is the file of words whose `words` are handed on within the folder of the source. */
export function wordUsesOf(text: string, own: string): readonly WordUse[] {
  const variables = variablesOf(text, own)
  const phrases = phrasesOf(text)
  const uses: WordUse[] = []
  for (const found of text.matchAll(CHAIN)) {
    const chain = `${found[1]}${found[2]}${found[3]}`.replaceAll('?.', '.').split('.')
    const use = resolve(chain, found.index, variables)
    const isDynamic = found[4] === '['
    if (use === null || (use.path.length === 0 && !isDynamic)) continue
    const phrase = phrases.find(({ from, to }) => found.index >= from && found.index < to)
    uses.push({
      ...use,
      line: text.slice(0, found.index).split('\n').length,
      isDynamic,
      values: phrase?.values ?? null,
    })
  }
  return uses
}

function resolve(
  chain: readonly string[],
  at: number,
  variables: readonly Variable[],
): { readonly name: string; readonly path: readonly string[] } | null {
  // A chain may begin before the words: `editor.words.saved`.
  for (const [index, id] of chain.entries()) {
    const known = variables.findLast((one) => one.id === id && one.at < at)
    if (known === undefined || (index > 0 && id !== 'words')) continue
    return { name: known.name, path: [...known.path, ...chain.slice(index + 1)].filter((one) => one !== '') }
  }
  return null
}

function variablesOf(text: string, own: string): readonly Variable[] {
  const variables: Variable[] = [{ at: -1, id: 'words', name: own, path: [] }]
  const found = text.matchAll(
    /const (\w+) = useWords\('(\w+)'\)((?:\.\w+)*)|(\w+): Words\b(?:<'(\w+)'>)?|const (\w+) = (\w+)((?:\.\w+)+)\n/g,
  )
  for (const match of found) {
    const at = match.index
    const [, hookId, hookName, hookPath, typedId, typedName, aliasId, aliasOf, aliasPath] = match
    if (hookId !== undefined) variables.push({ at, id: hookId, name: hookName ?? '', path: pathOf(hookPath) })
    else if (typedId !== undefined) variables.push({ at, id: typedId, name: typedName ?? 'shared', path: [] })
    else if (aliasId !== undefined) {
      const group = variables.findLast(({ id }) => id === aliasOf)
      if (group !== undefined)
        variables.push({ at, id: aliasId, name: group.name, path: [...group.path, ...pathOf(aliasPath)] })
    }
  }
  return variables.sort((a, b) => a.at - b.at)
}

const pathOf = (dotted: string | undefined): readonly string[] => (dotted ?? '').split('.').filter(Boolean)

interface Phrase {
  readonly from: number
  readonly to: number
  readonly values: ReadonlySet<string>
}

/** Each `phrase(message, { value, other: 1 })`: where its message stands, and the names of the values. */
function phrasesOf(text: string): readonly Phrase[] {
  return [...text.matchAll(/\bphrase\(/g)].map(({ index, 0: call }) => {
    const [message = '', values = ''] = topLevelParts(text, index + call.length)
    const names = topLevelParts(
      `${values
        .trim()
        .replace(/^\{/, '')
        .replace(/,?\s*\}$/, '')})`,
      0,
    )
    return {
      from: index + call.length,
      to: index + call.length + message.length,
      values: new Set(names.map((one) => one.trim().split(/[:\s]/)[0] ?? '').filter(Boolean)),
    }
  })
}

/** What stands between the commas of an argument list that begins at `from`. */
function topLevelParts(text: string, from: number): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = from
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (')]}'.includes(sign) && depth === 0) {
      parts.push(text.slice(start, at))
      return parts
    }
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return parts
}
