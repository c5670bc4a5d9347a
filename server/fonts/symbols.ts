/** The font of symbols that PDF forms use without having it (ZapfDingbats), as a bare CFF font that comes with pdf.js. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const FILE = 'standard_fonts/FoxitDingbats.pfb'
const { resolve } = createRequire(import.meta.url)

export function readSymbols(): Uint8Array {
  return readFileSync(join(dirname(resolve('pdfjs-dist/package.json')), FILE))
}
