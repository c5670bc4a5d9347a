/** The inks and papers of renders by name, however many there are, in one read of their revisions. */

import { type InksAndPaper, inksAndPaperOf } from '../../engine/scene/inks-and-paper.ts'
import type { Ports } from '../../ports.ts'
import type { RenderRecord } from './render.ts'

/** By the render's id; a render whose revision is missing has none. */
export async function inksAndPaperOfRenders(
  { store }: Pick<Ports, 'store'>,
  teamId: string,
  renders: readonly RenderRecord[],
): Promise<ReadonlyMap<string, InksAndPaper>> {
  const keyOf = ({ templateId, revision }: Pick<RenderRecord, 'templateId' | 'revision'>) =>
    `${templateId} ${revision}`
  const wanted = new Map(renders.map((render) => [keyOf(render), render]))
  const revisions = await store.revisions.findMany(teamId, [...wanted.values()])
  const byKey = new Map(revisions.map((revision) => [keyOf(revision), revision]))
  return new Map(
    renders.flatMap((render) => {
      const revision = byKey.get(keyOf(render))
      return revision === undefined
        ? []
        : [[render.id, inksAndPaperOf(revision.scene, revision.plan, render)] as const]
    }),
  )
}
