/** A page as it looks now: its image, or its outline with the places of the fields. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import type { FieldWire, PageWire, PlaceWire } from './wire.ts'

export function Sheet({
  page,
  name,
  onPlace,
}: {
  readonly page: PageWire
  readonly name: string
  /** Where fields can be gone to by a click on their places; else these are shown only while there is no picture. */
  onPlace?(field: FieldWire, place: PlaceWire): void
}) {
  const { store, words } = useEditor()
  const { say } = words
  const { state, url, revision } = store.pictures.shown(page.index)
  const { trim } = page
  const leaving = useLeaving(page.index, url)
  return (
    <div class="sheet" data-state={state} data-shown={revision} dir="ltr">
      {/* Seen is what will be cut out: the bleed around it is nobody's to judge by. */}
      <div
        class="sheet-page"
        style={{
          left: percent(-trim.left / trim.width),
          top: percent(-trim.top / trim.height),
          width: percent(1 / trim.width),
          height: percent(1 / trim.height),
        }}
      >
        {url === null ? null : <img src={url} alt={`${say('preview')}: ${name}`} draggable={false} />}
        {leaving.url === null ? null : (
          <img class="leaving" src={leaving.url} alt="" onAnimationEnd={leaving.end} />
        )}
        {onPlace !== undefined || (url === null && state !== 'loading') ? (
          <Places page={page.index} onPlace={onPlace ?? (() => undefined)} />
        ) : null}
      </div>
      {url === null ? (
        <p class="sheet-word" dir={words.direction}>
          {state === 'loading' || state === 'updating' ? say('preview_loading') : null}
        </p>
      ) : null}
    </div>
  )
}

/** The picture of the page that was shown before, for as long as it takes to fade. */
function useLeaving(page: number, url: string | null) {
  const shown = useRef({ page, url })
  const [left, setLeft] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (shown.current.page !== page) setLeft(shown.current.url)
    shown.current = { page, url }
  }, [page, url])
  return { url: left, end: () => setLeft(null) }
}

function percent(part: number): string {
  return `${part * 100}%`
}

/** For pointers alone: the same fields stand in the form, where keys and screen readers find them. */
function Places({
  page,
  onPlace,
}: {
  readonly page: number
  onPlace(field: FieldWire, place: PlaceWire): void
}) {
  const { store } = useEditor()
  const fields = store.state.template?.fields ?? []
  const active = store.state.activeField
  const none = store.pictures.shown(page).url === null
  return (
    <div class="places" aria-hidden="true" data-named={none}>
      {fields.flatMap((field) =>
        field.places
          .filter((place) => place.page === page)
          .map((place, at) => (
            <button
              key={`${field.id} ${at}`}
              type="button"
              class="place"
              tabIndex={-1}
              data-place={field.id}
              data-active={field.id === active}
              style={{
                left: percent(place.left),
                top: percent(place.top),
                width: percent(place.width),
                height: percent(place.height),
              }}
              onClick={() => onPlace(field, place)}
            >
              {none ? <bdi>{field.label}</bdi> : null}
            </button>
          )),
      )}
    </div>
  )
}

/** What is to be said of a page's picture beside it; null while all is well. */
export function PictureNote({ page }: { readonly page: number }) {
  const { store, words } = useEditor()
  const { say } = words
  const { state } = store.pictures.shown(page)
  switch (state) {
    case 'unavailable':
      return (
        <p class="picture-note">
          <strong>{say('preview_none')}</strong> {say('preview_none_text')}
        </p>
      )
    case 'failed':
    case 'old':
      return (
        <p class="picture-note">
          {say(state === 'old' ? 'preview_old' : 'preview_failed')}{' '}
          <button type="button" class="link" onClick={() => store.pictures.retry()}>
            {say('try_again')}
          </button>
        </p>
      )
    default:
      return null
  }
}
