/**
 * A program that judges what the service made of one file with qpdf, Ghostscript and MuPDF, and prints a verdict a line
 * as soon as it has it: what a file does to it is known to whoever started it, however it ends.
 */
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pageCount, qpdfCheck, RIPS, rippedPages } from '../../support/rips/oracles.ts'
import { withoutForm } from '../../support/rips/reference-pdf.ts'
import { isLate, judgePlates } from './judge-plates.ts'
import { judgePreview } from './judge-preview.ts'
import type { PrintFile, Stage, Verdict } from './record.ts'
import type { TakenPage } from './take-file.ts'

export interface JudgedFile {
  readonly upload: string
  readonly files: Readonly<Record<PrintFile, string | null>>
  readonly pages: readonly TakenPage[]
}

/** A line of its output. */
export interface Spoken {
  readonly stage: Stage
  readonly ms: number
  readonly verdict: Verdict
}

async function say(stage: Stage, work: () => Promise<Verdict> | Verdict): Promise<void> {
  const begun = performance.now()
  const verdict = await work()
  const spoken: Spoken = { stage, ms: performance.now() - begun, verdict }
  process.stdout.write(`${JSON.stringify(spoken)}\n`)
}

async function judgeFile({ upload, files, pages }: JudgedFile): Promise<void> {
  const source = readFileSync(upload)
  const { press, proof } = files
  for (const [of, path] of Object.entries({ upload, ...files }) as [PrintFile | 'upload', string | null][])
    if (path !== null)
      await say('qpdf', () => {
        const { status, report } = qpdfCheck(path)
        return { kind: 'qpdf', of, status, report: status === 0 ? '' : report.slice(-500) }
      })
  // MuPDF draws every page of one of them: the words of the other change no number of pages.
  const whole = proof ?? press
  if (whole !== null) await say('pages', () => countPages(proof === null ? 'press' : 'proof', whole))
  if (press === null) return
  const bytes = readFileSync(press)
  let reference: Promise<Uint8Array> | null = null
  const references = [
    async () => source,
    () => {
      reference ??= withoutForm(source).catch(() => source)
      return reference
    },
  ]
  for (const [index, { widthPt, heightPt, changed, preview }] of pages.entries()) {
    const page = index + 1
    for (const rip of RIPS)
      await say(rip, () => judgePlates(references, bytes, { rip, page, widthPt, heightPt, changed }))
    if (preview !== null)
      await say('pictures', () => judgePreview(press, { preview, page, widthPt, heightPt }))
  }
}

function countPages(of: PrintFile, path: string): Verdict {
  try {
    return { kind: 'pages', of, qpdf: pageCount(path), mutool: rippedPages(path, 'mutool') }
  } catch (error) {
    if (!isLate(error)) throw error
    return { kind: 'pages', of, qpdf: pageCount(path), mutool: -1 }
  }
}

await judgeFile(JSON.parse(await text(process.stdin)))
