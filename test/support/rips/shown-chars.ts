/** The characters of a page and their places, as MuPDF reads them. */
import { fileOf, inThrowAwayFolder, type Pdf, runTool } from './oracles.ts'

/** A character as MuPDF sees it: its origin in default user space of a page that is not turned. */
export interface ShownChar {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The characters of a page whose MediaBox begins at the origin, in the order in which they are shown. */
export function shownChars(pdf: Pdf, page = 1): readonly ShownChar[] {
  return inThrowAwayFolder((folder) => {
    const options = ['draw', '-q', '-F', 'stext', fileOf(pdf, folder), `${page}`]
    const { stdout } = runTool('mutool', options, { folder })
    const height = Number(/<page [^>]*height="([\d.]+)"/.exec(stdout)?.[1])
    const chars: ShownChar[] = []
    let size = 0
    for (const [, tag, facts = ''] of stdout.matchAll(/<(font|char) ([^>]*)>/g)) {
      const fact = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(facts)?.[1] ?? ''
      if (tag === 'font') size = Number(fact('size'))
      else
        chars.push({ text: unescaped(fact('c')), x: Number(fact('x')), y: height - Number(fact('y')), size })
    }
    return chars
  })
}

function unescaped(text: string): string {
  const point = /^&#x([0-9a-f]+);$/i.exec(text)?.[1]
  if (point !== undefined) return String.fromCodePoint(Number.parseInt(point, 16))
  return text
    .replace('&lt;', '<')
    .replace('&gt;', '>')
    .replace('&quot;', '"')
    .replace('&apos;', "'")
    .replace('&amp;', '&')
}
