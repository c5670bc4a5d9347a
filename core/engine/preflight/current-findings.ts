/** The findings of a template under a profile: those of its upload, and those of the scene's present fields. */

import { boundFindings, MOST_TOLD } from '../finding/bound-findings.ts'
import type { Finding } from '../finding/finding.ts'
import { type Fact, judge } from '../finding/measure.ts'
import type { Profile } from '../finding/profile.ts'
import { fontChoices } from '../scene/font-keys.ts'
import type { Scene } from '../scene/scene.ts'
import { checkFieldGroups } from './check-field-groups.ts'
import { checkFields } from './check-fields.ts'

/**
 * `facts` are those of the upload, which no scene changes but for one: a font that was missing may have been uploaded
 * since, or another one chosen, and groups count where fields print process colours in them. Places and labels of fields are checked for each revision.
 */
export function currentFindings(
  facts: readonly Fact[],
  scene: Pick<Scene, 'fields' | 'pages' | 'inks'>,
  profile: Profile,
): readonly Finding[] {
  const missing = new Set(
    fontChoices(scene).flatMap(({ requested, substitute }) => (substitute ? [requested] : [])),
  )
  const current = judge(
    [...checkFieldGroups(facts, scene), ...checkFields(scene.fields, scene.pages)],
    profile,
  ).filter(
    ({ code, found }) => code !== 'field_font_missing' || found === undefined || missing.has(String(found)),
  )
  return boundFindings(current, MOST_TOLD)
}
