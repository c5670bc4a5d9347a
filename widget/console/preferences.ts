/** The user's preferences in this browser, such as units; lost if the browser stores nothing. */

const PREFIX = 'platen-console-'

export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Null forgets it. */
export function savePreference(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // A private window may deny it.
  }
}
