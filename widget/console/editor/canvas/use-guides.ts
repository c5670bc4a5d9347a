/** The guides of the shown page: created by the user, stored in this browser, and used for snapping. */
import { readPreference, savePreference } from '../../preferences.ts'
import { type Guide, useEditor } from '../context.ts'
import { seenBox } from '../placed.ts'

export interface Guides {
  readonly guides: readonly Guide[]
  /** At so many points from the left or the upper edge of the sheet; in the middle of the trim unless said. */
  add(axis: Guide['axis'], at?: number): void
  move(guide: Guide, at: number): void
  remove(guide: Guide): void
  clear(): void
}

const MOST = 100

export function useGuides(): Guides {
  const { state, look, setLook, words, say } = useEditor()
  const { page: index, scene, template } = state
  const page = scene.pages[index]
  const put = (guides: readonly Guide[]) => {
    setLook({ guides })
    if (template !== null)
      savePreference(guidesKey(template.id), guides.length === 0 ? null : JSON.stringify(guides))
  }
  return {
    guides: look.guides.filter((guide) => guide.page === index),
    add(axis, at) {
      if (page === undefined || look.guides.length >= MOST) return
      const trim = seenBox(page, page.trim_box)
      const middle = axis === 'x' ? (trim.left + trim.right) / 2 : (trim.top + trim.bottom) / 2
      put([...look.guides, { page: index, axis, at: at ?? middle }])
      say(words.guides.added)
    },
    move: (guide, at) => put(look.guides.map((one) => (one === guide ? { ...one, at } : one))),
    remove(guide) {
      put(look.guides.filter((one) => one !== guide))
      say(words.guides.removed)
    },
    clear: () => put(look.guides.filter((guide) => guide.page !== index)),
  }
}

const guidesKey = (template: string) => `guides-${template}`

/** What was kept in this browser; nothing where it cannot be read. */
export function keptGuides(template: string): readonly Guide[] {
  try {
    const found: unknown = JSON.parse(readPreference(guidesKey(template)) ?? '[]')
    return Array.isArray(found) ? found.filter(isGuide) : []
  } catch {
    return []
  }
}

function isGuide(one: unknown): one is Guide {
  if (typeof one !== 'object' || one === null) return false
  const { page, axis, at } = one as Record<string, unknown>
  return Number.isInteger(page) && (axis === 'x' || axis === 'y') && Number.isFinite(at)
}
