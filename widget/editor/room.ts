/** The space of the editor: side by side or stacked, low, and what an on-screen keyboard leaves. */
import { useEffect, useState } from 'preact/hooks'
import { useMedia } from './context.ts'

/** Form and card stand side by side; on a phone that lies on its side, too. */
const WIDE = '(min-width: 52em), (min-width: 36em) and (max-height: 36em) and (orientation: landscape)'
/** Lower than so many lines of text, head and foot scroll with the rest. */
const LOW_REM = 28
/** A keyboard takes at least a fifth of the screen; the bars of a browser take less. */
const KEYBOARD = 0.8

export interface Room {
  readonly wide: boolean
  readonly low: boolean
  /** A keyboard on the screen covers a part of it. */
  readonly typing: boolean
  /** Px of the window that can be seen, and how far they lie below its upper edge; null while all can be. */
  readonly seen: { readonly height: number; readonly top: number } | null
}

interface Measured {
  readonly height: number
  readonly top: number
  readonly typing: boolean
  readonly covered: boolean
}

export function useRoom(): Room {
  const wide = useMedia(WIDE)
  const [measured, setMeasured] = useState<Measured>(() => measure(0, 0))
  useEffect(() => {
    // The most that was seen at this width: a frame shrinks as a whole, and turning the phone starts again.
    let most = 0
    let width = 0
    const look = () => {
      if (width !== window.innerWidth) most = 0
      width = window.innerWidth
      const now = measure(most, width)
      if (!isTextFocused()) most = Math.max(most, now.height)
      setMeasured((before) =>
        before.height === now.height &&
        before.top === now.top &&
        before.typing === now.typing &&
        before.covered === now.covered
          ? before
          : now,
      )
    }
    look()
    const { visualViewport } = window
    const later = () => setTimeout(look)
    visualViewport?.addEventListener('resize', look)
    visualViewport?.addEventListener('scroll', look)
    window.addEventListener('resize', look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    return () => {
      visualViewport?.removeEventListener('resize', look)
      visualViewport?.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [])
  const { height, top, typing, covered } = measured
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return {
    wide,
    low: !typing && height < LOW_REM * rem,
    typing,
    seen: covered ? { height, top } : null,
  }
}

/** What is zoomed into with two fingers is a part of the window as well, and covered by nothing. */
function measure(most: number, width: number): Measured {
  const view = window.visualViewport
  const zoomed = view !== null && view.scale > 1.01
  const height = Math.round(view === null || zoomed ? window.innerHeight : view.height)
  const covered = !zoomed && height < window.innerHeight - 1
  const before = Math.max(most, window.innerHeight)
  const typing = width > 0 && isTextFocused() && !zoomed && height < before * KEYBOARD
  return { height, top: covered ? Math.round(view?.offsetTop ?? 0) : 0, typing, covered }
}

function isTextFocused(): boolean {
  const element = document.activeElement
  return element?.matches('textarea, input:not([type="radio"], [type="checkbox"])') ?? false
}
