/** A template at a glance: its page with marked findings, the findings, and its properties. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shownHex } from '../../../core/engine/ink/process-inks.ts'
import { copyText } from '../../browser-apis.ts'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import type { ReportWire } from '../report-wire.ts'
import { useResource } from '../resources.ts'
import { useUnit } from '../units.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { hasUnpublished, PreflightBadge } from './badges.tsx'
import { FindingsList } from './findings-list.tsx'
import { type PageMark, PageView } from './page-view.tsx'
import { sizeText } from './size-text.ts'
import { faultText } from './trouble.ts'
import type { SceneSummaryWire, TemplateWire } from './wire.ts'

type Which = 'published' | 'latest'

export interface ViewedRevision {
  readonly template: TemplateWire
  readonly scene: SceneSummaryWire
  readonly revision: number
}

export function Overview({ template }: { readonly template: TemplateWire }) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const [which, setWhich] = useState<Which>('latest')
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<number | null>(null)
  const [measuring, setMeasuring] = useState(false)
  const path = `/v1/templates/${template.id}`
  const shown = useResource<ViewedRevision>(path, { revision: which })
  const report = useResource<{ readonly report: ReportWire }>(`${path}/preflight`, { revision: which })
  const number =
    which === 'latest' ? template.latest_revision : (template.live_revision ?? template.latest_revision)
  // After any change of the template, everything is loaded again.
  const seen = useRef(template)
  useEffect(() => {
    if (seen.current === template) return
    seen.current = template
    shown.reload()
    report.reload()
    setSelected(null)
  }, [template])

  const measure = async () => {
    setMeasuring(true)
    try {
      report.set(
        await api.get<{ readonly report: ReportWire }>(`${path}/preflight`, {
          revision: which,
          plates: 'measure',
        }),
      )
      toast(words.report.measured)
    } catch (thrown) {
      toast(faultText(words, shared, asApiError(thrown)), 'bad')
    }
    setMeasuring(false)
  }
  const found = report.value?.report ?? null
  const entries = found?.entries ?? []
  const marks: readonly PageMark[] = entries.map((entry) => ({
    number: entry.number,
    label: phrase(words.report.show, {
      number: entry.number,
      title: entry.title,
    }),
    severity: entry.severity,
    places: entry.marks,
  }))
  const of = shown.value?.template ?? template
  return (
    <div class="overview">
      <div class="overview-page">
        {hasUnpublished(template) ? (
          <RevisionSwitch template={template} which={which} onWhich={setWhich} />
        ) : null}
        <PageView
          template={of}
          revision={number}
          page={Math.min(page, of.page_count - 1)}
          onPage={(next) => {
            setPage(next)
            setSelected(null)
          }}
          marks={marks}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      <div class="overview-side">
        <section aria-labelledby="preflight-head">
          <div class="side-head">
            <h2 id="preflight-head">{words.report.title}</h2>
            {found === null ? null : <PreflightBadge status={found.preflight_status} />}
          </div>
          <p class="hint">
            {phrase(words.report.profile, { profile: words.settings.profiles[template.profile] })}
          </p>
          <ErrorNotice error={report.error} onRetry={report.reload} />
          {found === null ? (
            report.error === null ? (
              <Loading />
            ) : null
          ) : (
            <FindingsList
              report={found}
              selected={selected}
              onSelect={(entry) => {
                const to = entry.marks[0]?.page
                if (to !== undefined) setPage(to)
                setSelected(entry.number)
              }}
            />
          )}
          <div class="row">
            <Button small busy={measuring} onClick={() => void measure()}>
              {measuring ? words.report.measuring : words.report.measure}
            </Button>
            {found === null ? null : <CopyReport text={found.text} />}
          </div>
        </section>
        <Facts template={of} scene={shown.value?.scene ?? null} number={number} />
      </div>
    </div>
  )
}

function RevisionSwitch({
  template,
  which,
  onWhich,
}: {
  readonly template: TemplateWire
  readonly which: Which
  onWhich(which: Which): void
}) {
  const words = useWords('templates')
  return (
    <fieldset class="revision-switch">
      <legend class="spoken">{words.view.revision}</legend>
      {(['published', 'latest'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="revision" checked={one === which} onChange={() => onWhich(one)} />
          {words.view[one]} (
          {phrase(words.history.revision, {
            revision: (one === 'latest' ? template.latest_revision : template.live_revision) ?? 0,
          })}
          )
        </label>
      ))}
    </fieldset>
  )
}

function CopyReport({ text }: { readonly text: string }) {
  const words = useWords('templates')
  return (
    <Button
      small
      kind="quiet"
      onClick={() =>
        void copyText(text).then((copied) => toast(copied ? words.report.copied : words.report.notCopied))
      }
    >
      {words.report.copy}
    </Button>
  )
}

interface FactsProps {
  readonly template: TemplateWire
  readonly scene: SceneSummaryWire | null
  readonly number: number
}

function Facts({ template, scene, number }: FactsProps) {
  const words = useWords('templates')
  const format = useFormat()
  const unit = useUnit()
  const language = useLanguage()
  const { pages } = template
  const sizes = [...new Set(pages.map((page) => sizeText(page.width_pt, page.height_pt, unit, language)))]
  const bled = pages.filter(({ bleed }) => bleed).length
  const bleed =
    bled === 0
      ? words.facts.withoutBleed
      : bled === pages.length
        ? words.facts.withBleed
        : words.facts.someBleed
  const time = (at: string) => <Time at={at} />
  const rows: readonly (readonly [string, ComponentChildren] | null)[] = [
    [sizes.length > 1 ? words.facts.sizes : words.facts.pageSize, sizes.join(', ')],
    [words.facts.pages, format.number(template.page_count)],
    [words.facts.bleed, bleed],
    [words.facts.fields, format.number(scene?.field_count ?? template.field_count)],
    scene === null ? null : [words.facts.inks, <Inks key="inks" scene={scene} />],
    [words.facts.file, format.bytes(template.size_bytes)],
    [
      words.facts.revision,
      phrase(words.facts.revisions, {
        state:
          template.live_revision === null
            ? 'draft'
            : template.live_revision === template.latest_revision
              ? 'published'
              : 'changed',
        live: template.live_revision,
        latest: template.latest_revision,
      }),
    ],
    [words.facts.uploaded, time(template.created_at)],
    template.published_at === null ? null : [words.facts.published, time(template.published_at)],
    template.archived_at === null ? null : [words.facts.archived, time(template.archived_at)],
    template.hosted_url === null
      ? null
      : [
          words.facts.hosted,
          <a key="hosted" href={template.hosted_url} target="_blank" rel="noopener">
            {template.hosted_url}
          </a>,
        ],
  ]
  return (
    <section aria-labelledby="facts-head">
      <div class="side-head">
        <h2 id="facts-head">{words.facts.title}</h2>
      </div>
      {template.live_revision === null || template.live_revision === template.latest_revision ? null : (
        <p class="hint">{phrase(words.facts.shown, { revision: number })}</p>
      )}
      <dl class="tpl-facts">
        {rows.map((row) =>
          row === null ? null : (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

function Inks({ scene }: { readonly scene: SceneSummaryWire }) {
  const words = useWords('templates')
  return (
    <ul class="tpl-inks">
      {scene.inks.map(({ index, name, hex, technical }) => (
        <li key={index}>
          <Swatch hex={shownHex(name, hex, [], scene.screen_table)} label={name} />
          {technical ? <span class="hint"> ({words.facts.technical})</span> : null}
        </li>
      ))}
    </ul>
  )
}
