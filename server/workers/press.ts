/** The press behind its port: compiles uploads in worker processes, within limits of time and memory. */

import { randomUUID } from 'node:crypto'
import { constants, copyFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findingMessage } from '../../core/engine/finding/sentence.ts'
import { COMPILE_STEPS } from '../../core/engine/press/compile-step.ts'
import type { Output } from '../../core/engine/press/output.ts'
import type { Plan } from '../../core/engine/press/plan.ts'
import type { Press } from '../../core/engine/press/press-port.ts'
import { checkReopened } from '../../core/engine/press/reopened.ts'
import { ServiceError } from '../../core/errors.ts'
import { inDiskWords } from '../files/disk-fault.ts'
import { workerEntry } from './entry.ts'
import { createFileQueue } from './file-queue.ts'
import { outlasted, timeLimits } from './job-time.ts'
import { openPool } from './pool.ts'
import type { PressJobs } from './press-worker.ts'
import type { Reader } from './reader.ts'
import { ofStaff, type Staff } from './staff.ts'
import type { Death } from './worker.ts'

export interface PressOptions extends Staff {
  /** Most PDFs compiled at once. */
  readonly size: number
  /** Processor time of one file; see `timeLimits`. */
  readonly timeoutSeconds: number
  /** Resident memory of a worker. */
  readonly memoryMb: number
  /** Folders of uploads, and folders for bodies. */
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  /** Opens the written body again; its owner closes it. */
  readonly reader: Pick<Reader, 'reopen'>
}

const RECYCLE_MB = 600
const CLOSE_LIMIT_MS = 25_000
/** A command that reads a single file takes turns like a team. */
const NO_TEAM = ''

/** A megapixel that is converted takes a tenth of a second, and a file may have 200 of them. */
const TIMES_TO_CONVERT = 4

export function openPress(options: PressOptions): Press & { close(): Promise<void> } {
  const { size, timeoutSeconds, memoryMb, readable, writable, reader } = options
  const poolOf = (addons: boolean, seconds = timeoutSeconds) =>
    openPool<PressJobs>({
      entry: workerEntry('press', options.workers),
      readable,
      writable,
      addons,
      size,
      // Teams take turns in the file queue.
      queueLimit: size,
      ...timeLimits(seconds),
      memoryBytes: memoryMb * 2 ** 20,
      recycleBytes: Math.min(memoryMb / 2, RECYCLE_MB) * 2 ** 20,
      closeLimitMs: CLOSE_LIMIT_MS,
      ...ofStaff(options),
      failure: (death) => tooComplex(death, { memoryMb, timeoutSeconds: seconds }),
    })
  const pool = poolOf(false)
  // Decision: JPEG of artwork that is converted is opened by native code, as uploaded images are; no other file meets it.
  let converting: ReturnType<typeof poolOf> | null = null
  const poolFor = (output: Output | null) => {
    if (output?.convert === undefined) return pool
    converting ??= poolOf(true, timeoutSeconds * TIMES_TO_CONVERT)
    return converting
  }
  const queue = createFileQueue(size)
  /** Workers see only the folder of temporary files, so they get a copy of a stored file. */
  async function withCopy<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
    if (readable.some((folder) => resolve(folder) === resolve(dirname(path)))) return work(path)
    const copy = join(readable[0] ?? dirname(path), randomUUID())
    try {
      await inDiskWords(() => copyFile(path, copy, constants.COPYFILE_FICLONE))
      return await work(copy)
    } finally {
      await rm(copy, { force: true })
    }
  }

  return {
    async compile(
      sourcePath,
      bodyPath,
      fonts,
      { onStep = () => {}, picks = [], borders, output = null, teamId = NO_TEAM } = {},
    ) {
      // A worker that opened an upload is not trusted: only known steps are passed on.
      const hear = (word: string): void => {
        const step = COMPILE_STEPS.find((known) => known === word)
        if (step !== undefined) onStep(step)
      }
      try {
        const compiled = await queue.run(teamId, () =>
          withCopy(sourcePath, (source) =>
            poolFor(output).run(
              'compile',
              { sourcePath: source, bodyPath, fonts, picks, borders, output },
              undefined,
              hear,
            ),
          ),
        )
        await refuseUnreadable(reader, bodyPath, compiled.plan)
        return compiled
      } catch (error) {
        await rm(bodyPath, { force: true })
        throw error
      }
    },
    describePages: (bodyPath, teamId = NO_TEAM) =>
      queue.run(teamId, () => withCopy(bodyPath, (copy) => pool.run('describePages', { bodyPath: copy }))),
    readArtwork: (sourcePath, page, fonts, picks, teamId = NO_TEAM) =>
      queue.run(teamId, () =>
        withCopy(sourcePath, (copy) => pool.run('showArtwork', { sourcePath: copy, page, fonts, picks })),
      ),
    reopen: (file) => reader.reopen(file),
    async close() {
      queue.clear(() => new ServiceError('shutting_down'))
      await Promise.all([pool.close(), converting?.close()])
    },
  }
}

/** A body that another program cannot open would spoil every order, so the upload is refused. */
async function refuseUnreadable(
  reader: Pick<Reader, 'reopen'>,
  bodyPath: string,
  { bodyBytes, pages, fileId }: Plan,
): Promise<void> {
  const found = await reader.reopen({ bodyPath, bodyBytes, tail: [] })
  const [finding] = checkReopened({ pages: pages.length, fileId }, found)
  if (finding === undefined) return
  throw new ServiceError('invalid_pdf', {
    message: `The print file made from the PDF cannot be opened. ${findingMessage(finding)} ${SAVE_AGAIN}`,
    param: 'file',
  })
}

const SAVE_AGAIN = 'Save it as PDF/X-4, with simpler artwork if it is very large, and upload it again.'

/** The error for the uploader of a file that killed its worker. */
function tooComplex(
  death: Death,
  { timeoutSeconds, memoryMb }: Pick<PressOptions, 'timeoutSeconds' | 'memoryMb'>,
): ServiceError {
  const says = {
    timeout: `Reading the PDF took ${outlasted(death, timeoutSeconds)}. ${SAVE_AGAIN}`,
    memory: `Reading the PDF took more than ${memoryMb} MB of memory. ${SAVE_AGAIN}`,
    crash: `The PDF crashed the program that reads it. ${SAVE_AGAIN}`,
  }
  return new ServiceError('pdf_too_complex', {
    message: says[death.how],
    param: 'file',
    extra: { reason: death.how },
    cause: new Error(death.detail),
  })
}
