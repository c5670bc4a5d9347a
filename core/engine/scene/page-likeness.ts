/** The fingerprint of a page's content, by which the page is found again in newer artwork. */

/** Short enough to be kept with every plan. */
export interface PageFingerprint {
  /** Digest of content, resources and size. */
  readonly digest: string
  /** The least hashes of the lines that no other page of its file has, ascending: a sample of its content. */
  readonly lines: readonly number[]
}

export const MOST_LINE_HASHES = 24

/** 2 for the same page, else the share of lines that both have, from 0 to 1. */
export function likenessOf(one: PageFingerprint | undefined, other: PageFingerprint | undefined): number {
  if (one === undefined || other === undefined) return 0
  if (one.digest === other.digest) return 2
  // The least hashes of both together sample the lines of both (a bottom-k sketch).
  const least = [...new Set([...one.lines, ...other.lines])].sort((a, b) => a - b).slice(0, MOST_LINE_HASHES)
  const both = least.filter((hash) => one.lines.includes(hash) && other.lines.includes(hash))
  return least.length === 0 ? 0 : both.length / least.length
}
