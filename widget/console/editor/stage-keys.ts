/** The shortcuts of the page, and the fields on it. */

import { useUnit } from '../units.ts'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import { nudgeOf } from './nudge.ts'
import { type Placed, placedOf } from './placed.ts'
import { type EditScene, type Spot, spotsOf } from './scene-edit.ts'

export interface PageSpot extends Spot {
  readonly placed: Placed
}

export function pageSpots(scene: EditScene, index: number): readonly PageSpot[] {
  const page = scene.pages[index]
  if (page === undefined) return []
  return spotsOf(scene)
    .filter(({ placement }) => placement.page === index)
    .map((spot) => ({ ...spot, placed: placedOf(spot.placement, page) }))
}

const POINTS_PER_MM = 72 / 25.4
/** As preflight judges fields by the profile of the template (core/engine/finding/profile.ts), mm. */
const SAFE_MM: Readonly<Record<string, number>> = { flexo: 1.6, large_format: 5 }
const USUAL_MM = 3

/** Points between the trim and what has to be safe from the knife. */
export function safeMargin(profile: string | undefined): number {
  return (SAFE_MM[profile ?? ''] ?? USUAL_MM) * POINTS_PER_MM
}

/** To the first selected field of the page, once it is drawn. */
export function focusSelected(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.layer .spot[data-selected] .spot-button')?.focus()
  })
}

export function useStageKeys(
  layer: { readonly current: HTMLElement | null },
  spots: readonly PageSpot[],
  spokenPlace: (placed: Placed) => string,
): (event: KeyboardEvent) => void {
  const editor = useEditor()
  const { store, words, mayEdit } = editor
  const unit = useUnit()
  const focus = (key: string | undefined) => {
    if (key === undefined) return
    layer.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] button`)?.focus()
  }
  /** What stands there once the store has taken the change up. */
  const sayPlace = () => {
    const [first] = store.state.selection
    const spot = pageSpots(store.state.scene, store.state.page).find(({ key }) => key === first)
    if (spot !== undefined) editor.say(spokenPlace(spot.placed))
  }
  return (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    const key = target?.dataset.key
    if (key === undefined) return
    const at = spots.findIndex((spot) => spot.key === key)
    const go = (to: number) => {
      const next = spots[(to + spots.length) % spots.length]?.key
      if (next === undefined) return
      store.select([next])
      focus(next)
    }
    const command = event.ctrlKey || event.metaKey
    const nudge = nudgeOf(event, unit)
    if (nudge !== null && mayEdit) {
      if (!store.state.selection.has(key)) store.select([key])
      if (command) store.grow(nudge.x, nudge.y)
      else store.nudge(nudge.x, nudge.y)
      sayPlace()
    } else if (event.key === 'PageDown') go(at + 1)
    else if (event.key === 'PageUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(-1)
    else if (event.key === ' ') {
      if (command || event.shiftKey || store.state.selection.has(key)) store.toggle(key)
      else store.select([...store.state.selection, key])
    } else if (event.key === 'Enter') {
      if (!store.state.selection.has(key)) store.select([key])
      document.querySelector<HTMLElement>('.editor-side [data-first-property] input')?.focus()
    } else if (event.key === 'Escape') store.select([])
    else if ((event.key === 'Delete' || event.key === 'Backspace') && mayEdit) {
      const count = store.state.selection.size
      store.remove()
      editor.say(phrase(words.removed, { count }))
      focus((spots[at + 1] ?? spots[at - 1])?.key)
    } else if (command && event.key.toLowerCase() === 'a') store.select(spots.map((spot) => spot.key))
    else if (command && event.key.toLowerCase() === 'd' && mayEdit) {
      store.duplicate()
      focusSelected()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
