/** Compares parts of scenes by what they say. */

/** Regardless of the order of members, and of null or absent values. */
export function isSame(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other)
}

function plain(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const stated = Object.entries(member).filter(([, part]) => part !== null && part !== undefined)
    return Object.fromEntries(stated.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
