/** A table of records: dense on a desk, a stack of cards on a phone; its rows can be opened and selected. */
import type { ComponentChildren } from 'preact'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  cell(row: Row): ComponentChildren
  /** Figures stand at the end of their column. */
  readonly align?: 'start' | 'end' | undefined
  /** Left out where there is little room. */
  readonly minor?: boolean | undefined
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
            {columns.map(({ key, title, align, minor }) => (
              <th key={key} scope="col" data-align={align} data-minor={minor || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-selected={selected?.has(row.id) || undefined}>
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
              {columns.map(({ key, title, cell, align, minor }, at) => (
                <td key={key} data-title={title} data-align={align} data-minor={minor || undefined}>
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
