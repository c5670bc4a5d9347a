/** Copies placements of fields and pastes them on any page of the template. */
import { withOutlineInk } from './inks-edit.ts'
import { movedBy, placedOf, placeOf, seenBox } from './placed.ts'
import { keptInside } from './reshape.ts'
import { copyOf, type EditScene, freeLabel, spotKey, spotsOf, withField } from './scene-edit.ts'
import type { PageWire } from './scene-wire.ts'

export interface Clip {
  /** Each with the page that it was copied on, as that was then. */
  readonly spots: readonly (Pick<ReturnType<typeof spotsOf>[number], 'field' | 'placement'> & {
    readonly from: PageWire
  })[]
}

export function clipOf(scene: EditScene, keys: ReadonlySet<string>): Clip {
  return {
    spots: spotsOf(scene).flatMap(({ key, field, placement }) => {
      const from = scene.pages[placement.page]
      return keys.has(key) && from !== undefined ? [{ field, placement, from }] : []
    }),
  }
}

/**
 * New fields at the same distance from the trim as on their own page; `shift` points beside what stands there already.
 * An ink that is gone is the primary one.
 */
export function withPasted(
  scene: EditScene,
  clip: Clip,
  index: number,
  shift: number,
  makeUid: () => string,
): { readonly scene: EditScene; readonly keys: ReadonlySet<string> } {
  const page = scene.pages[index]
  const keys = new Set<string>()
  if (page === undefined) return { scene, keys }
  const sheet = seenBox(page, page.media_box)
  const trim = seenBox(page, page.trim_box)
  const inks = new Set(scene.inks.map(({ name }) => name))
  let next = scene
  for (const { field, placement, from } of clip.spots) {
    const uid = makeUid()
    const before = seenBox(from, from.trim_box)
    const moved = (by: number) =>
      movedBy(placedOf(placement, from), trim.left - before.left + by, trim.top - before.top + by)
    const place = (by: number) => ({
      ...placement,
      page: index,
      ...placeOf(keptInside(moved(by), sheet), page),
    })
    let by = 0
    while (by < 20 * shift && isTaken(next, index, place(by).box)) by += shift
    const ink = field.ink !== null && inks.has(field.ink) ? field.ink : null
    const own = (stroke: string) => (inks.has(stroke) ? stroke : null)
    next = withField(
      next,
      copyOf({ ...field, ink }, uid, freeLabel(next, field.label), withOutlineInk(place(by), own)),
    )
    keys.add(spotKey(uid, 0))
  }
  return { scene: next, keys }
}

function isTaken(scene: EditScene, page: number, box: readonly number[]): boolean {
  return spotsOf(scene).some(
    ({ placement }) =>
      placement.page === page &&
      placement.box.every((edge, at) => Math.abs(edge - (box[at] ?? Number.NaN)) < 0.01),
  )
}
