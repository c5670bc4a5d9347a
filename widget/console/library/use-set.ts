/** A selection set that is edited: load, change and save; for its page and for the editor's dialog. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ApiError } from '../api-error.ts'
import { useResource } from '../resources.ts'
import { useAction } from '../use-action.ts'
import type { SetWire } from './library.ts'
import { draftOfSet, faultsOfSet, type SetDraft, wireOfSet } from './set-draft.ts'

export interface EditedSet {
  /** Null while it is read, and of a new one. */
  readonly set: SetWire | null
  readonly draft: SetDraft
  readonly loading: boolean
  /** Of reading it. */
  readonly missing: ApiError | null
  /** Of saving it. */
  readonly error: ApiError | null
  readonly tried: boolean
  readonly busy: boolean
  readonly changed: boolean
  reload(): void
  change(draft: SetDraft): void
  /** Null where it could not be saved, and says why. */
  save(): Promise<SetWire | null>
}

/** A null `id` makes a new one. */
export function useSet(id: string | null): EditedSet {
  const found = useResource<{ readonly selection_set: SetWire }>(
    id === null ? null : `/v1/selection_sets/${id}`,
  )
  const set = found.value?.selection_set ?? null
  const [draft, setDraft] = useState<SetDraft>(() => draftOfSet(null))
  const [tried, setTried] = useState(false)
  const action = useAction()
  const { busy, error } = action
  useEffect(() => {
    if (set !== null) setDraft(draftOfSet(set))
  }, [set])
  return {
    ...{ set, draft, tried, busy, error },
    loading: id !== null && set === null && found.error === null,
    missing: found.error,
    changed: JSON.stringify(draft) !== JSON.stringify(draftOfSet(set)),
    reload: found.reload,
    change: setDraft,
    async save() {
      setTried(true)
      action.clear()
      const faults = faultsOfSet(draft)
      if (faults.name || faults.rows.some((fault) => fault !== null)) return null
      let saved: SetWire | null = null
      await action.run(async () => {
        const body = wireOfSet(draft)
        const reply = await (id === null
          ? api.post<{ readonly selection_set: SetWire }>('/v1/selection_sets', body)
          : api.patch<{ readonly selection_set: SetWire }>(`/v1/selection_sets/${id}`, body))
        if (id === null) setDraft(draftOfSet(reply.selection_set))
        else found.set(reply)
        setTried(false)
        saved = reply.selection_set
      })
      return saved
    },
  }
}
