/** A run over a folder of PDFs: each file through a running service and its judges, and a report of all at the end. */
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDesk, type StartService } from './desk.ts'
import { judge } from './judging.ts'
import type { FileRecord } from './record.ts'
import { type Summary, summarize } from './summary.ts'
import { takeFile } from './take-file.ts'

const MOST_OF_COMPLAINT = 1000

export interface RunOptions {
  /** How long the judges of one file may take. */
  readonly judgeMs: number
  /** Of each file so many pages are looked at. */
  readonly mostPages: number
  readonly startService?: StartService
}

export interface CorpusRun {
  /** `file` lies below the root. Rejects only where the machine fails, not the file. */
  take(file: string): Promise<FileRecord>
  /** Of all files so far. */
  summary(): Summary
  /** Writes summary and records as JSON. */
  writeReport(path: string): void
  close(): Promise<void>
}

export function openCorpusRun(root: string, { judgeMs, mostPages, startService }: RunOptions): CorpusRun {
  const desk = createDesk(startService)
  const records: FileRecord[] = []

  return {
    async take(file) {
      const folder = await mkdtemp(join(tmpdir(), 'platen-judged-'))
      try {
        const { record, files, pages } = await takeFile(desk, { root, file, folder, mostPages })
        const isPrinted = files.press !== null || files.proof !== null
        const judgement = isPrinted
          ? await judge({ upload: join(root, file), files, pages }, judgeMs)
          : { verdicts: [], unjudged: null, ms: {} }
        // Its log comes later than its answers.
        const complaints = desk.takeComplaints().map((line) => line.slice(0, MOST_OF_COMPLAINT))
        const ms = { ...record.ms, ...judgement.ms }
        const whole: FileRecord = { ...record, ...judgement, complaints, ms }
        records.push(whole)
        return whole
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    summary: () => summarize(records),
    writeReport(path) {
      writeFileSync(
        path,
        `${JSON.stringify({ root, summary: summarize(records), files: records }, null, 2)}\n`,
      )
    },
    close: () => desk.close(),
  }
}
