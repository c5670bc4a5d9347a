/** Bytes opened as print files are opened once more, in this process. */
import { reopen } from '../../../core/engine/press/reopen.ts'
import type { Reopened } from '../../../core/engine/press/reopened.ts'

export function reopenBytes(bytes: Uint8Array): Promise<Reopened> {
  return reopen(new Uint8Array(bytes))
}
