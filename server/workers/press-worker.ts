/** Entry of the press workers: the only place where an uploaded PDF is opened. */
import { open, readFile } from 'node:fs/promises'
import type { Compiled } from '../../core/ports.ts'
import { compilePdf } from '../../core/press/compile.ts'
import { readSheets } from '../../core/press/read-sheets.ts'
import type { Sheets } from '../../core/press/sheets.ts'
import type { FontInfo } from '../../core/text/font.ts'
import { serveJobs } from './serve-jobs.ts'

export interface CompileInput {
  readonly sourcePath: string
  /** Where the body is written; whoever asks for it removes what a failure leaves there. */
  readonly bodyPath: string
  /** The fonts of the library, by which fields find theirs. */
  readonly fonts: readonly FontInfo[]
}

async function compile({ sourcePath, bodyPath, fonts }: CompileInput): Promise<Compiled> {
  const { body, plan, scene, findings } = await compilePdf(await readFile(sourcePath), fonts)
  const file = await open(bodyPath, 'w')
  try {
    for (const chunk of body) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
  return { plan, scene, findings }
}

async function describePages({ bodyPath }: { readonly bodyPath: string }): Promise<Sheets> {
  return readSheets(await readFile(bodyPath))
}

const JOBS = { compile, describePages }

export type PressJobs = typeof JOBS

serveJobs(JOBS)
