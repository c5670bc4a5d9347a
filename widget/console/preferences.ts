/** Preferences of the user in this browser, such as units; without storage, they are not kept. */

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
