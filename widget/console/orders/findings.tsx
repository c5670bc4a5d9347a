/** Preflight of a print file: the findings, the page with marks, and its plates. */
import { useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Picture, type PictureRequest } from '../parts/picture.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import type { EntryWire, ReportWire } from '../report-wire.ts'
import { useResource } from '../resources.ts'
import { phrase, useWords } from '../words.ts'
import type { RenderWire } from './wire.ts'

const GRAVEST_FIRST = ['fail', 'warn', 'info'] as const
const TONES = { fail: 'bad', warn: 'warn', info: 'neutral' } as const

export function Findings({ renderId }: { readonly renderId: string }) {
  const words = useWords('orders')
  const format = useFormat()
  const [measured, setMeasured] = useState(false)
  const address = `/v1/renders/${encodeURIComponent(renderId)}/preflight`
  const plain = useResource<{ report: ReportWire }>(address)
  const withInk = useResource<{ report: ReportWire }>(measured ? address : null, { plates: 'measure' })
  const report = withInk.value?.report ?? plain.value?.report
  if (report === undefined)
    return plain.error === null ? <Loading /> : <ErrorNotice error={plain.error} onRetry={plain.reload} />
  const counted = GRAVEST_FIRST.filter((severity) => report.counts[severity] > 0)
    .map((severity) => phrase(words.findingsCount[severity], { count: report.counts[severity] }))
    .join(', ')
  return (
    <>
      <p>
        {report.entries.length === 0 ? words.noFindings : counted}{' '}
        <span class="dim">{phrase(words.judgedFor, { profile: report.profile })}</span>
      </p>
      {report.entries.length === 0 ? null : (
        <ol class="findings">
          {report.entries.map((entry) => (
            <Finding key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
      {report.ink === null ? (
        <div class="form-actions">
          <Button busy={measured && withInk.loading} onClick={() => setMeasured(true)}>
            {words.measure}
          </Button>
        </div>
      ) : (
        report.ink.pages.map(({ page, plates, tac_process_pct: most }) => (
          <table class="table compact" key={page}>
            <caption>
              {words.plates}
              {report.ink !== null && report.ink.pages.length > 1
                ? `, ${phrase(words.findingPage, { page: page + 1 })}`
                : ''}
            </caption>
            <thead>
              <tr>
                <th scope="col">{words.plate}</th>
                <th scope="col" data-align="end">
                  {words.coverage}
                </th>
              </tr>
            </thead>
            <tbody>
              {plates.map(({ name, coverage_pct: cover }) => (
                <tr key={name}>
                  <td data-title={words.plate}>
                    <bdi>{name}</bdi>
                  </td>
                  <td data-title={words.coverage} data-align="end">
                    {format.percent(cover / 100, 1)}
                  </td>
                </tr>
              ))}
              {most > 0 ? (
                <tr>
                  <td colSpan={2}>{phrase(words.mostInk, { percent: format.number(most, 0) })}</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        ))
      )}
      <ErrorNotice error={withInk.error} onRetry={withInk.reload} />
    </>
  )
}

function Finding({ entry }: { readonly entry: EntryWire }) {
  const words = useWords('orders')
  const format = useFormat()
  const { page, place_mm: place, found, expected, ink } = entry
  const value = (one: string | number) => (typeof one === 'number' ? format.number(one, 2) : one)
  return (
    <li value={entry.number}>
      <p class="badges">
        <State kind={TONES[entry.severity]} label={words.severity[entry.severity]} />
        <strong>{entry.title}</strong>
      </p>
      <p>{entry.message}</p>
      <p class="dim">
        {[
          page === null ? null : phrase(words.findingPage, { page: page + 1 }),
          place === null
            ? null
            : phrase(words.findingPlace, {
                left: format.number(place.left, 1),
                top: format.number(place.top, 1),
              }),
          ink,
          found === null || expected === null
            ? null
            : phrase(words.findingFound, { found: value(found), expected: value(expected) }),
          entry.inherited ? words.inherited : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </li>
  )
}

export function FilePicture({ render }: { readonly render: RenderWire }) {
  const words = useWords('orders')
  const [page, setPage] = useState(0)
  return (
    <>
      <Picture request={filePicture(render, page)} alt={words.picture} class="job-picture" />
      {render.page_count < 2 ? null : <PageSelect pages={render.page_count} page={page} onChange={setPage} />}
    </>
  )
}

/** A page of a print file with its findings marked. */
export function filePicture({ id, attempt_count: attempt }: RenderWire, page: number): PictureRequest {
  // The fragment stays here: another attempt is another picture.
  return { path: `/v1/renders/${encodeURIComponent(id)}/preflight.png?page=${page}#${attempt}` }
}

export function PageSelect(props: {
  readonly pages: number
  readonly page: number
  onChange(page: number): void
}) {
  const words = useWords('orders')
  return (
    <Select
      label={words.pageNumber}
      value={String(props.page)}
      options={Array.from({ length: props.pages }, (_, at) => ({ value: String(at), label: String(at + 1) }))}
      onChange={(at) => props.onChange(Number(at))}
    />
  )
}
