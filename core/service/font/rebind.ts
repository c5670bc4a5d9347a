/** Sets the fields of templates in their missing font after its upload. */

import { fontChoices, withFonts } from '../../engine/scene/font-keys.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { fontKey } from '../../engine/text/font-key.ts'
import { matchFont } from '../../engine/text/match-font.ts'
import type { FontChoice } from '../../engine/text/text-style.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'
import { lockTemplate } from '../template/move.ts'
import { originOf } from '../template/revision-origin.ts'
import { type FontRecord, fontInfo } from './font-record.ts'

export interface Rebound {
  readonly templateId: string
  /** The new one. */
  readonly revision: number
}

const PAGE = 100

/**
 * Every template of the team that is not archived, each in a transaction of its own, in a new revision; a live
 * template waits for its next publish. A second call finds nothing more to do. Decision: only what is the very font
 * that was asked for, by PostScript name or by family and style, takes the place of a substitute; the regular of a
 * family is not set where its bold was asked for. A field whose font somebody has chosen by hand keeps it.
 */
export async function rebindFont(ports: Ports, font: FontRecord, actor: Actor): Promise<readonly Rebound[]> {
  const { store } = ports
  const { teamId } = font
  const bind = binder(font)
  const rebound: Rebound[] = []
  for (let startingAfter: string | null = null, more = true; more; ) {
    const page = await store.templates.list(teamId, { limit: PAGE, startingAfter })
    const wanted = page.items.map(({ id, latestRevision }) => ({ templateId: id, revision: latestRevision }))
    for (const { templateId, scene } of await store.revisions.findMany(teamId, wanted)) {
      if (!asksFor(scene, bind)) continue
      const revision = await rebindTemplate(ports, teamId, templateId, font, bind, actor)
      if (revision !== null) rebound.push({ templateId, revision })
    }
    startingAfter = page.items.at(-1)?.id ?? null
    more = page.hasMore
  }
  return rebound.sort((a, b) => (a.templateId < b.templateId ? -1 : 1))
}

type Bind = (choice: FontChoice) => FontChoice

function binder(font: FontRecord): Bind {
  const info = fontInfo(font)
  return (choice) => {
    if (!choice.substitute) return choice
    const match = matchFont(choice.requested, [info])
    return match.substitute ? choice : { ...choice, key: match.key, substitute: false }
  }
}

function asksFor(scene: Scene, bind: Bind): boolean {
  return fontChoices(scene).some((choice) => bind(choice) !== choice)
}

async function rebindTemplate(
  ports: Ports,
  teamId: string,
  id: string,
  font: FontRecord,
  bind: Bind,
  actor: Actor,
): Promise<number | null> {
  return ports.store.transaction(async (store) => {
    const template = await lockTemplate(store, teamId, id)
    const latest = await store.revisions.find(teamId, id, template.latestRevision)
    // Somebody may have saved another scene, or archived the template, since it was looked at.
    if (latest === null || template.status === 'archived' || !asksFor(latest.scene, bind)) return null
    const now = ports.clock.now()
    const revision = template.latestRevision + 1
    const scene = withFonts(latest.scene, bind)
    await store.revisions.insert({
      ...latest,
      revision,
      scene,
      origin: originOf(actor, 'font_arrived', latest.scene, scene),
      createdAt: now,
    })
    await store.templates.update(teamId, id, { latestRevision: revision, updatedAt: now })
    const details = { revision, font: fontKey(font.id) }
    await audit(ports, store, teamId, { actor, action: 'scene.saved', objectId: id, details })
    return revision
  })
}
