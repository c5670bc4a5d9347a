/** The store and the words for every part of the editor, with a render whenever the store changes. */

import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { watchMedia } from '../browser-apis.ts'
import type { Words } from '../languages/language.ts'
import type { EditorStore } from './editor-state.ts'

export interface EditorParts {
  readonly store: EditorStore
  readonly words: Words
  /** Begins the ids of the editor's elements. */
  readonly prefix: string
}

export const EditorContext = createContext<EditorParts | null>(null)

export function useEditorParts(): EditorParts {
  const parts = useContext(EditorContext)
  if (parts === null) throw new Error('This stands outside of the editor.')
  return parts
}

/** Renders again with every change of the store. */
export function useEditor(): EditorParts {
  const parts = useEditorParts()
  const { store } = parts
  const [, setState] = useState(store.state)
  // Effects run after the screen is drawn: a change in between would be missed by a listener that starts then.
  useEffect(() => {
    const update = () => setState(store.state)
    update()
    return store.subscribe(update)
  }, [store])
  return parts
}

/** Whether a media query holds, also when that changes. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => watchMedia(query).matches)
  useEffect(() => {
    const list = watchMedia(query)
    const update = () => setHolds(list.matches)
    update()
    return list.onChange(update)
  }, [query])
  return holds
}
