/** The template's name; a click edits it in place. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { hasMoved } from '../../router.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'

const LONGEST = 200

export function Title() {
  const { store, state, words, mayEdit } = useEditor()
  const title = state.template?.title ?? ''
  const heading = useRef<HTMLHeadingElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    document.title = `${phrase(words.title, { template: title })} – Platen`
  }, [title])
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [])
  const end = (text: string | null) => {
    setTyped(null)
    const next = text?.trim() ?? ''
    if (next !== '' && next !== title) void store.rename(next)
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <h1 class="editor-title" ref={heading} tabIndex={-1} hidden={typed !== null}>
        <span class="spoken">{phrase(words.title, { template: title })}</span>
        {mayEdit ? (
          <button
            type="button"
            class="title-button"
            title={phrase(words.rename, { template: title })}
            aria-label={phrase(words.rename, { template: title })}
            onClick={() => setTyped(title)}
          >
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi aria-hidden="true">{title}</bdi>
        )}
      </h1>
      {typed === null ? null : (
        <input
          class="input title-input"
          aria-label={words.templateName}
          value={typed}
          maxLength={LONGEST}
          dir="auto"
          ref={(input) => {
            if (input !== null && document.activeElement !== input) input.select()
          }}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => end(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') end(typed)
            if (event.key === 'Escape') end(null)
          }}
        />
      )}
    </>
  )
}
