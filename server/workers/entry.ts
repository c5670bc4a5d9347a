/** The modules that worker processes run. */
import { extname, join } from 'node:path'

/** Each is `NAME-worker`, beside this file or in a folder where they were made ready to run. */
export type WorkerName = 'press' | 'raster' | 'reader' | 'image' | 'font'

/**
 * In a checkout the workers are TypeScript, in an installed package JavaScript, as this file is; those of a `folder` are
 * modules in JavaScript, each with all that it needs.
 */
export function workerEntry(name: WorkerName, folder: string | undefined): string {
  return folder === undefined
    ? join(import.meta.dirname, `${name}-worker${extname(import.meta.filename)}`)
    : join(folder, `${name}-worker.mjs`)
}
