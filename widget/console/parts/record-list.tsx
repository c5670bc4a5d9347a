/** A list of records with pages: loading, not readable, empty, or a table. */
import type { ComponentChildren } from 'preact'
import type { List } from '../resources.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Listed = 'rows' | 'hasMore' | 'loadingMore' | 'onMore'

export interface RecordListProps<Row extends { readonly id: string }>
  extends Omit<DataTableProps<Row>, Listed> {
  readonly list: List<Row>
  /** What stands where nothing is: a sentence, or what to do first. */
  readonly empty: ComponentChildren
}

export function RecordList<Row extends { readonly id: string }>({
  list,
  empty,
  ...table
}: RecordListProps<Row>) {
  return (
    <>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <SkeletonRows /> : null}
      {!isEmpty(list) ? null : typeof empty === 'string' ? <p class="dim">{empty}</p> : empty}
      {list.items.length === 0 ? null : (
        <DataTable
          {...table}
          rows={list.items}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      )}
    </>
  )
}

/** The service has said that there is nothing. */
export function isEmpty(list: Pick<List<unknown>, 'loading' | 'error' | 'items'>): boolean {
  return !list.loading && list.error === null && list.items.length === 0
}
