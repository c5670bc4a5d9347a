/** A hot folder: its test, its deliveries and its settings. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { PendingPage } from '../../parts/pending-page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { Said } from '../../parts/said.tsx'
import { filterOptions, Select } from '../../parts/select.tsx'
import { State } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { toast } from '../../parts/toast.tsx'
import { useList, useResource } from '../../resources.ts'
import { Link } from '../../router.ts'
import { useSession } from '../../session.ts'
import { useAction } from '../../use-action.ts'
import { useWords } from '../../words.ts'
import { folderState } from '../states.ts'
import type { FolderDeliveryWire, HotFolderWire } from '../wire.ts'
import { FolderForm } from './folder-form.tsx'
import { FolderProbe } from './folder-probe.tsx'
import { ProbedState, type ProbeWire, probeFolder } from './folder-state.tsx'

const LIST = '/console/orders/delivery'
type Outcome = FolderDeliveryWire['outcome']
const OUTCOMES: readonly Outcome[] = ['held', 'failed', 'exhausted', 'pending', 'succeeded', 'skipped']

interface OneWire {
  readonly hot_folder: HotFolderWire
}
export function NewFolder() {
  const words = useWords('developers').folder
  return (
    <Page title={words.newTitle} back={{ href: LIST, label: words.back }}>
      <FolderForm
        hotFolder={null}
        onSave={async (body) => {
          const { hot_folder } = await api.post<OneWire>('/v1/hot_folders', body)
          return `${LIST}/${hot_folder.id}`
        }}
      />
    </Page>
  )
}

export function FolderPage({ id }: { readonly id: string }) {
  const all = useWords('developers')
  const words = all.folder
  const session = useSession()
  const test = useAction()
  const enabling = useAction()
  const [probe, setProbe] = useState<ProbeWire | null>(null)
  const [changes, setChanges] = useState(0)
  const [asks, setAsks] = useState(false)
  const address = `/v1/hot_folders/${encodeURIComponent(id)}`
  const found = useResource<OneWire>(address)
  const hotFolder = found.value?.hot_folder ?? null
  const back = { href: LIST, label: words.back }
  const may = session.may('hot_folders:write')
  const folder = hotFolder?.folder ?? null
  // Tested as soon as it is saved, and whenever it is looked at.
  useEffect(() => {
    if (folder !== null && may) void test.run(async () => setProbe(await probeFolder(id)))
  }, [address, folder, changes, may])
  if (hotFolder === null) return <PendingPage title={all.folders} back={back} found={found} words={words} />
  const on = hotFolder.status === 'enabled'
  return (
    <Page
      title={hotFolder.name}
      heading={
        <span class="badges">
          <bdi>{hotFolder.name}</bdi> <ProbedState status={hotFolder.status} probe={probe} />
        </span>
      }
      back={back}
      wide
      actions={
        may ? (
          <>
            <Button
              busy={test.busy}
              onClick={() => void test.run(async () => setProbe(await probeFolder(id)))}
            >
              {words.test}
            </Button>
            <Button
              kind={on ? 'danger' : 'plain'}
              busy={enabling.busy}
              onClick={() => {
                if (on) setAsks(true)
                else
                  void enabling.run(async () =>
                    found.set(await api.patch<OneWire>(address, { status: 'enabled' })),
                  )
              }}
            >
              {on ? words.disable : words.enable}
            </Button>
          </>
        ) : null
      }
    >
      <ErrorNotice error={test.error ?? enabling.error} />
      {probe === null ? null : (
        <FolderProbe
          {...{ id, probe, may, test }}
          onProbe={setProbe}
          onChange={(hot_folder) => {
            found.set({ hot_folder })
            setChanges(changes + 1)
          }}
        />
      )}
      <FolderDeliveries address={address} />
      <section class="card" aria-labelledby="folder-settings">
        <h2 id="folder-settings">{words.settings}</h2>
        {may ? (
          <FolderForm
            key={`${changes} ${JSON.stringify(hotFolder)}`}
            hotFolder={hotFolder}
            onSave={async (body) => {
              found.set(await api.patch<OneWire>(address, body))
              setChanges(changes + 1)
              toast(all.saved)
              return null
            }}
          />
        ) : (
          <>
            <p class="dim">{all.readOnly}</p>
            <Facts
              facts={[
                [words.folder, <code key="folder">{hotFolder.folder}</code>],
                [words.pattern, <code key="pattern">{hotFolder.name_pattern}</code>],
              ]}
            />
          </>
        )}
      </section>
      {asks ? (
        <Confirm
          title={words.disableTitle}
          text={words.disableText}
          yes={words.disableYes}
          no={all.cancel}
          danger
          onYes={async () => found.set(await api.del<OneWire>(address))}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Page>
  )
}

function FolderDeliveries({ address }: { readonly address: string }) {
  const all = useWords('developers')
  const words = all.folder
  const orders = useWords('orders')
  const session = useSession()
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const list = useList<FolderDeliveryWire>(`${address}/deliveries`, { limit: 50, outcome: outcome || null })
  const columns: readonly Column<FolderDeliveryWire>[] = [
    {
      key: 'file',
      title: words.file,
      cell: ({ file_name: name }) =>
        name === null ? <span class="dim">{words.noFile}</span> : <code>{name}</code>,
    },
    { key: 'what', title: words.what, minor: true, cell: ({ action }) => orders.folderAction[action] },
    {
      key: 'outcome',
      title: words.outcome,
      cell: (one) => (
        <span class="two-lines">
          <span class="badges">
            <State {...folderState(orders, one)} />
            {one.file_status === null ? null : <span class="dim">{orders.fileStatus[one.file_status]}</span>}
          </span>
          {one.error_message === null ? null : (
            <Said class="error" one={{ code: one.error_code, message: one.error_message }} />
          )}
        </span>
      ),
    },
    {
      key: 'when',
      title: words.when,
      cell: ({ attempted_at: at, created_at: made }) => <Time at={at ?? made} />,
    },
    {
      key: 'actions',
      title: all.actions,
      cell: (one) => (
        <span class="badges">
          <Link href={`/console/orders/files/${one.render_id}`}>{words.printFile}</Link>
          {session.may('hot_folders:write') && ['held', 'failed', 'exhausted'].includes(one.outcome) ? (
            <Again address={`${address}/deliveries/${one.id}`} delivery={one} onDone={list.reload} />
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <section class="section" aria-labelledby="folder-deliveries">
      <h2 id="folder-deliveries">{words.deliveries}</h2>
      <div class="search-bar">
        <Select<Outcome | ''>
          label={words.outcome}
          value={outcome}
          options={filterOptions(words.anyOutcome, OUTCOMES, orders.folderOutcome)}
          onChange={setOutcome}
        />
      </div>
      <RecordList list={list} empty={words.noDeliveries} caption={words.deliveries} columns={columns} />
    </section>
  )
}

function Again(props: { readonly address: string; readonly delivery: FolderDeliveryWire; onDone(): void }) {
  const orders = useWords('orders')
  const action = useAction()
  return (
    <>
      <Button
        small
        busy={action.busy}
        onClick={() =>
          void action.run(async () => {
            await api.post(`${props.address}/retry`)
            toast(orders.delivered)
            props.onDone()
          })
        }
      >
        {props.delivery.outcome === 'held' ? orders.release : orders.deliverAgain}
      </Button>
      <ErrorNotice error={action.error} />
    </>
  )
}
