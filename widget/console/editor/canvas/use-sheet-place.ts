/** The position of the sheet in its frame, which changes with its size, the window and scrolling. */

import { useLayoutEffect, useState } from 'preact/hooks'
import { observeSize } from '../../../browser-apis.ts'

/** Px from the upper left corner of the frame; the sheet's size, and the frame's. */
export interface SheetPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly roomWidth: number
  readonly roomHeight: number
}

const NOWHERE: SheetPlace = { left: 0, top: 0, width: 0, height: 0, roomWidth: 0, roomHeight: 0 }

/** Measured again whenever one of `facts` changes. */
export function useSheetPlace(
  frame: { readonly current: HTMLElement | null },
  facts: readonly unknown[],
): SheetPlace {
  const [place, setPlace] = useState(NOWHERE)
  useLayoutEffect(() => {
    const outer = frame.current
    const rolled = outer?.querySelector<HTMLElement>('.stage') ?? null
    const sheet = outer?.querySelector<HTMLElement>('.sheet') ?? null
    if (outer === null || rolled === null || sheet === null) return
    const look = () => {
      const [around, box] = [outer.getBoundingClientRect(), sheet.getBoundingClientRect()]
      const next = {
        left: box.left - around.left,
        top: box.top - around.top,
        width: box.width,
        height: box.height,
        roomWidth: around.width,
        roomHeight: around.height,
      }
      setPlace((before) => (same(before, next) ? before : next))
    }
    look()
    const end = observeSize([outer, sheet], look)
    rolled.addEventListener('scroll', look, { passive: true })
    return () => {
      end()
      rolled.removeEventListener('scroll', look)
    }
  }, facts)
  return place
}

function same(one: SheetPlace, other: SheetPlace): boolean {
  return (Object.keys(one) as (keyof SheetPlace)[]).every((name) => Math.abs(one[name] - other[name]) < 0.1)
}
