/** Finds sections by words: each must begin a word of the section; words in titles count more. */

/** As the service sends them. */
export type IndexRow = readonly [href: string, page: string, title: string, text: string]

export interface Found {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const MOST = 12

export function findSections(rows: readonly IndexRow[], asked: string): readonly Found[] {
  const wanted = wordsOf(asked)
  if (wanted.length === 0) return []
  const scored = rows.flatMap((row, order) => {
    const score = scoreOf(row, wanted, fold(asked.trim()))
    return score === 0 ? [] : [{ row, score, order }]
  })
  return scored
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MOST)
    .map(({ row: [href, page, title, text] }) => ({ href, page, title, text }))
}

function scoreOf([href, page, title, text]: IndexRow, wanted: readonly string[], whole: string): number {
  const heads = wordsOf(title)
  const pages = wordsOf(page)
  const body = wordsOf(text)
  let score = fold(title) === whole ? 40 : fold(title).startsWith(whole) ? 10 : 0
  // The beginning of a page is more than a row of one.
  if (!href.includes('#')) score += 8
  for (const word of wanted) {
    const best = Math.max(
      bestOf(heads, word, 12),
      bestOf(pages, word, 6),
      bestOf(body, word, 2),
      fold(title).includes(word) ? 4 : 0,
    )
    if (best === 0) return 0
    score += best
  }
  return score
}

/** A whole word counts for more than the beginning of one. */
function bestOf(words: readonly string[], wanted: string, points: number): number {
  if (words.includes(wanted)) return points
  return words.some((word) => word.startsWith(wanted)) ? points / 2 : 0
}

function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
