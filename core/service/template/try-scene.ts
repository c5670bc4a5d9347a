/** Tries a scene before it is saved: checks it like a saved one, draws it, and never stores it. */
import { createHash } from 'node:crypto'
import { checkScene } from '../../engine/scene/check-scene.ts'
import { fontKeys } from '../../engine/scene/font-keys.ts'
import type { Scene, SceneField } from '../../engine/scene/scene.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { checkSets } from '../selection/check-sets.ts'
import { findTemplate } from './move.ts'
import { presentScene } from './present.ts'
import { earlierFields, type SceneDraft } from './revise.ts'
import type { TrialRevision } from './template.ts'

/** The key of a field that has no id yet, by its place in the draft. */
export const trialFieldId = (at: number) => `new_${at}`

/**
 * The newest revision with this scene in place of its own. A field without an id goes by `new_` and its place in the
 * draft, from 0. Throws `not_found`, `no_saved_scene` and `invalid_scene`, as saving does.
 */
export async function trialRevision(
  ports: Pick<Ports, 'store' | 'fonts'>,
  teamId: string,
  id: string,
  draft: SceneDraft,
): Promise<TrialRevision> {
  const { store } = ports
  const template = await findTemplate(store, teamId, id)
  const latest = await store.revisions.find(teamId, id, template.latestRevision)
  if (latest === null) throw new ServiceError('no_saved_scene')
  const earlier = await earlierFields(store, template, latest, draft)
  const fields = draft.fields.map((field, at): SceneField => {
    if (field.id !== null) return { ...field, id: field.id }
    const added = { ...field, id: trialFieldId(at) }
    earlier.set(added.id, added)
    return added
  })
  const scene: Scene = { ...draft, fields }
  const places = latest.plan.pages.map(({ inPlace }) => inPlace?.length ?? 0)
  const fonts = await ports.fonts.list(teamId)
  const usable = new Set([...fonts.map(({ key }) => key), ...fontKeys(latest.scene)])
  const present = await presentScene(store, teamId, scene)
  checkScene(present, latest.scene.pages, earlier, usable, places, latest.plan.inks, latest.plan.appearances)
  await checkSets(store, teamId, scene, latest.scene)
  const trial = createHash('sha256').update(JSON.stringify(scene)).digest('hex')
  return { ...latest, scene, trial }
}
