/** The modules that worker processes run. */
import { extname, join } from 'node:path'

/** Each is `NAME-worker`, beside this file or bundled in another folder. */
export type WorkerName = 'press' | 'raster' | 'reader' | 'image' | 'font'

/**
 * The workers have the extension of this file: TypeScript in a checkout, JavaScript in an installed package. Those in a
 * `folder` are bundles in JavaScript.
 */
export function workerEntry(name: WorkerName, folder: string | undefined): string {
  return folder === undefined
    ? join(import.meta.dirname, `${name}-worker${extname(import.meta.filename)}`)
    : join(folder, `${name}-worker.mjs`)
}
