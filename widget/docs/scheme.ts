/** Light or dark: as this browser chose in the console, else as the device does, which the style sheet knows itself. */
import { readPreference } from '../console/preferences.ts'

export function keptScheme(): 'light' | 'dark' | null {
  const scheme = readPreference('scheme')
  return scheme === 'light' || scheme === 'dark' ? scheme : null
}

export function showScheme(scheme: 'light' | 'dark' | null): void {
  if (scheme !== null) document.documentElement.dataset.scheme = scheme
}
