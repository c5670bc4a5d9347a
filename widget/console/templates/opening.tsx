/** The frame of the editor while it is on its way: its bar with the way back, and an empty stage. */
import { Icon } from '../parts/icon.tsx'
import { Loading } from '../parts/loading.tsx'
import { Link } from '../router.ts'
import { useWords } from '../words.ts'
import './opening.css'

export function Opening({ href, label }: { readonly href: string; readonly label?: string | undefined }) {
  const words = useWords('templates')
  return (
    <div class="editor-opening">
      <div class="editor-opening-bar">
        <Link class="button quiet" href={href} aria-label={words.untitled}>
          <Icon name="back" small />
        </Link>
        <Loading label={label} />
      </div>
    </div>
  )
}
