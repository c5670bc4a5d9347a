/** Gathers what leaves the text of a page, and the slots that take its place. */

import { inverse, type Matrix } from '../../geometry/matrix.ts'
import type { ReadPage } from './read-page-text.ts'
import type { ContentNode, ShowOperation, TextObject } from './text-char.ts'
import type { LineChar } from './text-line.ts'

/** A slot that stands behind a text object, under the optional content that its text stood in. */
export interface PlaceSlot {
  readonly object: TextObject
  readonly layers: readonly string[]
  /** Leads from the page's default user space to that of the content there. */
  readonly matrix: Matrix
}

export interface TakenText {
  /** Counts from 0. */
  readonly page: number
  readonly node: ContentNode
  /** The items of operations that are taken out. */
  readonly items: ReadonlyMap<ShowOperation, ReadonlySet<number>>
  /** A placement's `inPlace` counts them. */
  readonly slots: readonly PlaceSlot[]
}

export interface Takings {
  /** Takes the characters out; returns the index of the slot behind the text object of `main`. */
  takeOut(chars: readonly LineChar[], main: LineChar): number | null
  finish(): TakenText | null
}

export function createTakings({ page, node }: ReadPage): Takings {
  const items = new Map<ShowOperation, Set<number>>()
  const slots: PlaceSlot[] = []
  return {
    takeOut(chars, main) {
      for (const { char, twins } of chars)
        for (const { glyphs } of [char, ...twins])
          for (const { show, item } of glyphs) {
            const taken = items.get(show) ?? new Set<number>()
            items.set(show, taken.add(item))
          }
      const { object, look } = main.char
      const known = slots.findIndex(
        (slot) => slot.object === object && slot.layers.join() === look.layers.join(),
      )
      if (known >= 0) return known
      const matrix = inverse(object.ctm)
      if (matrix === null) return null
      return slots.push({ object, layers: look.layers, matrix }) - 1
    },
    finish: () => (items.size === 0 ? null : { page: page.index, node, items, slots }),
  }
}
