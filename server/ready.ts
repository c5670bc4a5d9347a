/** Whether the server can do its work: the database answers and has its form, and the files are its own and can be written. */

import { writeFile } from 'node:fs/promises'
import { ServiceError } from '../core/errors.ts'
import type { Files } from '../core/files.ts'
import { diskFault } from './files/disk-fault.ts'
import type { OpenStore } from './store/open.ts'

const READY_WITHIN_MS = 500

/** The check below, run once at a time: it writes a file, and anyone may ask for it. */
export function createReadiness(
  store: Pick<OpenStore, 'ping' | 'newestBody'>,
  files: Files,
): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= checkReady(store, files).finally(() => {
      running = null
    })
    return running
  }
}

/** Throws `files_unavailable`, `disk_full`, `disk_read_only`, `database_unavailable`, or what the database says. */
async function checkReady(store: Pick<OpenStore, 'ping' | 'newestBody'>, files: Files): Promise<void> {
  await within(READY_WITHIN_MS, store.ping(), 'database_unavailable')
  await within(READY_WITHIN_MS, writeSomething(files), 'files_unavailable')
  await within(READY_WITHIN_MS, findNewest(store, files), 'files_unavailable')
}

/**
 * Decision: several machines share one folder of files. One that has another folder lacks what the others keep: the body
 * of the youngest template, which was there before its row.
 */
async function findNewest(store: Pick<OpenStore, 'newestBody'>, files: Files): Promise<void> {
  const body = await store.newestBody()
  if (body === null || (await files.has(body))) return
  throw new ServiceError('files_unavailable', {
    cause: new Error('A file is missing in FILES_URL. All processes must use the same folder or bucket.'),
  })
}

async function writeSomething(files: Files): Promise<void> {
  const path = files.temporaryPath()
  try {
    await writeFile(path, 'ready?', { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw diskFault(cause) ?? new ServiceError('files_unavailable', { cause })
  } finally {
    // A full disk takes the name and not what belongs in it.
    await files.discard(path)
  }
}

/** The work, or a rejection when it takes longer. */
async function within(
  ms: number,
  work: Promise<void>,
  code: 'database_unavailable' | 'files_unavailable',
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError(code)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
