/** The template editor at `/console/templates/{id}/edit`: opens the newest revision. */
import { useEffect, useMemo, useReducer } from 'preact/hooks'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Opening } from '../templates/opening.tsx'
import { useWords } from '../words.ts'
import { Editor } from './editor.tsx'
import { editorApi } from './editor-api.ts'
import { forgetFonts } from './fonts/use-fonts.ts'
import { spotKey } from './scene-edit.ts'
import type { SceneStore } from './scene-state.ts'
import { createSceneStore } from './scene-store.ts'

export function Section({ path }: { readonly path: string }) {
  const id = decodeURIComponent(/^\/console\/templates\/([^/]+)/.exec(path)?.[1] ?? '')
  const words = useWords('editor')
  const store = useMemo(() => createSceneStore({ api: editorApi, templateId: id }), [id])
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stop = store.subscribe(() => redraw(undefined))
    void store.open().then(() => goTo(store, new URLSearchParams(location.search)))
    return () => {
      stop()
      store.close()
      forgetFonts()
    }
  }, [store])
  if (store.state.phase === 'opening')
    return <Opening href={`/console/templates/${encodeURIComponent(id)}`} label={words.opening} />
  if (store.state.phase === 'failed')
    return (
      <div class="page">
        <ErrorNotice error={store.state.error} onRetry={() => void store.open()} />
      </div>
    )
  return <Editor store={store} />
}

/** `?field=fld_…` selects a field, `?page=1` shows a page, counted from 0: how a finding leads to its spot. */
function goTo(store: SceneStore, query: URLSearchParams): void {
  const { fields } = store.state.scene
  const field = fields.find(({ id }) => id !== null && id === query.get('field'))
  const page = Number(query.get('page') ?? field?.placements[0]?.page ?? 0)
  if (Number.isInteger(page)) store.turnTo(page)
  const at = field?.placements.findIndex((placement) => placement.page === store.state.page) ?? -1
  if (field !== undefined && at >= 0) store.select([spotKey(field.uid, at)])
}
