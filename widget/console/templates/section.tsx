/** The templates section of the console: the list, a template with its parts, and the editor. */
import { useEffect, useState } from 'preact/hooks'
import type { SectionView } from '../sections.ts'
import { loadWords } from '../words.ts'
import { ListPage } from './list-page.tsx'
import { Opening } from './opening.tsx'
import './templates.css'
import './grid.css'
import './history.css'
import { TemplatePage } from './template-page.tsx'

export const BASE = '/console/templates'

export function Section({ path }: { readonly path: string }) {
  const [id = '', part = ''] = path.slice(BASE.length + 1).split('/')
  if (id === '') return <ListPage />
  if (part === 'edit') return <Editor path={path} />
  return <TemplatePage key={id} id={id} part={part} />
}

/** A file of its own, and the largest: it comes when somebody edits. */
function Editor({ path }: { readonly path: string }) {
  const [loaded, setLoaded] = useState<{ readonly View: SectionView } | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(() => {
    let wanted = true
    Promise.all([import('../editor/section.tsx'), loadWords(['editor', 'library', 'orders'])]).then(
      ([{ Section: View }]) => wanted && setLoaded({ View }),
      (error: unknown) => wanted && setFailed(error),
    )
    return () => {
      wanted = false
    }
  }, [])
  // The application says how a part that cannot be loaded is loaded again.
  if (failed !== null) throw failed
  return loaded === null ? <Opening href={path.replace(/\/edit$/, '')} /> : <loaded.View path={path} />
}
