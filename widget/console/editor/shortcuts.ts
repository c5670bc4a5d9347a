/** Shortcuts that work wherever the focus is in the editor, except in text inputs. */
import { useEffect, useRef } from 'preact/hooks'
import { phrase } from '../words.ts'
import type { Editor } from './context.ts'
import { focusSelected } from './stage-keys.ts'
import { TOOL_KEYS } from './tools.tsx'

export function useShortcuts(editor: Editor, save: () => Promise<void>): void {
  const latest = useRef({ editor, save })
  latest.current = { editor, save }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { editor, save } = latest.current
      if (event.altKey || !editor.mayEdit) return
      const key = event.key.toLowerCase()
      const target = event.target instanceof HTMLElement ? event.target : null
      const typing = target?.closest('input, textarea, select, dialog, [role="menu"]') != null
      const command = event.ctrlKey || event.metaKey
      if (command && key === 's') void save()
      else if (typing) return
      else if (command ? !byCommand(editor, event) : !byTool(editor, key, target)) return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Single letters hold where tools are used alone: elsewhere somebody may be speaking to the page, or searching it. */
function byTool({ store }: Editor, key: string, target: HTMLElement | null): boolean {
  const tool = TOOL_KEYS[key]
  if (tool === undefined || !target?.closest('.stage-frame, .editor-tools')) return false
  store.pickTool(tool)
  return true
}

/** False for keys that are none of the editor's. */
function byCommand({ store, words, say }: Editor, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  const { selection } = store.state
  // What is marked as text is copied as text.
  const marked = getSelection()?.isCollapsed === false
  if (key === 'z' && !event.shiftKey) void store.undo().then(() => say(words.undone))
  else if (key === 'y' || (key === 'z' && event.shiftKey)) void store.redo().then(() => say(words.redone))
  else if (key === 'l' && event.shiftKey && selection.size > 0) {
    const { fields } = store.state.scene
    const locked = fields.some(
      ({ uid, position_locked }) => position_locked === true && selection.has(`${uid}/0`),
    )
    store.lockPosition(!locked)
    say(locked ? words.place.unlocked : words.place.lockedNow)
  } else if (key === 'c' && selection.size > 0 && !marked)
    say(phrase(words.clip.copied, { count: store.copy() }))
  else if (key === 'x' && selection.size > 0 && !marked) say(phrase(words.clip.cut, { count: store.cut() }))
  else if (key === 'v') {
    const count = store.paste()
    if (count === 0) return false
    say(phrase(words.clip.pasted, { count }))
    focusSelected()
  } else return false
  return true
}
