/** Light or dark: the choice made in the console, else the device's, which the style sheet follows itself. */
import { readPreference } from '../console/preferences.ts'

export function keptScheme(): 'light' | 'dark' | null {
  const scheme = readPreference('scheme')
  return scheme === 'light' || scheme === 'dark' ? scheme : null
}

export function showScheme(scheme: 'light' | 'dark' | null): void {
  if (scheme !== null) document.documentElement.dataset.scheme = scheme
}
