/** Has a composed print file opened by another program before it is reported as ready. */

import { findingMessage } from '../../engine/finding/sentence.ts'
import { withFindings } from '../../engine/preflight/render/preflight.ts'
import type { Plan } from '../../engine/press/plan.ts'
import type { Press } from '../../engine/press/press-port.ts'
import { checkReopened } from '../../engine/press/reopened.ts'
import type { Tail } from '../../engine/press/tail/tail-part.ts'
import type { Ports } from '../../ports.ts'
import type { Composed } from './compose.ts'
import type { Fault } from './record.ts'

/**
 * Null for a file that can be opened. Decision: it is asked of every print file when it is made, not with the plates
 * of a report: an order whose file nobody can open is spoiled from then on, and asking takes 1 to 2 ms of another
 * process. Such a render has failed, with `render_unparsable` in its report: no file is handed out, it does not count,
 * and it can be retried.
 */
export async function reopenRender(
  {
    press,
    files,
  }: { readonly press: Pick<Press, 'reopen'> | null; readonly files: Pick<Ports['files'], 'localPath'> },
  plan: Plan,
  { tail, preflight }: Composed,
): Promise<Fault | null> {
  if (press === null) throw new Error('This process cannot create print files.')
  const found = await press.reopen({
    bodyPath: await files.localPath(plan.bodySha256),
    bodyBytes: plan.bodyBytes,
    tail: await pathsOf(files, tail),
  })
  const findings = checkReopened({ pages: plan.pages.length, fileId: tail.fileId }, found)
  const [finding] = findings
  if (finding === undefined) return null
  return {
    kind: 'fault',
    cause: new Error(findingMessage(finding)),
    preflight: withFindings(preflight, findings),
  }
}

function pathsOf(files: Pick<Ports['files'], 'localPath'>, { parts }: Tail) {
  return Promise.all(
    parts.map(async (part) =>
      part instanceof Uint8Array
        ? part
        : { path: await files.localPath(part.sha256), sizeBytes: part.sizeBytes },
    ),
  )
}
