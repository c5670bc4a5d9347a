/** Tags, by which image fields select a part of the catalogue. */

export function isTag(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(text)
}

/** As they are typed: separated by spaces, commas or semicolons, each once. */
export function readTags(text: string): readonly string[] {
  const typed = text.toLowerCase().split(/[\s,;]+/)
  return [...new Set(typed.filter((tag) => tag !== ''))]
}
