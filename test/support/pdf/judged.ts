/** The findings that facts amount to under a profile, by default the first one. */

import type { Finding } from '../../../core/engine/finding/finding.ts'
import { type Fact, judge } from '../../../core/engine/finding/measure.ts'
import { DEFAULT_PROFILE, PROFILES, type ProfileName } from '../../../core/engine/finding/profile.ts'
import { currentFindings } from '../../../core/engine/preflight/current-findings.ts'
import type { Scene } from '../../../core/engine/scene/scene.ts'

export function judged(facts: readonly Fact[], profile: ProfileName = DEFAULT_PROFILE): Finding[] {
  return judge(facts, PROFILES[profile])
}

/** The findings of a compiled upload, including its fields. */
export function toldOf(
  { findings, scene }: { readonly findings: readonly Fact[]; readonly scene: Scene },
  profile: ProfileName = DEFAULT_PROFILE,
): readonly Finding[] {
  return currentFindings(findings, scene, PROFILES[profile])
}

export function codesOf(facts: readonly Fact[], profile: ProfileName = DEFAULT_PROFILE): string[] {
  return judged(facts, profile).map(({ code }) => code)
}
