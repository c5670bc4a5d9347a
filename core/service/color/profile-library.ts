/** The port of the output profiles that come with the service. */
import type { Output } from '../../engine/press/output.ts'

export interface ProfileLibrary {
  /** At least one; the first is used where none is named. */
  bundled(): readonly [Output, ...Output[]]
}
