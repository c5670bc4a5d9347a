/** The keys by which scenes name uploaded fonts. */

const TEAM = 'team:'

/** The key under which scenes name the font. */
export function fontKey(id: string): string {
  return `${TEAM}${id}`
}

/** The id of a team's font; null for keys of fonts that come with the service. */
export function fontIdOf(key: string): string | null {
  return key.startsWith(TEAM) ? key.slice(TEAM.length) : null
}
