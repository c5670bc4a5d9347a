/** Offers unsaved changes that this browser has stored. */
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import type { DraftKeeping } from './kept-draft.ts'

export function DraftNotice({ found, restore, discard }: DraftKeeping) {
  const { words, tag, mayEdit } = useEditor()
  if (found === null || !mayEdit) return null
  const time = new Date(found.at).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div class="editor-fault">
      <Notice
        title={words.draft.title}
        action={
          <span class="row">
            <Button small kind="main" onClick={restore}>
              {words.draft.restore}
            </Button>
            <Button small kind="quiet" onClick={discard}>
              {words.draft.discard}
            </Button>
          </span>
        }
      >
        <p>{phrase(words.draft.text, { time })}</p>
      </Notice>
    </div>
  )
}
