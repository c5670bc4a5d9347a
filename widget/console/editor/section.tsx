/** The template editor at `/console/templates/{id}/edit`: opens the newest revision. */
import { useEffect, useMemo, useReducer } from 'preact/hooks'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { useWords } from '../words.ts'
import { createDesk } from './desk.ts'
import type { Desk } from './desk-state.ts'
import { Editor } from './editor.tsx'
import { editorApi } from './editor-api.ts'
import { forgetFonts } from './panels/text-panel.tsx'
import { spotKey } from './scene-edit.ts'

export function Section({ path }: { readonly path: string }) {
  const id = decodeURIComponent(/^\/console\/templates\/([^/]+)/.exec(path)?.[1] ?? '')
  const words = useWords('editor')
  const desk = useMemo(() => createDesk({ api: editorApi, templateId: id }), [id])
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stop = desk.subscribe(() => redraw(undefined))
    void desk.open().then(() => goTo(desk, new URLSearchParams(location.search)))
    return () => {
      stop()
      desk.close()
      forgetFonts()
    }
  }, [desk])
  if (desk.state.phase === 'opening') return <Loading label={words.opening} />
  if (desk.state.phase === 'failed')
    return (
      <div class="page">
        <ErrorNotice error={desk.state.error} onRetry={() => void desk.open()} />
      </div>
    )
  return <Editor desk={desk} />
}

/** `?field=fld_…` selects a field, `?page=1` shows a page, counted from 0: how a finding leads to its spot. */
function goTo(desk: Desk, query: URLSearchParams): void {
  const { fields } = desk.state.scene
  const field = fields.find(({ id }) => id !== null && id === query.get('field'))
  const page = Number(query.get('page') ?? field?.placements[0]?.page ?? 0)
  if (Number.isInteger(page)) desk.turnTo(page)
  const at = field?.placements.findIndex((placement) => placement.page === desk.state.page) ?? -1
  if (field !== undefined && at >= 0) desk.select([spotKey(field.uid, at)])
}
