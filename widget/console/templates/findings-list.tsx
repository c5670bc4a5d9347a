/** Preflight findings, the worst first; each entry leads to its place on the page. */
import { useEffect, useRef } from 'preact/hooks'
import { useFormat } from '../format.ts'
import type { EntryWire, ReportWire } from '../report-wire.ts'
import { phrase, useWords } from '../words.ts'

const GRAVEST_FIRST = ['fail', 'warn', 'info'] as const

export interface FindingsListProps {
  readonly report: ReportWire
  readonly selected: number | null
  onSelect(entry: EntryWire): void
}

export function FindingsList({ report, selected, onSelect }: FindingsListProps) {
  const words = useWords('templates')
  const { counts, entries, preflight_status: status } = report
  if (entries.length === 0) return <p>{status === 'pending' ? words.preflight.pending : words.report.none}</p>
  return (
    <div class="tpl-findings">
      <p class="hint">
        {GRAVEST_FIRST.filter((severity) => counts[severity] > 0)
          .map((severity) => phrase(words.report.counts[severity], { count: counts[severity] }))
          .join(', ')}
      </p>
      {GRAVEST_FIRST.filter((severity) => counts[severity] > 0).map((severity) => (
        <section key={severity} aria-label={words.report.severity[severity]}>
          <h3 class="findings-head">{words.report.severity[severity]}</h3>
          <ol class="finding-list">
            {entries
              .filter((entry) => entry.severity === severity)
              .map((entry) => (
                <li key={entry.number} value={entry.number}>
                  <Finding entry={entry} selected={entry.number === selected} onSelect={onSelect} />
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface FindingProps {
  readonly entry: EntryWire
  readonly selected: boolean
  onSelect(entry: EntryWire): void
}

function Finding({ entry, selected, onSelect }: FindingProps) {
  const words = useWords('templates')
  const format = useFormat()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selected) place.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const value = (one: string | number) => (typeof one === 'number' ? format.number(one, 2) : one)
  const mm = (one: number) => format.number(one, 1)
  const { place_mm: spot, found, expected, ink, page, count } = entry
  const facts = [
    page === null ? words.report.document : phrase(words.report.page, { page: page + 1 }),
    spot === null
      ? ''
      : phrase(words.report.place, {
          width: mm(spot.width),
          height: mm(spot.height),
          left: mm(spot.left),
          top: mm(spot.top),
        }),
    count > 1 ? phrase(words.report.times, { many: count }) : '',
    ink === null ? '' : phrase(words.report.ink, { ink }),
    found === null || expected === null
      ? ''
      : phrase(words.report.found, { found: value(found), expected: value(expected) }),
  ].filter((fact) => fact !== '')
  const head = (
    <>
      <span class="finding-number" data-kind={entry.severity}>
        {entry.number}
      </span>
      <span class="finding-title">{entry.title}</span>
    </>
  )
  return (
    <article class="finding" data-selected={selected || undefined} ref={place}>
      {entry.marks.length === 0 ? (
        <p class="finding-head">{head}</p>
      ) : (
        <button type="button" class="finding-head" aria-pressed={selected} onClick={() => onSelect(entry)}>
          {head}
          <span class="spoken">{words.report.onPage}</span>
        </button>
      )}
      <p>{entry.message}</p>
      <p class="hint">{facts.join('; ')}</p>
    </article>
  )
}
