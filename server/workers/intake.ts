/** The intake behind its port: opens uploaded images, fonts and profiles in worker processes, within limits. */

import { randomUUID } from 'node:crypto'
import { constants, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorCode, ServiceError } from '../../core/errors.ts'
import type { Intake } from '../../core/service/asset/intake.ts'
import { workerEntry } from './entry.ts'
import { createFileQueue } from './file-queue.ts'
import type { FontJobs } from './font-worker.ts'
import { requireHeicDecoder } from './image/heic.ts'
import type { ImageJobs } from './image-worker.ts'
import { outlasted, timeLimits } from './job-time.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { ofStaff, type Staff } from './staff.ts'
import type { Death } from './worker.ts'

export interface IntakeOptions extends Staff {
  /** Most images opened at once, and most fonts. */
  readonly size: number
  /** Processor time of one file; see `timeLimits`. */
  readonly timeoutSeconds: number
  /** Resident memory of a worker. */
  readonly memoryMb: number
  /** Folder of uploads and of results. */
  readonly folder: string
  /** Allows HEIC of customers. Without its decoder installed, `openIntake` throws. */
  readonly heic?: boolean
}

/** Uploads give way to requests, and to pages that are drawn on the same machine. */
const NICENESS = 5
const CLOSE_LIMIT_MS = 25_000
const RECYCLE_MB = 400

export function openIntake(options: IntakeOptions): Intake & { close(): Promise<void> } {
  const { size, timeoutSeconds, memoryMb, folder, heic: decodesHeic = false } = options
  if (decodesHeic) requireHeicDecoder()
  const shared: Omit<PoolOptions, 'entry' | 'addons' | 'failure'> = {
    readable: [folder],
    writable: [folder],
    niceness: NICENESS,
    size,
    // Teams take turns in the file queue.
    queueLimit: size,
    ...timeLimits(timeoutSeconds),
    memoryBytes: memoryMb * 2 ** 20,
    recycleBytes: Math.min(memoryMb / 2, RECYCLE_MB) * 2 ** 20,
    closeLimitMs: CLOSE_LIMIT_MS,
    ...ofStaff(options),
  }
  const images = openPool<ImageJobs>({
    ...shared,
    entry: workerEntry('image', options.workers),
    addons: true,
    failure: (death) => tooComplex('image_too_complex', 'picture', death, options),
  })
  const fonts = openPool<FontJobs>({
    ...shared,
    entry: workerEntry('font', options.workers),
    addons: false,
    failure: (death) => tooComplex('font_too_complex', 'font', death, options),
  })
  const queue = { images: createFileQueue(size), fonts: createFileQueue(size) }
  return {
    decodesHeic,
    readPicture: (sourcePath, paths, teamId = '') =>
      orNothing(Object.values(paths), () =>
        queue.images.run(teamId, () => images.run('readPicture', { sourcePath, paths })),
      ),
    readOwnPicture: (sourcePath, paths, limits, teamId = '') =>
      orNothing(Object.values(paths), () =>
        queue.images.run(teamId, () => images.run('readOwnPicture', { sourcePath, paths, limits })),
      ),
    convertPicture: ({ sourcePath, widthPx, heightPx, print }, into, teamId = '') =>
      orNothing([into.path], () =>
        queue.images.run(teamId, async () => {
          // Workers see only the folder of temporary files, so they get a copy of a stored file.
          const copy = join(folder, randomUUID())
          try {
            await copyFile(sourcePath, copy, constants.COPYFILE_FICLONE)
            return await images.run('convertPicture', { sourcePath: copy, widthPx, heightPx, print, into })
          } finally {
            await rm(copy, { force: true })
          }
        }),
      ),
    readFont: (sourcePath, fontPath, teamId = '') =>
      orNothing([fontPath], () =>
        queue.fonts.run(teamId, () => fonts.run('readFont', { sourcePath, fontPath })),
      ),
    readProfile: (sourcePath, teamId = '') =>
      queue.fonts.run(teamId, () => fonts.run('readProfile', { sourcePath })),
    async close() {
      for (const one of Object.values(queue)) one.clear(() => new ServiceError('shutting_down'))
      await Promise.all([images.close(), fonts.close()])
    },
  }
}

/** Removes the files at the paths after a failure. */
async function orNothing<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const path of paths) await rm(path, { force: true })
    throw error
  }
}

/** The error for the uploader of a file that killed its worker. */
function tooComplex(
  code: ErrorCode,
  what: string,
  death: Death,
  { timeoutSeconds, memoryMb }: IntakeOptions,
): ServiceError {
  const says = {
    timeout: `Reading the ${what} took ${outlasted(death, timeoutSeconds)}.`,
    memory: `Reading the ${what} took more than ${memoryMb} MB of memory.`,
    crash: `The ${what} crashed the program that reads it.`,
  }
  return new ServiceError(code, {
    message: `${says[death.how]} Save it in a simpler form and upload it again.`,
    param: 'file',
    extra: { reason: death.how },
    cause: new Error(death.detail),
  })
}
