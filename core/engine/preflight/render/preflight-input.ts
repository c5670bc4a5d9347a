/** The input of a render's preflight. */

import type { Fact } from '../../finding/measure.ts'
import type { ProfileName } from '../../finding/profile.ts'
import type { Substrate } from '../../ink/palette.ts'
import type { Layout } from '../../layout/mark.ts'
import type { Separation } from '../../layout/separation.ts'
import type { Plan } from '../../press/plan.ts'
import type { InkChoice } from '../../scene/assignment.ts'
import type { Scene } from '../../scene/scene.ts'

export interface PreflightInput {
  readonly scene: Scene
  readonly plan: Plan
  readonly templateFindings: readonly Fact[]
  readonly profile?: ProfileName
  readonly layout: Layout
  readonly separation: Separation
  readonly inks: InkChoice
  /** The paper; it is not part of the print file. */
  readonly substrate?: Substrate | null
}
