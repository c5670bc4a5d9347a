/**
 * What a browser may lack or forbid, each behind one guard: privacy settings, sandboxed frames and old versions make
 * these throw when they are made. Without one, the page goes on with the nearest thing.
 */

/** Messages to other tabs; null where there are none. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

export interface Media {
  readonly matches: boolean
  /** Returns what ends it. */
  onChange(changed: () => void): () => void
}

/** A media query; without one it does not hold. */
export function watchMedia(query: string): Media {
  let list: MediaQueryList | null = null
  try {
    list = window.matchMedia(query)
  } catch {
    // It does not hold, and never changes.
  }
  return {
    get matches() {
      return list?.matches ?? false
    },
    onChange(changed) {
      // Safari before 14 has no addEventListener here.
      list?.addEventListener?.('change', changed)
      return () => list?.removeEventListener?.('change', changed)
    },
  }
}

/** Calls `look` when an element changes its size; without an observer, when the window does. Returns what ends it. */
export function observeSize(elements: readonly Element[], look: () => void): () => void {
  try {
    const observer = new ResizeObserver(look)
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  } catch {
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }
}

/** Calls `seen` once the element comes into view; without an observer, at once. Returns what ends it. */
export function observeSight(element: Element, seen: () => void): () => void {
  try {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      seen()
    })
    observer.observe(element)
    return () => observer.disconnect()
  } catch {
    seen()
    return () => {}
  }
}

/** Calls `changed` when elements come or go below `root`; never without an observer. Returns what ends it. */
export function observeChildren(root: Element, changed: () => void): () => void {
  try {
    const observer = new MutationObserver(changed)
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  } catch {
    return () => {}
  }
}

/** Characters as readers count them; code points without a segmenter. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= makeSegmenter()
  return segmenter === 'none' ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)
}

let segmenter: Intl.Segmenter | 'none' | null = null

function makeSegmenter(): Intl.Segmenter | 'none' {
  try {
    return new Intl.Segmenter('und', { granularity: 'grapheme' })
  } catch {
    return 'none'
  }
}

/** A language, a script, … by its name in `language`; the code itself without names. */
export function namesOf(language: string, type: Intl.DisplayNamesType): (code: string) => string {
  return (code) => {
    try {
      return new Intl.DisplayNames([language], { type }).of(code) ?? code
    } catch {
      return code
    }
  }
}

/** Copies a text; false where the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The older way, which is open on plain http, too. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'spoken'
  field.readOnly = true
  // Within an open dialog nothing outside of it can be selected.
  const place = before?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    // It is not copied.
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}

/** What the page keeps in its entry of the history; null where the browser forbids it. */
export function readHistory(): { readonly platen?: unknown; readonly step?: unknown } | null {
  try {
    return history.state
  } catch {
    return null
  }
}

/** Goes back or forward; false where the browser forbids it. */
export function moveHistory(steps: number): boolean {
  try {
    history.go(steps)
    return true
  } catch {
    return false
  }
}

/** Adds or replaces an entry of the page's history; false where the browser forbids it. */
export function writeHistory(way: 'pushState' | 'replaceState', state: unknown, url?: string): boolean {
  try {
    history[way](state, '', url)
    return true
  } catch {
    return false
  }
}
