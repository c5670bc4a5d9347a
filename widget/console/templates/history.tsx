/** The revisions of a template: author, reason, differences, and *Restore*. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useSession } from '../session.ts'
import { messageOf, phrase, useWords, type Words } from '../words.ts'
import { Difference } from './difference.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { faultText } from './trouble.ts'
import type { RevisionWire, TemplateWire } from './wire.ts'

const PAGE_SIZE = 20

interface HistoryProps {
  readonly template: TemplateWire
  onChanged(): void
}

export function History({ template, onChanged }: HistoryProps) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const { may } = useSession()
  // Loaded again when a revision is added or published.
  const list = useList<RevisionWire & { readonly id: string }>(`/v1/templates/${template.id}/revisions`, {
    limit: PAGE_SIZE,
  })
  const [pair, setPair] = useState<readonly [from: number, to: number] | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const restores = may('templates:write') && template.status !== 'archived'
  return (
    <div class="history">
      {template.latest_revision > 1 ? (
        <Difference template={template} pair={pair ?? firstPair(template)} onPair={setPair} />
      ) : null}
      <section aria-labelledby="history-head">
        <h2 id="history-head">{words.history.title}</h2>
        <p class="hint">{words.history.text}</p>
        <ErrorNotice error={list.error} onRetry={list.reload} />
        {list.loading ? <Loading label={words.history.loading} /> : null}
        <ol class="revisions" reversed>
          {list.items.map((one) => (
            <li key={one.revision} value={one.revision}>
              <Revision
                template={template}
                revision={one}
                onCompare={one.revision > 1 ? () => setPair([one.revision - 1, one.revision]) : null}
                onRestore={restores && !one.latest ? () => setAsked(one.revision) : null}
              />
            </li>
          ))}
        </ol>
        {list.hasMore ? (
          <Button busy={list.loadingMore} onClick={list.more}>
            {shared.more}
          </Button>
        ) : null}
      </section>
      {asked === null ? null : (
        <Confirm
          title={phrase(words.history.restoreTitle, { revision: asked })}
          text={phrase(words.history.restoreText, { next: template.latest_revision + 1 })}
          yes={words.history.restore}
          no={shared.cancel}
          fault={(error) => faultText(words, shared, error)}
          onClose={() => setAsked(null)}
          onYes={async () => {
            const reply = await api.post<{ readonly revision: number }>(
              `/v1/templates/${template.id}/revisions/${asked}/restore`,
              { base_revision: template.latest_revision },
            )
            toast(phrase(words.history.restored, { revision: reply.revision }))
            list.reload()
            onChanged()
          }}
        />
      )}
    </div>
  )
}

/** What is published beside the newest, or else the last two. */
function firstPair({
  latest_revision: latest,
  live_revision: live,
}: TemplateWire): readonly [number, number] {
  return live !== null && live < latest ? [live, latest] : [latest - 1, latest]
}

interface RevisionProps {
  readonly template: TemplateWire
  readonly revision: RevisionWire
  readonly onCompare: (() => void) | null
  readonly onRestore: (() => void) | null
}

function Revision({ template, revision, onCompare, onRestore }: RevisionProps) {
  const words = useWords('templates')
  const { revision: number, created_at: at, live, latest, changes } = revision
  const who = whoOf(words, revision)
  return (
    <article class="revision" aria-labelledby={`revision-${number}`}>
      <Thumbnail templateId={template.id} revision={number} />
      <div class="revision-text">
        <h3 id={`revision-${number}`} class="title-line">
          {phrase(words.history.revision, { revision: number })}
          <span class="tpl-badges">
            {latest ? <Badge label={words.history.latest} /> : null}
            {live ? <Badge kind="good" label={words.history.live} /> : null}
          </span>
        </h3>
        <p>
          {causeText(words, revision)}
          {who === null ? '' : ` ${phrase(words.history.by, { who })}`}
          {', '}
          <Time at={at} />
        </p>
        <p class="hint">{changesText(words, changes)}</p>
      </div>
      <div class="revision-actions">
        {onCompare === null ? null : (
          <Button
            small
            onClick={onCompare}
            aria-label={phrase(words.history.compareWith, { revision: number })}
          >
            {words.history.compare}
          </Button>
        )}
        {onRestore === null ? null : (
          <Button
            small
            onClick={onRestore}
            aria-label={phrase(words.history.restoreOne, { revision: number })}
          >
            {words.history.restore}
          </Button>
        )}
      </div>
    </article>
  )
}

function whoOf(words: Words<'templates'>, { actor, actor_name: name }: RevisionWire): string | null {
  if (name !== null) return name
  if (actor === null || actor === '') return null
  if (actor === 'system') return words.history.system
  return actor.startsWith('key_') ? words.history.someone : actor
}

function causeText(words: Words<'templates'>, { cause, restored_revision: from }: RevisionWire): string {
  if (cause === null) return words.history.unknown
  if (cause === 'restored' && from !== null) return phrase(words.history.restoredFrom, { revision: from })
  return messageOf(words.history.cause, cause) ?? cause
}

function changesText(words: Words<'templates'>, changes: RevisionWire['changes']): string {
  if (changes === null) return ''
  const list = (labels: readonly string[], count: number) =>
    labels.map((label) => phrase(words.history.quoted, { label })).join(', ') +
    (count > labels.length ? phrase(words.history.others, { count: count - labels.length }) : '')
  const { added, removed, changed, counts } = changes
  const parts = [
    added.length > 0 ? phrase(words.history.added, { labels: list(added, counts.added) }) : '',
    removed.length > 0 ? phrase(words.history.removed, { labels: list(removed, counts.removed) }) : '',
    changed.length > 0 ? phrase(words.history.changed, { labels: list(changed, counts.changed) }) : '',
    changes.inks ? words.history.inks : '',
    changes.papers ? words.history.papers : '',
    changes.text_output ? words.history.textOutput : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? words.history.same : parts.join('; ')
}
