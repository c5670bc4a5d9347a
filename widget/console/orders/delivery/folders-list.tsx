/** The list of hot folders. */

import type { Column } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { useList } from '../../resources.ts'
import { Link } from '../../router.ts'
import { useSession } from '../../session.ts'
import { useWords } from '../../words.ts'
import type { HotFolderWire } from '../wire.ts'
import { FolderState } from './folder-state.tsx'

const PATH = '/console/orders/delivery'

export function FoldersList() {
  const words = useWords('developers').folder
  const session = useSession()
  const list = useList<HotFolderWire>('/v1/hot_folders', { limit: 50 })
  const columns: readonly Column<HotFolderWire>[] = [
    { key: 'name', title: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'folder', title: words.folder, cell: ({ folder }) => <code>{folder}</code> },
    {
      key: 'pattern',
      title: words.pattern,
      minor: true,
      cell: ({ name_pattern: pattern }) => <code>{pattern}</code>,
    },
    {
      key: 'status',
      title: words.status,
      cell: (hotFolder) => <FolderState hotFolder={hotFolder} />,
    },
    {
      key: 'hold',
      title: words.settings,
      minor: true,
      cell: ({ hold_on_fail: holds }) => <span class="dim">{holds ? words.held : words.notHeld}</span>,
    },
  ]
  const add = session.may('hot_folders:write') ? (
    <Link class="button main" href={`${PATH}/new`}>
      {words.add}
    </Link>
  ) : null
  return (
    <RecordList
      list={list}
      empty={<EmptyState drawing="folder" title={words.emptyTitle} text={words.emptyText} action={add} />}
      caption={words.text}
      columns={columns}
      rowHref={({ id }) => `${PATH}/${id}`}
    />
  )
}
