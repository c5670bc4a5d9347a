/** The elements that show a drag: guides, a frame, and the distance or size in words. */
import type { Point, Rect } from './affine.ts'
import type { Snapped } from './snap.ts'

/** The elements that show what goes on. */
export interface DragView {
  readonly layer: HTMLElement
  readonly guideX: HTMLElement
  readonly guideY: HTMLElement
  readonly marquee: HTMLElement
  /** Stands beside the sheet and not in it: its words change all the time, and the sheet is not painted for them. */
  readonly tip: HTMLElement
}

export function elementOf(layer: HTMLElement, key: string): HTMLElement | null {
  return layer.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
}

/** Of the selected field: it lies above all fields, with its handles. */
export function frameOf(layer: HTMLElement, key: string): HTMLElement | null {
  return layer.querySelector<HTMLElement>(`[data-frame="${CSS.escape(key)}"]`)
}

export function showGuides({ guideX, guideY }: DragView, snapped: Snapped | null, scale: number): void {
  const x = snapped?.lineX ?? null
  reveal(guideX, x !== null)
  if (x !== null) guideX.style.transform = `translate(${x.at * scale}px,0)`
  const y = snapped?.lineY ?? null
  reveal(guideY, y !== null)
  if (y !== null) guideY.style.transform = `translate(0,${y.at * scale}px)`
}

/** What is written is looked at again by the browser, be it the same as before. */
function reveal(element: HTMLElement, shown: boolean): void {
  if (element.hidden === shown) element.hidden = !shown
}

/** Where the sheet begins, seen from what the tip stands in; it stays so while something is dragged. */
export function placeTip({ tip, layer }: DragView): void {
  const context = tip.parentElement?.getBoundingClientRect()
  const sheet = layer.getBoundingClientRect()
  tip.style.left = `${sheet.left - (context?.left ?? 0)}px`
  tip.style.top = `${sheet.top - (context?.top ?? 0)}px`
}

export function showTip({ tip }: DragView, text: string, bounds: Rect, by: Point, scale: number): void {
  reveal(tip, true)
  // The same node all the while: a new one is laid out from nothing.
  const node = tip.firstChild ?? tip.appendChild(document.createTextNode(''))
  if (node.nodeValue !== text) node.nodeValue = text
  tip.style.transform = `translate(${(bounds.left + by.x) * scale}px,${(bounds.bottom + by.y) * scale + 12}px)`
}

export function showMarquee({ marquee }: DragView, from: Point, to: Point, scale: number): void {
  reveal(marquee, true)
  const [left, top] = [Math.min(from.x, to.x) * scale, Math.min(from.y, to.y) * scale]
  marquee.style.transform = `translate(${left}px,${top}px)`
  marquee.style.width = `${Math.abs(to.x - from.x) * scale}px`
  marquee.style.height = `${Math.abs(to.y - from.y) * scale}px`
}

export function hide({ guideX, guideY, marquee, tip }: DragView): void {
  for (const element of [guideX, guideY, marquee, tip]) reveal(element, false)
}
