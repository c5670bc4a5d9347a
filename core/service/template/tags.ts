/** Tags of a template: the words, separated by commas, of its metadata `tags`. */

const SEPARATOR = ','

/** In their order, each once. */
export function tagsOf(metadata: Readonly<Record<string, unknown>>): readonly string[] {
  const { tags } = metadata
  if (typeof tags !== 'string') return []
  const words = tags.split(SEPARATOR).map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '')
}
