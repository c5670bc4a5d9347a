/** Where the run's setup has put the service in few files (see build-setup.ts), for the processes that tests start. */
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** The variable by which it tells all processes of tests; missing where it could not be put together. */
export const BUILT = 'PLATEN_TEST_BUILT'

/** The file to run, of its sources where there is nothing else. */
export function programOf(name: 'main' | 'cli'): string {
  const folder = process.env[BUILT]
  return folder === undefined ? join(ROOT, `server/${name}.ts`) : join(folder, `server/${name}.mjs`)
}

/** For `openServer`: the workers' modules. */
export function builtWorkers(): { readonly workers?: string } {
  const folder = process.env[BUILT]
  return folder === undefined ? {} : { workers: join(folder, 'server/workers') }
}
