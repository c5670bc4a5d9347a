/** Word spacing: a shaped line whose spaces are wider or narrower than the font's, as in justified text. */
import type { ShapedLine } from './shape.ts'

const isSpace = (line: ShapedLine, run: { readonly start: number }, cluster: number) =>
  line.text[cluster] === ' ' && cluster >= run.start

/** The line with each of its spaces wider by so many of its font units. */
export function spreadWords(line: ShapedLine, by: number): ShapedLine {
  if (by === 0) return line
  let shift = 0
  // Runs and their glyphs stand in visual order.
  const runs = line.runs.map((run) => ({
    ...run,
    glyphs: run.glyphs.map((glyph) => {
      const moved = { ...glyph, x: glyph.x + shift }
      if (isSpace(line, run, glyph.cluster)) shift += by
      return moved
    }),
  }))
  return { ...line, runs, advance: line.advance + shift }
}

export function wordSpacesIn(line: ShapedLine): number {
  return line.runs.reduce(
    (count, run) => count + run.glyphs.filter(({ cluster }) => isSpace(line, run, cluster)).length,
    0,
  )
}
