/** A brand colour of a shop and the store of all: named process colours that the editor offers. */
import type { Page, PageRequest } from '../../page.ts'

/** Times are milliseconds since 1970. */
export interface BrandColorRecord {
  readonly id: string
  readonly teamId: string
  /** Of a team, once in whatever case. */
  readonly name: string
  readonly nameKey: string
  /** Cyan, magenta, yellow, black: per cent of each plate. None for a spot colour. */
  readonly cmyk: readonly number[]
  /** Of a spot colour what was measured: L*, a*, b* under D50. Null for a process colour. */
  readonly lab: readonly number[] | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface BrandColorStore {
  /** Throws UniqueViolation where the team has a colour of this name; so does `update`. */
  insert(color: BrandColorRecord): Promise<void>
  find(teamId: string, id: string): Promise<BrandColorRecord | null>
  list(teamId: string, page: PageRequest): Promise<Page<BrandColorRecord>>
  update(
    teamId: string,
    id: string,
    changes: Partial<Pick<BrandColorRecord, 'name' | 'nameKey' | 'cmyk' | 'updatedAt'>>,
  ): Promise<BrandColorRecord | null>
  /** False where there was none. */
  remove(teamId: string, id: string): Promise<boolean>
}
