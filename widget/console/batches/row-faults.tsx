/** Errors of a dry run by line, and cells that look like formulas. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import type { FieldWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { phrase, useWords } from '../words.ts'
import { RowError } from './row-error.tsx'
import type { CheckWire } from './wire.ts'

/** So many are shown before somebody asks for the rest. */
const FIRST = 20

interface RowFaultsProps {
  readonly check: CheckWire
  readonly fields: readonly FieldWire[]
}

export function RowFaults({ check, fields }: RowFaultsProps) {
  const words = useWords('batches')
  const { errors, faulty, formulas } = check
  return (
    <>
      <p role="status">
        <strong>{phrase(words.rowsReady, { ready: check.ready, rows: check.rows })}</strong>
      </p>
      {faulty === 0 ? null : (
        <>
          <Notice kind="warn" title={phrase(words.faulty, { count: faulty })}>
            <p>{words.faultyText}</p>
          </Notice>
          <LineTable
            caption={phrase(words.faulty, { count: faulty })}
            last={words.what}
            lines={errors.map(({ row, param, ...error }) => ({
              row,
              column: columnOf(param, fields),
              said: <RowError one={error} />,
            }))}
          />
          {errors.length < faulty ? (
            <p class="hint">{phrase(words.firstFaults, { count: errors.length })}</p>
          ) : null}
        </>
      )}
      {formulas.length === 0 ? null : (
        <>
          <Notice title={phrase(words.formulas, { count: check.formula_count })}>
            <p>{words.formulasText}</p>
          </Notice>
          <LineTable
            caption={phrase(words.formulas, { count: formulas.length })}
            last={words.content}
            lines={formulas.map(({ row, column, text }) => ({
              row,
              column,
              said: <code>{text}</code>,
            }))}
          />
        </>
      )}
    </>
  )
}

/** A field that no column fills is named by its label. */
function columnOf(param: string | null, fields: readonly FieldWire[]): string | null {
  return fields.find(({ id }) => param === `values.${id}`)?.label ?? param
}

function LineTable(props: {
  readonly caption: string
  readonly last: string
  readonly lines: readonly {
    readonly row: number
    readonly column: string | null
    readonly said: ComponentChildren
  }[]
}) {
  const words = useWords('batches')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const lines = all ? props.lines : props.lines.slice(0, FIRST)
  return (
    <div class="table-box line-table">
      <table class="table">
        <caption class="spoken">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              {words.line}
            </th>
            <th scope="col">{words.cell}</th>
            <th scope="col">{props.last}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, column, said }, at) => (
            <tr key={`${String(row)} ${String(at)}`}>
              <td data-title={words.line} data-align="end">
                {format.number(row)}
              </td>
              <td data-title={words.cell}>
                <bdi>{column ?? '–'}</bdi>
              </td>
              <td data-title={props.last}>{said}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length < props.lines.length ? (
        <div class="table-more">
          <Button onClick={() => setAll(true)}>{words.more}</Button>
        </div>
      ) : null}
    </div>
  )
}
