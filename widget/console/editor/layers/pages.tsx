/** Thumbnails of the pages as printed, drawn when they scroll into view. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { observeSight } from '../../../browser-apis.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { useDrawnPage } from '../drawn-page.ts'
import { sceneOf } from '../scene-edit.ts'
import type { SceneState } from '../scene-state.ts'

/** The coarsest that the service draws. */
const DPI = 72
/** Ms without a change: the page in front comes first. */
const REST_MS = 900

export function Pages() {
  const { state, words } = useEditor()
  const { pages } = state.scene
  if (pages.length < 2) return null
  return (
    <section class="page-strip" aria-labelledby="editor-pages-title">
      <div class="list-head">
        <h2 id="editor-pages-title">{words.pages}</h2>
        <span class="count">{pages.length}</span>
      </div>
      <ol class="page-thumbs">
        {pages.map((_, index) => (
          <li key={index}>
            <Thumb index={index} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Thumb({ index }: { readonly index: number }) {
  const { store, state, words } = useEditor()
  const button = useRef<HTMLButtonElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watched = button.current
    if (watched === null || seen) return
    return observeSight(watched, () => setSeen(true))
  }, [seen])
  const { url } = useDrawnPage(seen ? drawnThumb(state, index) : null, 'preview', REST_MS)
  const page = state.scene.pages[index]
  const shown = state.page === index
  useEffect(() => {
    if (shown) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  const number = index + 1
  return (
    <button
      type="button"
      class="page-thumb"
      ref={button}
      aria-label={phrase(words.list.onPage, { page: number })}
      aria-current={shown ? 'page' : undefined}
      onClick={() => store.turnTo(index)}
    >
      <span
        class="thumb-sheet"
        style={page === undefined ? {} : { aspectRatio: `${page.width_pt} / ${page.height_pt}` }}
      >
        {url === null ? null : <img src={url} alt="" draggable={false} />}
      </span>
      <span class="page-number">{number}</span>
    </button>
  )
}

/** Only what stands on the page is a part of the request, so that an edit of one page redraws no other. */
function drawnThumb({ scene, saved, template, revision }: SceneState, index: number) {
  const fieldsOf = (one: typeof scene) =>
    one.fields.filter(({ placements }) => placements.some(({ page }) => page === index))
  const common = { template_id: template?.id ?? '', page: index, dpi: DPI, values: {} }
  const [now, before] = [fieldsOf(scene), fieldsOf(saved)]
  const isSaved = now.length === before.length && now.every((field, at) => field === before[at])
  return isSaved ? { ...common, revision } : { ...common, scene: sceneOf({ ...scene, fields: now }) }
}
