/** What a test of a hot folder found, and what can be done about it at once: create the folder, or confirm a host key. */
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Said } from '../../parts/said.tsx'
import { toast } from '../../parts/toast.tsx'
import type { Action } from '../../use-action.ts'
import { phrase, useWords } from '../../words.ts'
import type { HotFolderWire } from '../wire.ts'
import type { ProbeWire } from './folder-state.tsx'

export interface FolderProbeProps {
  readonly id: string
  readonly probe: ProbeWire
  readonly may: boolean
  readonly test: Action
  onProbe(probe: ProbeWire): void
  onChange(hotFolder: HotFolderWire): void
}

export function FolderProbe({ id, probe, may, test, onProbe, onChange }: FolderProbeProps) {
  const all = useWords('developers')
  const words = all.folder
  const address = `/v1/hot_folders/${encodeURIComponent(id)}`
  const { host_key: hostKey } = probe
  return (
    <Notice kind={probe.writable ? 'good' : 'bad'}>
      <span class="two-lines">
        {probe.writable ? (
          words.writable
        ) : (
          <Said one={{ code: probe.error_code, message: probe.error_message ?? '' }} />
        )}
        <code class="long">{probe.path}</code>
        {hostKey === null ? null : <code class="long">{hostKey}</code>}
      </span>
      {probe.creatable && may ? (
        <Button
          busy={test.busy}
          onClick={() =>
            void test.run(async () => {
              const made = await api.post<ProbeWire>(`${address}/make`)
              onProbe(made)
              if (made.writable) toast(words.made)
            })
          }
        >
          {words.make}
        </Button>
      ) : null}
      {hostKey !== null && may ? (
        <ConfirmButton
          label={words.confirmHostKey}
          busy={test.busy}
          title={words.confirmTitle}
          text={phrase(words.confirmText, { fingerprint: hostKey })}
          yes={words.confirmHostKey}
          no={all.cancel}
          danger={probe.error_code === 'host_key_changed'}
          onYes={async () => {
            // Then it is tested again, as after every change.
            const changed = await api.patch<{ readonly hot_folder: HotFolderWire }>(address, {
              host_key: hostKey,
            })
            onChange(changed.hot_folder)
          }}
        />
      ) : null}
    </Notice>
  )
}
