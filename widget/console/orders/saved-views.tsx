/** Saved filters: named links to the list, stored in this browser. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { readPreference, savePreference } from '../preferences.ts'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'

const PREFERENCE = 'order-views'
const MOST_VIEWS = 20

interface View {
  readonly name: string
  readonly query: string
}

function readViews(): readonly View[] {
  try {
    const kept: unknown = JSON.parse(readPreference(PREFERENCE) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string')
  } catch {
    return []
  }
}

export function SavedViews({ path, query }: { readonly path: string; readonly query: string }) {
  const words = useWords('orders')
  const shared = useWords('shared')
  const [views, setViews] = useState(readViews)
  const [name, setName] = useState<string | null>(null)
  const keep = (next: readonly View[]) => {
    savePreference(PREFERENCE, next.length === 0 ? null : JSON.stringify(next))
    setViews(next)
  }
  const saved = views.find((view) => view.query === query)
  if (views.length === 0 && query === '') return null
  const save = () => {
    const wanted = name?.trim() ?? ''
    if (wanted === '') return
    const others = views.filter((view) => view.name !== wanted)
    keep([...others, { name: wanted, query }].slice(-MOST_VIEWS))
    setName(null)
    toast(words.viewSaved)
  }
  return (
    <nav class="saved-views" aria-label={words.savedViews}>
      {views.map((view) => (
        <Link
          key={view.name}
          class="chip"
          href={`${path}?${view.query}`}
          aria-current={view.query === query ? 'page' : undefined}
        >
          <bdi>{view.name}</bdi>
        </Link>
      ))}
      {saved !== undefined ? (
        <Button
          kind="quiet"
          small
          aria-label={phrase(words.removeView, { name: saved.name })}
          onClick={() => keep(views.filter((view) => view !== saved))}
        >
          {words.removeViewShort}
        </Button>
      ) : query === '' ? null : (
        <Button kind="quiet" small onClick={() => setName('')}>
          {words.saveView}
        </Button>
      )}
      {name === null ? null : (
        <Dialog
          title={words.saveView}
          onClose={() => setName(null)}
          actions={
            <>
              <Button onClick={() => setName(null)}>{shared.cancel}</Button>
              <Button kind="main" disabled={name.trim() === ''} onClick={save}>
                {words.saveView}
              </Button>
            </>
          }
        >
          <TextInput label={words.viewName} value={name} maxLength={40} focused onInput={setName} />
        </Dialog>
      )}
    </nav>
  )
}
