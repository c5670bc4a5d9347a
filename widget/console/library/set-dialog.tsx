/** A selection set, edited in a dialog over another page, such as the template editor. */
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import './library.css'
import type { SetWire } from './library.ts'
import { SetForm } from './set-form.tsx'
import { useSet } from './use-set.ts'

export interface SetDialogProps {
  /** Null makes a new one. */
  readonly id: string | null
  onClose(): void
  onSaved(set: SetWire): void
}

export function SetDialog({ id, onClose, onSaved }: SetDialogProps) {
  const words = useWords('library')
  const shared = useWords('shared')
  const { may } = useSession()
  const edited = useSet(id)
  const { set } = edited
  const readOnly = !may('selection_sets:write') || (set !== null && set.archived_at !== null)
  const save = async () => {
    const kept = await edited.save()
    if (kept === null) return
    toast(phrase(words.set.saved, { name: kept.name }))
    onSaved(kept)
  }
  const isThere = id === null || set !== null
  return (
    <Dialog
      title={set?.name ?? (id === null ? words.set.newTitle : words.sets)}
      onClose={edited.busy ? undefined : onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{shared.cancel}</Button>
          {readOnly || !isThere ? null : (
            <Button kind="main" busy={edited.busy} onClick={() => void save()}>
              {words.set.save}
            </Button>
          )}
        </>
      }
    >
      {edited.loading ? <Loading /> : null}
      <ErrorNotice error={edited.missing ?? edited.error} />
      {isThere ? (
        <SetForm draft={edited.draft} readOnly={readOnly} tried={edited.tried} onChange={edited.change} />
      ) : null}
    </Dialog>
  )
}
