/** Says what newer artwork would change of a template's fields, before anything is changed. */

import { type FieldChange, fieldChanges } from '../../engine/scene/field-changes.ts'
import type { PageMatches } from '../../engine/scene/match-pages.ts'
import type { Ports } from '../../ports.ts'
import { carryToArtwork, findLatest, type NewerArtwork, readNewerArtwork } from './read-newer-artwork.ts'
import type { TemplateRecord } from './template.ts'

export interface ComparedArtwork {
  readonly template: TemplateRecord
  /** The revision that it was compared with. */
  readonly base: number
  readonly fields: readonly FieldChange[]
  readonly pages: PageMatches
  readonly pageCount: number
  /** It is the file that the template has already. */
  readonly deduplicated?: true
}

/** Refuses what replaceArtwork refuses. */
export async function compareArtwork(ports: Ports, request: NewerArtwork): Promise<ComparedArtwork> {
  const read = await readNewerArtwork(ports, request, false)
  const { known, compiled } = read
  if (compiled === null) {
    const { scene, revision } = await findLatest(ports.store, known)
    return {
      ...{ template: known, base: revision, pages: scene.pages.map((_page, at) => at) },
      ...{ fields: fieldChanges(scene, scene), pageCount: scene.pages.length, deduplicated: true },
    }
  }
  const { scene, pages, latest } = await carryToArtwork(ports, ports.store, known, { ...read, compiled })
  return {
    ...{ template: known, base: latest.revision, pages },
    ...{ fields: fieldChanges(latest.scene, scene), pageCount: scene.pages.length },
  }
}
