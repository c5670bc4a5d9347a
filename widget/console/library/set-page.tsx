/** A selection set on a page of its own. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmButton } from '../parts/confirm.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { toast } from '../parts/toast.tsx'
import { navigate, useBlocker } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import { SetForm } from './set-form.tsx'
import { useSet } from './use-set.ts'

const BASE = '/console/library'

export function SetPage({ id }: { readonly id: string | null }) {
  const words = useWords('library')
  const shared = useWords('shared')
  const { may } = useSession()
  const edited = useSet(id)
  const [saved, setSaved] = useState(false)
  const { set } = edited
  const readOnly = !may('selection_sets:write') || (set !== null && set.archived_at !== null)
  useBlocker(edited.changed && !edited.loading && !saved)
  // After the blocker's own effect: nothing is unsaved any more.
  useEffect(() => {
    if (saved) navigate(BASE)
  }, [saved])
  const back = { href: BASE, label: words.set.back }
  if (id !== null && set === null)
    return (
      <Page title={edited.missing?.status === 404 ? words.set.missing : words.sets} back={back}>
        {edited.loading ? <Loading /> : <ErrorNotice error={edited.missing} onRetry={edited.reload} />}
      </Page>
    )
  const save = async () => {
    const kept = await edited.save()
    if (kept === null) return
    toast(phrase(words.set.saved, { name: kept.name }))
    if (id === null) setSaved(true)
  }
  return (
    <Page
      title={set?.name ?? words.set.newTitle}
      back={back}
      actions={
        set === null || readOnly ? undefined : (
          <ConfirmButton
            label={words.set.archive}
            kind="danger"
            title={phrase(words.set.archiveTitle, { name: set.name })}
            text={words.set.archiveText}
            yes={words.set.archive}
            no={shared.cancel}
            danger
            onYes={async () => {
              await api.del(`/v1/selection_sets/${set.id}`)
              toast(phrase(words.set.archived, { name: set.name }))
              edited.reload()
            }}
          />
        )
      }
    >
      {set !== null && set.archived_at !== null ? (
        <Notice>
          <p>{words.set.archivedNote}</p>
        </Notice>
      ) : null}
      <form
        class="card stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <SetForm draft={edited.draft} readOnly={readOnly} tried={edited.tried} onChange={edited.change} />
        <ErrorNotice error={edited.error} />
        {readOnly ? null : (
          <div class="row">
            <Button kind="main" type="submit" busy={edited.busy} disabled={!edited.changed && !edited.busy}>
              {words.set.save}
            </Button>
            {edited.changed && !edited.busy ? <span class="hint">{words.set.unsaved}</span> : null}
          </div>
        )}
      </form>
    </Page>
  )
}
