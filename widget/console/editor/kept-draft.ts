/** Unsaved changes in the browser's storage; they survive a lost tab, an empty battery and a failed save. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { readPreference, savePreference } from '../preferences.ts'
import { same } from './merge-scenes.ts'
import type { EditScene } from './scene-edit.ts'
import type { SceneStore } from './scene-state.ts'

export interface KeptDraft {
  readonly scene: EditScene
  /** The state that was saved then, and as which revision: what others did since is told apart by it. */
  readonly saved: EditScene
  readonly revision: number
  readonly body: number
  /** Ms since 1970. */
  readonly at: number
}

/** Ms without a change. */
const REST_MS = 400

export interface DraftKeeping {
  /** What was left unsaved the last time; null once it is settled. */
  readonly found: KeptDraft | null
  restore(): void
  discard(): void
}

/** By user, for several may work at one computer. */
export function useKeptDraft(store: SceneStore, userId: string): DraftKeeping {
  const { scene, saved, template } = store.state
  const name = `draft-${userId}-${template?.id ?? ''}`
  const [found, setFound] = useState(() => readDraft(name, saved))
  const { unsaved } = store
  const write = useRef(() => {})
  write.current = () => {
    // What was found stays until it is restored or discarded.
    if (found !== null) return
    const { scene, saved, revision, body } = store.state
    savePreference(
      name,
      store.unsaved ? JSON.stringify({ scene, saved, revision, body, at: Date.now() }) : null,
    )
  }
  useEffect(() => {
    if (!unsaved) return write.current()
    const timer = setTimeout(() => write.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [scene, saved, unsaved, found])
  useEffect(() => {
    const leave = () => write.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return {
    found,
    restore() {
      if (found !== null) store.resume(found)
      setFound(null)
    },
    discard: () => setFound(null),
  }
}

/** Nothing where it is what is saved by now. */
function readDraft(name: string, saved: EditScene): KeptDraft | null {
  try {
    const draft: unknown = JSON.parse(readPreference(name) ?? 'null')
    return isDraft(draft) && !same(draft.scene, saved) ? draft : null
  } catch {
    return null
  }
}

function isDraft(draft: unknown): draft is KeptDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { scene, saved, revision, body, at } = draft as Record<string, unknown>
  return isScene(scene) && isScene(saved) && [revision, body, at].every((one) => typeof one === 'number')
}

function isScene(scene: unknown): boolean {
  return typeof scene === 'object' && scene !== null && Array.isArray((scene as { fields?: unknown }).fields)
}
