/** The deliveries of a print file to hot folders, with their states and actions. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type ApiError, asApiError } from '../api-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Said } from '../parts/said.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useWords } from '../words.ts'
import { folderState } from './states.ts'
import type { FolderDeliveryWire, HotFolderWire, RenderWire } from './wire.ts'

interface Seen {
  readonly folder: HotFolderWire
  /** Newest first. */
  readonly deliveries: readonly FolderDeliveryWire[]
}

/** A template has a folder of its own and a team has one for all, switched-off ones apart; more is not looked through. */
const MOST_FOLDERS = 8

async function look(render: RenderWire, signal: AbortSignal): Promise<readonly Seen[]> {
  const { data } = await api.get<{ data: readonly HotFolderWire[] }>(
    '/v1/hot_folders',
    { limit: 100 },
    { signal },
  )
  const fitting = data.filter(({ template_id: of }) => of === null || of === render.template_id)
  const seen = await Promise.all(
    fitting.slice(0, MOST_FOLDERS).map(async (folder) => ({
      folder,
      deliveries: (
        await api.get<{ data: readonly FolderDeliveryWire[] }>(
          `/v1/hot_folders/${folder.id}/deliveries`,
          { render_id: render.id, limit: 10 },
          { signal },
        )
      ).data,
    })),
  )
  return seen.filter(({ folder, deliveries }) => folder.status === 'enabled' || deliveries.length > 0)
}

export function FolderOutcome({ render }: { readonly render: RenderWire }) {
  const words = useWords('orders')
  const [seen, setSeen] = useState<readonly Seen[] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const giveUp = new AbortController()
    look(render, giveUp.signal).then(
      (found) => {
        setSeen(found)
        setError(null)
      },
      (thrown: unknown) => {
        const fault = asApiError(thrown)
        if (fault.code !== 'aborted') setError(fault)
      },
    )
    return () => giveUp.abort()
  }, [render.id, render.attempt_count, render.status, round])
  const waiting = seen?.some(({ deliveries }) => deliveries[0]?.outcome === 'pending') === true
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setRound((count) => count + 1), 2000)
    return () => clearTimeout(timer)
  }, [waiting, round])
  if (error !== null) return <ErrorNotice error={error} onRetry={() => setRound(round + 1)} />
  if (seen === null) return <Loading />
  if (seen.length === 0) return <p class="dim">{words.noFolder}</p>
  return (
    <ul class="plain-list">
      {seen.map((one) => (
        <FolderRow key={one.folder.id} {...one} onChanged={() => setRound((count) => count + 1)} />
      ))}
    </ul>
  )
}

function FolderRow({ folder, deliveries, onChanged }: Seen & { onChanged(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const action = useAction()
  const [newest] = deliveries
  const stuck = newest !== undefined && ['held', 'failed', 'exhausted'].includes(newest.outcome)
  return (
    <li>
      <p>
        <Link href={`/console/orders/delivery/${folder.id}`}>
          <bdi>{folder.name}</bdi>
        </Link>{' '}
        <span class="dim">
          <bdi>{folder.folder}</bdi>
        </span>
      </p>
      {newest === undefined ? (
        <p class="dim">{words.noDelivery}</p>
      ) : (
        <>
          <p class="badges">
            <State {...folderState(words, newest)} />
            {newest.action === 'deliver' ? null : <span>{words.folderAction[newest.action]}</span>}
            {newest.file_status === null ? null : <span>{words.fileStatus[newest.file_status]}</span>}
          </p>
          {newest.file_name === null ? null : (
            <p>
              <code>{newest.file_name}</code>
            </p>
          )}
          {newest.error_message === null ? null : (
            <p>
              <Said class="error" one={{ code: newest.error_code, message: newest.error_message }} />
            </p>
          )}
          <p class="dim">
            <Time at={newest.attempted_at ?? newest.created_at} />
          </p>
          {stuck && session.may('hot_folders:write') ? (
            <Button
              busy={action.busy}
              onClick={() =>
                void action.run(async () => {
                  await api.post(`/v1/hot_folders/${folder.id}/deliveries/${newest.id}/retry`)
                  toast(words.delivered)
                  onChanged()
                })
              }
            >
              {newest.outcome === 'held' ? words.release : words.deliverAgain}
            </Button>
          ) : null}
          <ErrorNotice error={action.error} />
        </>
      )}
    </li>
  )
}
