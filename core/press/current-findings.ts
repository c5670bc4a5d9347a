/** Of what was found in an upload, what is still so in a scene that was made of it. */
import { fontChoices } from '../scene/font-keys.ts'
import type { Scene } from '../scene/scene.ts'
import type { Finding } from './finding.ts'

/** A font that was missing may have been uploaded since, or another one chosen; nothing else is decided by a scene. */
export function currentFindings(
  findings: readonly Finding[],
  scene: Pick<Scene, 'fields'>,
): readonly Finding[] {
  const missing = new Set(
    fontChoices(scene).flatMap(({ requested, substitute }) => (substitute ? [requested] : [])),
  )
  return findings.filter(
    ({ code, found }) => code !== 'field_font_missing' || found === undefined || missing.has(String(found)),
  )
}
