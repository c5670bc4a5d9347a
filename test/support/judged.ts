/** The findings that facts amount to under a profile, by default the first one. */
import type { Finding } from '../../core/press/finding.ts'
import { type Fact, judge } from '../../core/press/measure.ts'
import { DEFAULT_PROFILE, PROFILES, type ProfileName } from '../../core/press/profile.ts'

export function judged(facts: readonly Fact[], profile: ProfileName = DEFAULT_PROFILE): Finding[] {
  return judge(facts, PROFILES[profile])
}

export function codesOf(facts: readonly Fact[], profile: ProfileName = DEFAULT_PROFILE): string[] {
  return judged(facts, profile).map(({ code }) => code)
}
