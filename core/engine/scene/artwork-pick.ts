/** Text of the artwork that a shop has picked to be a field: it leaves the body, as a placeholder does. */

/** What begins the source name of a field that was text of the artwork. */
export const ARTWORK_SOURCE = 'artwork:'

export interface ArtworkPick {
  /** Ids of the runs that leave the artwork: the lines of the field, from the first to the last. */
  readonly runs: readonly string[]
  /** Null for the text itself. */
  readonly label: string | null
  /**
   * UTF-16 offsets [start, end) of the only run's text that is the value; the rest of the run becomes fixed words that
   * make room for it. Null for all of it.
   */
  readonly part: readonly [start: number, end: number] | null
}

/** A pick that cannot become a field, and the reason in words for the user. */
export interface RefusedPick {
  readonly pick: ArtworkPick
  readonly why: string
}

/** A run leaves the artwork once, so that its id names one field. */
export const sourceNameOfPick = ({ runs }: Pick<ArtworkPick, 'runs'>) => `${ARTWORK_SOURCE}${runs[0] ?? ''}`

/** The page that its runs stand on, from 0, as their ids say; -1 where they say none. */
export function pageOfPick({ runs }: Pick<ArtworkPick, 'runs'>): number {
  const page = /^(\d{1,4})-/.exec(runs[0] ?? '')?.[1]
  return page === undefined ? -1 : Number(page)
}
