/** A table of records: dense on desktops, cards on phones; rows can be opened and selected. */
import type { ComponentChildren } from 'preact'
import { Link, navigate } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  cell(row: Row): ComponentChildren
  /** Figures stand at the end of their column. */
  readonly align?: 'start' | 'end' | undefined
  /** Left out on a phone. */
  readonly minor?: boolean | undefined
  /** On a phone: beside the first column, such as a status; or with its title, such as a figure. */
  readonly phone?: 'aside' | 'labelled' | undefined
  /** Its rows can be put in order by it; the service sorts. */
  readonly sorts?: boolean | undefined
}

export interface Sorting {
  /** Key of a column that sorts. */
  readonly by: string
  readonly descending: boolean
}

export interface DataTableProps<Row extends { readonly id: string }> {
  /** Said to those who do not see it. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Where a row leads; the first column is then its link. */
  rowHref?: ((row: Row) => string) | undefined
  /** The name of a row, for the box that selects it. */
  rowLabel?: ((row: Row) => string) | undefined
  /** Ids of the selected rows; where it is given, each row has a box. */
  readonly selected?: ReadonlySet<string> | undefined
  onSelect?: ((selected: ReadonlySet<string>) => void) | undefined
  /** The order of the rows; null for the list's own. */
  readonly sorting?: Sorting | null | undefined
  onSort?: ((sorting: Sorting | null) => void) | undefined
  /** Of a list that goes on. */
  readonly hasMore?: boolean | undefined
  readonly loadingMore?: boolean | undefined
  onMore?: (() => void) | undefined
}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowHref, rowLabel, selected, onSelect } = props
  const words = useWords('shared')
  const selects = selected !== undefined && onSelect !== undefined
  const count = selected === undefined ? 0 : rows.filter(({ id }) => selected.has(id)).length
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect?.(next)
  }
  return (
    <div class="table-box">
      <table class="table">
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {selects ? (
              <th class="select-cell" scope="col">
                <Checkbox
                  label={words.selectAll}
                  hideLabel
                  checked={count > 0 && count === rows.length}
                  mixed={count > 0 && count < rows.length}
                  onChange={(on) =>
                    toggle(
                      rows.map(({ id }) => id),
                      on,
                    )
                  }
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                sorting={props.sorting ?? null}
                onSort={props.onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-selected={selected?.has(row.id) || undefined}
              data-href={rowHref === undefined ? undefined : true}
              onClick={rowHref === undefined ? undefined : (event) => follow(event, rowHref(row))}
            >
              {selects ? (
                <td class="select-cell">
                  <Checkbox
                    label={phrase(words.selectRow, { name: rowLabel?.(row) ?? row.id })}
                    hideLabel
                    checked={selected.has(row.id)}
                    onChange={(on) => toggle([row.id], on)}
                  />
                </td>
              ) : null}
              {columns.map(({ key, title, cell, align, minor, phone }, at) => (
                <td
                  key={key}
                  data-title={title}
                  data-align={align}
                  data-minor={minor || undefined}
                  data-first={at === 0 || undefined}
                  data-aside={phone === 'aside' || undefined}
                  data-labelled={phone === 'labelled' || undefined}
                >
                  {at === 0 && rowHref !== undefined ? (
                    <Link class="row-link" href={rowHref(row)}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.hasMore === true && props.onMore !== undefined ? (
        <div class="table-more">
          <Button busy={props.loadingMore} onClick={props.onMore}>
            {words.more}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function HeadCell<Row>({
  column: { key, title, align, minor, sorts = false },
  sorting,
  onSort,
}: {
  readonly column: Column<Row>
  readonly sorting: Sorting | null
  readonly onSort: ((sorting: Sorting | null) => void) | undefined
}) {
  const by = sorting?.by === key ? sorting : null
  const state = by === null ? undefined : by.descending ? 'descending' : 'ascending'
  const next =
    by === null ? { by: key, descending: false } : by.descending ? null : { by: key, descending: true }
  return (
    <th scope="col" data-align={align} data-minor={minor || undefined} aria-sort={state}>
      {sorts && onSort !== undefined ? (
        <button type="button" class="sort" onClick={() => onSort(next)}>
          {title}
          <Icon name={by?.descending === true ? 'down' : 'up'} small />
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** For the pointer: keys and readers have the link of the first cell. A click beside the controls of a row follows its link; selecting text does not. */
function follow(event: MouseEvent, href: string): void {
  const { target } = event
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return
  if (target.closest('a, button, input, label, select, .select-cell') !== null) return
  if (getSelection()?.type === 'Range') return
  if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener')
  else navigate(href)
}

/** A cell without a value; left out on a phone. */
export function None() {
  return <span class="no-value">–</span>
}
