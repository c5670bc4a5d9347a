/** Publishing as a checklist: the checks, their results, and then the customers' link. */
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Loading } from '../../parts/loading.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { Icon } from '../parts/icon-button.tsx'
import { showField } from '../show-field.ts'
import type { Check, CheckKind, Trouble } from './checks.ts'
import { Shared } from './shared.tsx'
import { useChecks } from './use-checks.ts'

export function PublishDialog({ onClose }: { onClose(): void }) {
  const { store, state, words } = useEditor()
  const { template, revision, busy, fault } = state
  const [ready, setReady] = useState(!store.unsaved)
  // What is published is what is saved; a save that fails says why beside the page.
  useEffect(() => {
    if (!ready) void store.save().then((saved) => (saved ? setReady(true) : onClose()))
  }, [])
  const { checks, error } = useChecks(state, ready)
  const isLive = template?.status === 'live' && template.live_revision === revision
  const faults = (checks ?? []).filter(({ kind, troubles }) => kind === 'bad' && troubles.length > 0).length
  return (
    <Dialog
      title={isLive ? words.publishing.doneTitle : words.publishing.title}
      wide="half"
      onClose={onClose}
      actions={
        isLive ? (
          <Button onClick={onClose}>{words.publishing.close}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.publishing.cancel}</Button>
            <Button
              kind="main"
              busy={busy === 'publishing'}
              disabled={!ready || busy === 'saving'}
              onClick={() => void store.publish()}
            >
              {words.publishing.publish}
            </Button>
          </>
        )
      }
    >
      <div class="publish">
        {isLive ? <Shared revision={revision} /> : null}
        <ErrorNotice error={fault ?? error} />
        {checks === null && error === null ? (
          <Loading label={ready ? words.publishing.checking : words.saving} />
        ) : null}
        {checks === null ? null : (
          <>
            <ul class="publish-checks" aria-label={words.publishing.list}>
              {checks.map((check) => (
                <CheckRow
                  key={check.name}
                  check={check}
                  onShow={(uid) => {
                    onClose()
                    showField(store, uid)
                  }}
                />
              ))}
            </ul>
            {faults > 0 && !isLive ? (
              <p class="hint">{phrase(words.publishing.anyway, { count: faults })}</p>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  )
}

const SHAPES: Readonly<Record<CheckKind | 'good', string>> = {
  good: 'M3.500 8.500l3 3 6-7',
  bad: 'M4 4l8 8M12 4l-8 8',
  warn: 'M8 3.500v5.500M8 11.800v.4',
  info: 'M8 7.500v5M8 4v.4',
}
/** Further ones are counted. */
const MOST = 8

function CheckRow({ check, onShow }: { readonly check: Check; onShow(uid: string): void }) {
  const { words } = useEditor()
  const { name, kind, troubles } = check
  const state = troubles.length === 0 ? 'good' : kind
  return (
    <li class="check" data-kind={state}>
      <span class="check-mark">
        <Icon>
          <path d={SHAPES[state]} />
        </Icon>
        <span class="spoken">{words.publishing.kinds[state]}: </span>
      </span>
      <div class="check-text">
        <p>
          {troubles.length === 0
            ? words.publishing.passed[name]
            : phrase(words.publishing.found[name], { count: troubles.length })}
        </p>
        <ul class="troubles">
          {troubles.slice(0, MOST).map((trouble, at) => (
            <TroubleRow key={at} trouble={trouble} onShow={onShow} />
          ))}
          {troubles.length > MOST ? (
            <li class="hint">{phrase(words.publishing.more, { count: troubles.length - MOST })}</li>
          ) : null}
        </ul>
      </div>
    </li>
  )
}

function TroubleRow({ trouble, onShow }: { readonly trouble: Trouble; onShow(uid: string): void }) {
  const { uid, label, message } = trouble
  if (uid === null) return message === null ? null : <li>{message}</li>
  return (
    <li>
      <button type="button" class="link" onClick={() => onShow(uid)}>
        <bdi>{label}</bdi>
      </button>
      {message === null ? null : <>: {message}</>}
    </li>
  )
}
