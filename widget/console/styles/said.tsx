/** The styles page: states, notices, tables, loading, toasts and empty states. */
import { useState } from 'preact/hooks'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { DataTable, type Sorting } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loading } from '../parts/loading.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { Progress } from '../parts/progress.tsx'
import { SkeletonRows } from '../parts/skeleton.tsx'
import { SmallPicture } from '../parts/small-picture.tsx'
import { State } from '../parts/state.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Toast, toast } from '../parts/toast.tsx'
import { useWords } from '../words.ts'

const TONES = ['neutral', 'good', 'warn', 'bad', 'busy'] as const
const NOTICES = ['info', 'good', 'warn', 'bad'] as const
const PATH = '/console/styles'
const NOTHING = () => {}

export function States() {
  const words = useWords('styles').states
  return (
    <div class="stack">
      <div class="row">
        {TONES.map((kind) => (
          <State key={kind} kind={kind} label={words[kind]} />
        ))}
      </div>
      <div class="row">
        {TONES.map((kind) => (
          <Badge key={kind} kind={kind} label={words[kind]} />
        ))}
      </div>
    </div>
  )
}

export function Notices() {
  const words = useWords('styles').notices
  const buttons = useWords('styles').buttons
  return (
    <>
      {NOTICES.map((kind) => (
        <Notice key={kind} kind={kind} action={kind === 'bad' ? <Button>{buttons.plain}</Button> : undefined}>
          <p>{words[kind]}</p>
        </Notice>
      ))}
    </>
  )
}

interface Row {
  readonly id: string
  readonly quantity: number
  readonly kind: (typeof TONES)[number]
}

const ROWS: readonly Row[] = [
  { id: 'R-1001', quantity: 250, kind: 'busy' },
  { id: 'R-1002', quantity: 1100, kind: 'good' },
  { id: 'R-1003', quantity: 1, kind: 'bad' },
]

export function Tables({ scheme }: { readonly scheme: string }) {
  const words = useWords('styles').table
  const states = useWords('styles').states
  const forms = useWords('styles').forms
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['R-1002']))
  const [sorting, setSorting] = useState<Sorting | null>({ by: 'quantity', descending: true })
  const [tab, setTab] = useState<'good' | 'neutral'>('good')
  return (
    <div class="stack">
      <PageLinks
        label={`${words.views} ${scheme}`}
        quiet
        current={PATH}
        links={[
          { href: PATH, label: states.good },
          { href: `${PATH}?status=draft`, label: states.neutral },
        ]}
      />
      <DataTable<Row>
        caption={words.title}
        rows={ROWS}
        rowHref={() => PATH}
        rowLabel={({ id }) => id}
        selected={selected}
        onSelect={setSelected}
        sorting={sorting}
        onSort={setSorting}
        columns={[
          {
            key: 'reference',
            title: forms.label,
            sorts: true,
            cell: ({ id }) => (
              <span class="job-name">
                <SmallPicture path={null} />
                {id}
              </span>
            ),
          },
          { key: 'name', title: words.name, cell: () => words.name },
          {
            key: 'quantity',
            title: words.quantity,
            align: 'end',
            sorts: true,
            cell: ({ quantity }) => quantity,
          },
          {
            key: 'state',
            title: states.title,
            phone: 'aside',
            cell: ({ kind }) => <State kind={kind} label={states[kind]} />,
          },
        ]}
      />
      <Tabs<'good' | 'neutral'>
        label={words.views}
        value={tab}
        onChange={setTab}
        tabs={(['good', 'neutral'] as const).map((value) => ({ value, label: states[value] }))}
      >
        {states[tab]}
      </Tabs>
    </div>
  )
}

export function Waiting() {
  const words = useWords('styles').waiting
  return (
    <div class="stack">
      <Progress label={words.label} detail={words.detail} value={0.3} />
      <Progress label={words.label} value={null} />
      <Loading />
      <SkeletonRows />
    </div>
  )
}

export function Messages() {
  const words = useWords('styles').messages
  const buttons = useWords('styles').buttons
  const [open, setOpen] = useState(false)
  return (
    <div class="stack">
      <div class="row">
        <Toast
          kind="good"
          text={words.done}
          action={{ label: words.undo, run: NOTHING }}
          onAction={NOTHING}
        />
        <Toast kind="bad" text={words.failed} action={null} onAction={NOTHING} />
      </div>
      <div class="row">
        <Button onClick={() => toast(words.done, 'good', { label: words.undo, run: NOTHING })}>
          {words.done}
        </Button>
        <Button onClick={() => setOpen(true)}>{words.open}</Button>
        <Menu
          label={words.menu}
          items={[
            { label: buttons.plain, onSelect: NOTHING },
            { label: buttons.grid, checked: true, onSelect: NOTHING },
            null,
            { label: buttons.danger, danger: true, onSelect: NOTHING },
          ]}
        />
      </div>
      {open ? (
        <Confirm
          title={words.dialog}
          text={words.text}
          yes={buttons.danger}
          no={buttons.quiet}
          danger
          onYes={async () => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

export function Empty() {
  const words = useWords('styles').empty
  const buttons = useWords('styles').buttons
  return (
    <EmptyState title={words.name} text={words.text} action={<Button kind="main">{buttons.main}</Button>} />
  )
}
