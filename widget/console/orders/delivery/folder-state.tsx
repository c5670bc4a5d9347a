/** Whether a hot folder can be written to now: tested when it is shown, so that a missing one is never called on. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Said } from '../../parts/said.tsx'
import { State } from '../../parts/state.tsx'
import { useSession } from '../../session.ts'
import { useWords } from '../../words.ts'
import type { HotFolderWire } from '../wire.ts'

export interface ProbeWire {
  readonly writable: boolean
  readonly error_code: string | null
  readonly error_message: string | null
  readonly path: string
  /** Shown by an SFTP server, and not confirmed. */
  readonly host_key: string | null
  readonly creatable: boolean
}

export function probeFolder(id: string): Promise<ProbeWire> {
  return api.post<ProbeWire>(`/v1/hot_folders/${encodeURIComponent(id)}/test`)
}

/** With the path of a folder that cannot be reached. */
export function FolderState({ hotFolder }: { readonly hotFolder: HotFolderWire }) {
  const { may } = useSession()
  const [probe, setProbe] = useState<ProbeWire | null>(null)
  const { id, folder, status, host_key: hostKey } = hotFolder
  const tests = status === 'enabled' && may('hot_folders:write')
  useEffect(() => {
    if (!tests) return
    let gone = false
    probeFolder(id).then(
      (found) => gone || setProbe(found),
      // What the list cannot say, the folder's own page does.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [id, folder, hostKey, tests])
  return (
    <span class={probe === null || probe.writable ? 'two-lines' : 'two-lines folder-fault'}>
      <ProbedState status={status} probe={probe} />
      {probe === null || probe.writable ? null : (
        <>
          <Said class="error" one={{ code: probe.error_code, message: probe.error_message ?? '' }} />
          <code class="long">{probe.path}</code>
        </>
      )}
    </span>
  )
}

export function ProbedState(props: {
  readonly status: HotFolderWire['status']
  readonly probe: ProbeWire | null
}) {
  const words = useWords('developers').folder
  const { status, probe } = props
  if (status === 'enabled' && probe !== null && !probe.writable)
    return <State kind="bad" label={words.unreachable} />
  return <State kind={status === 'enabled' ? 'good' : 'neutral'} label={words.statuses[status]} />
}
