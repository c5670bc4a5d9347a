/** A compiled body opened for drawing; distinguishes undrawable content from our own faults. */

import { ServiceError } from '../../errors.ts'
import { readPages } from '../artwork/read-pages.ts'
import { openSource } from '../pdf/open-source.ts'
import { walkPages } from '../pdf/read-page-tree.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { DrawingData } from './draw-view.ts'
import type { ProofColors } from './proof.ts'
import { createViews, type MakeView } from './view/view.ts'
import { stateProfiledColors } from './view/view-profiles.ts'

/** A body that was opened, for pages one after the other. */
export interface OpenBody {
  readonly pages: readonly ScenePage[]
  /** `inks` have plates of their own; null for every one that is named. */
  views(page: number, inks: readonly string[] | null, data: DrawingData, proof?: ProofColors | null): MakeView
}

/** Throws `preview_failed` for bytes that are no body. */
export function openBody(bytes: Uint8Array): OpenBody {
  const { doc, walked, pages } = drawable(() => {
    const { doc } = openSource(bytes)
    const walked = walkPages(doc)
    stateProfiledColors(doc)
    return { doc, walked, ...readPages(doc, walked) }
  })
  return {
    pages,
    views(page, inks, decoders, proof = null) {
      const [found, geometry] = [walked[page], pages[page]]
      if (found === undefined || geometry === undefined)
        throw new ServiceError('preview_failed', { cause: new Error(`The body has no page ${page}.`) })
      const makeView = drawable(() =>
        createViews({ doc, page: found, geometry, inks, inksOf: proof?.inks, decoders }),
      )
      return (plates, slots, marks) => makeView(plates, slots, marks).catch(asDrawingFailure)
    },
  }
}

/** What goes wrong with a page, such as a stack that runs out in deep forms, is that page's failure. */
export function drawable<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    return asDrawingFailure(cause)
  }
}

export function asDrawingFailure(cause: unknown): never {
  if (cause instanceof ServiceError && ['preview_failed', 'page_not_drawable'].includes(cause.code))
    throw cause
  throw new ServiceError('preview_failed', { cause })
}
