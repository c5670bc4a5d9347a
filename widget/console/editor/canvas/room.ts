/** The space around the page, and the zoom at which the page fits it. */

import { useLayoutEffect, useState } from 'preact/hooks'
import { observeSize } from '../../../browser-apis.ts'

/** Room around the sheet, px, for what stands in the bleed, for handles and for the bar over the selection. */
const MARGIN = 36
const MARGIN_TOP = 60
/** Where the window is narrow, the bar lies below the page. */
const NARROW = 600
const NARROW_MARGIN = 16
const NARROW_BELOW = 72

export function fitting(width: number, height: number, room: { width: number; height: number }): number {
  const narrow = room.width < NARROW
  const across = (room.width - 2 * (narrow ? NARROW_MARGIN : MARGIN)) / width
  const down = (room.height - MARGIN_TOP - (narrow ? NARROW_BELOW : MARGIN)) / height
  return Math.max(0.05, Math.min(across, down, 8))
}

export function useRoom(element: { readonly current: HTMLElement | null }): {
  width: number
  height: number
} {
  const [room, setRoom] = useState({ width: 600, height: 600 })
  useLayoutEffect(() => {
    const watched = element.current
    if (watched === null) return
    const look = () => {
      const { clientWidth: width, clientHeight: height } = watched
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    look()
    return observeSize([watched], look)
  }, [])
  return room
}
