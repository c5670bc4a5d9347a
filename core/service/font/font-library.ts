/** The fonts port: those that come with the service and those of a team. */
import type { FontInfo } from '../../engine/text/font.ts'
import type { Fonts } from '../../engine/text/fonts.ts'

/** The fonts of every team: those that come with the service, and the team's own. */
export interface FontLibrary {
  /** The fonts of the team, its own first. */
  list(teamId: string): Promise<readonly FontInfo[]>
  /**
   * Reads the fonts of these keys, archived ones too, and gives them beside the bundled ones, which are opened when
   * they are asked for. Keys that are none of the team's are left out. Reads files: never within a transaction.
   */
  load(teamId: string, keys: Iterable<string>): Promise<Fonts>
}
