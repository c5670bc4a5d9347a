/** What every part of the editor needs at hand: the desk, the words, and a render whenever the desk changes. */
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Words } from '../languages/language.ts'
import type { Desk } from './desk.ts'

export interface EditorGround {
  readonly desk: Desk
  readonly words: Words
  /** Begins the ids of the editor's elements. */
  readonly prefix: string
}

export const Ground = createContext<EditorGround | null>(null)

export function useGround(): EditorGround {
  const ground = useContext(Ground)
  if (ground === null) throw new Error('This stands outside of the editor.')
  return ground
}

/** Renders anew with every change of the desk. */
export function useDesk(): EditorGround {
  const ground = useGround()
  const { desk } = ground
  const [, show] = useState(desk.state)
  // Effects run after the screen is drawn: what changed in between would be missed by who only listens from then on.
  useEffect(() => {
    const tell = () => show(desk.state)
    tell()
    return desk.subscribe(tell)
  }, [desk])
  return ground
}

/** Whether a media query holds, also when that changes. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches)
  useEffect(() => {
    const list = window.matchMedia(query)
    const tell = () => setHolds(list.matches)
    tell()
    list.addEventListener?.('change', tell)
    return () => list.removeEventListener?.('change', tell)
  }, [query])
  return holds
}
