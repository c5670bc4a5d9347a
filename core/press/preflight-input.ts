/** What the preflight of a render judges. */

import type { InkChoice } from '../color/assignment.ts'
import type { Substrate } from '../color/ink.ts'
import type { Separation } from '../color/separation.ts'
import type { Layout } from '../layout/mark.ts'
import type { Scene } from '../scene/scene.ts'
import type { Fact } from './measure.ts'
import type { Plan } from './plan.ts'
import type { ProfileName } from './profile.ts'

export interface PreflightInput {
  readonly scene: Scene
  readonly plan: Plan
  readonly templateFindings: readonly Fact[]
  readonly profile?: ProfileName
  readonly layout: Layout
  readonly separation: Separation
  readonly inks: InkChoice
  /** What is printed on; it never reaches the press file. */
  readonly substrate?: Substrate | null
}
