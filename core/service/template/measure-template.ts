/** Measures the plates of a template's artwork, page by page, and keeps what profiles judge of them. */

import type { Fact } from '../../engine/finding/measure.ts'
import { gamutFindings } from '../../engine/preflight/render/gamut.ts'
import { inkFacts, type PageInk, PLATE_DPI } from '../../engine/preflight/render/measure-plates.ts'
import type { Ports } from '../../ports.ts'
import type { TemplateRecord } from './template.ts'

/** Pages to draw; further pages of a thick book are similar. */
const MOST_PAGES = 40

/**
 * Does nothing without a raster. Newer artwork wins: facts are written only for the body that they
 * were measured on. Throws `preview_failed` and `overloaded`.
 */
export async function measureTemplate(
  ports: Pick<Ports, 'store' | 'raster'>,
  teamId: string,
  id: string,
): Promise<TemplateRecord | null> {
  const template = await ports.store.templates.find(teamId, id)
  if (template === null || ports.raster === null || template.status === 'archived') return template
  const revision = await ports.store.revisions.find(teamId, id, template.latestRevision)
  if (revision === null) return template
  const { bodySha256, output = null } = template.plan
  const measured: PageInk[] = []
  for (const page of revision.scene.pages.slice(0, MOST_PAGES)) {
    measured.push(
      await ports.raster.measure({ teamId, bodySha256, tail: null, page, dpi: PLATE_DPI, output }),
    )
  }
  return ports.store.transaction(async (store) => {
    const now = await store.templates.findForUpdate(teamId, id)
    if (now === null || now.plan.bodySha256 !== bodySha256) return now
    const findings = [
      ...now.findings.filter((fact) => !isInkFact(fact)),
      ...inkFacts(measured),
      ...measured.flatMap(({ page, gamut }) => gamutFindings(page, gamut)),
    ]
    return store.templates.update(teamId, id, { findings })
  })
}

function isInkFact(fact: Fact): boolean {
  if ('rule' in fact) return fact.rule === 'tac_process' || fact.rule === 'tac_all'
  // What converting found stays.
  return fact.says === 'color_out_of_gamut.area'
}
