/** Actions on the selected jobs: one download of print files, each with its job ticket. */
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { toast } from '../parts/toast.tsx'
import { useAction } from '../use-action.ts'
import { phrase, useWords } from '../words.ts'
import { follow } from './download.ts'

/** As many as the service packs into one archive. */
export const MOST_JOBS = 100

interface ExportWire {
  readonly export: {
    /** Signed, for a few minutes; null where there is nothing to download. */
    readonly download_url: string | null
    readonly jobs: number
    readonly skipped: readonly { readonly id: string; readonly reason: string }[]
  }
}

/**
 * Asks for an archive and lets the browser fetch it, which shows its progress and keeps nothing in memory. Gives how
 * many were left out, because they have no print file (any more).
 */
export async function downloadArchive(body: {
  readonly fill_ids?: readonly string[]
  readonly render_ids?: readonly string[]
}): Promise<number> {
  const lists = Object.entries(body).map(([name, ids]) => [name, ids.join(',')])
  const { export: made } = await api.get<ExportWire>('/v1/exports', Object.fromEntries(lists))
  if (made.download_url !== null) follow(made.download_url)
  return made.skipped.length
}

export interface SelectionBarProps {
  readonly label: string
  readonly selected: number
  /** How many of them have a print file. */
  readonly count: number
  readonly missing: number
  readonly body: Parameters<typeof downloadArchive>[0]
  onClear(): void
}

export function SelectionBar({ label, selected, count, missing, body, onClear }: SelectionBarProps) {
  const words = useWords('orders')
  const action = useAction()
  return (
    <section class="selection" aria-label={label} hidden={selected === 0}>
      <p class="selection-text" role="status">
        <strong>{selected === 0 ? '' : label}</strong>{' '}
        {missing === 0 ? null : <span>{phrase(words.selectedNotReady, { count: missing })}</span>}{' '}
        {count > MOST_JOBS ? <span>{phrase(words.zipTooMany, { most: MOST_JOBS })}</span> : null}
      </p>
      <Button
        kind="main"
        busy={action.busy}
        disabled={count === 0 || count > MOST_JOBS}
        onClick={() =>
          void action.run(async () => {
            const left = await downloadArchive(body)
            toast(
              left === 0 ? words.zipDone : `${words.zipDone} ${phrase(words.zipSkipped, { count: left })}`,
            )
          })
        }
      >
        {action.busy ? words.zipBusy : words.downloadZip}
      </Button>
      <Button kind="quiet" onClick={onClear}>
        {words.clearSelection}
      </Button>
      <p class="hint">{words.zipHint}</p>
      <ErrorNotice error={action.error} />
    </section>
  )
}
