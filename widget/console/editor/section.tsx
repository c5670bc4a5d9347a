/** The template editor at `/console/templates/{id}/edit`: opens the newest revision. */
import { useEffect, useMemo, useReducer } from 'preact/hooks'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { useWords } from '../words.ts'
import { createDesk } from './desk.ts'
import { Editor } from './editor.tsx'
import { editorApi } from './editor-api.ts'
import { forgetFonts } from './text-panel.tsx'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export function Section({ path }: { readonly path: string }) {
  const id = decodeURIComponent(/^\/console\/templates\/([^/]+)/.exec(path)?.[1] ?? '')
  const words = useWords({ en, de })
  const desk = useMemo(() => createDesk({ api: editorApi, templateId: id }), [id])
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stop = desk.subscribe(() => redraw(undefined))
    void desk.open()
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
