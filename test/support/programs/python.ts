/** Python for tests of what the guide shows in it, where it is on the PATH. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Context as MochaContext } from 'mocha'
import { leavePending } from '../run/leave-pending.ts'

/** Call first in a test (`function`, not an arrow): leaves the test pending where Python is missing. */
export async function needsPython(context: MochaContext): Promise<void> {
  const isThere = await promisify(execFile)('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) leavePending(context, 'Python (python3)')
}
