/** Every page of the card as it will be printed, for the review and for the end. */
import { useEffect } from 'preact/hooks'
import { useEditor } from './context.ts'
import { PictureNote, Sheet } from './sheet.tsx'
import { pageName } from './trouble-words.ts'

/** Of the window's shorter side, at most: a card is looked at whole. */
const PICTURE_PX = 720

export function Pages() {
  const { store, words } = useEditor()
  const { say } = words
  const all = store.state.template?.scene_summary.pages ?? []
  const { phase, reopened } = store.state
  // A session that has ended draws no more.
  const open = phase !== 'saved' || reopened
  // A page whose picture came too late for the end is left out of it, unless it is the only one.
  const seen = all.filter(({ index }) => open || store.pictures.shown(index).url !== null)
  const pages = seen.length === 0 ? all.slice(0, 1) : seen
  useEffect(() => {
    const width = PICTURE_PX * Math.min(2, window.devicePixelRatio || 1)
    if (open)
      store.pictures.look(
        pages.map(({ index, trim }) => [index, width / trim.width]),
        phase === 'saved' ? 'approved' : 'printed',
      )
  }, [open])
  return (
    <ul class="review-pages" data-count={Math.min(pages.length, 3)}>
      {pages.map((page) => {
        const ratio = (page.width_pt * page.trim.width) / (page.height_pt * page.trim.height)
        return (
          <li key={page.index}>
            <figure>
              <div class="review-sheet" style={{ '--ratio': String(ratio) }}>
                <Sheet page={page} name={pageName(say, page.index, all.length)} />
              </div>
              {all.length < 2 ? null : <figcaption>{pageName(say, page.index, all.length)}</figcaption>}
            </figure>
            <PictureNote page={page.index} />
          </li>
        )
      })}
    </ul>
  )
}
