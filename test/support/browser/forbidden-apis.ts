/** Browser APIs that throw, for tests of pages that must start all the same. */

const thrower = (name: string) =>
  `${name} = class { constructor() { throw new DOMException('Denied', 'SecurityError') } }`
const getter = (of: string, name: string) =>
  `Object.defineProperty(${of}, '${name}', { configurable: true, get() { throw new DOMException('Denied', 'SecurityError') } })`

const SCRIPTS: Readonly<Record<string, string>> = {
  storage: [
    getter('window', 'localStorage'),
    getter('window', 'sessionStorage'),
    getter('window', 'indexedDB'),
  ].join(';'),
  'messages between tabs': thrower('window.BroadcastChannel'),
  'observers of sizes': thrower('window.ResizeObserver'),
  'observers of sight and changes': [
    thrower('window.IntersectionObserver'),
    thrower('window.MutationObserver'),
  ].join(';'),
  'media queries': `window.matchMedia = () => { throw new DOMException('Denied', 'SecurityError') }`,
  'writing the history': `history.pushState = history.replaceState = () => { throw new DOMException('Denied', 'SecurityError') }`,
  'segments, locks, clipboard and random ids': [
    'delete Intl.Segmenter',
    getter('navigator', 'locks'),
    getter('navigator', 'clipboard'),
    'crypto.randomUUID = undefined',
  ].join(';'),
  'names of languages and scripts': 'delete Intl.DisplayNames',
  'the set of fonts': `Object.defineProperty(document, 'fonts', { value: undefined })`,
  workers: thrower('window.Worker'),
}

/** The one that privacy settings forbid most. The others are tried in the long run. */
const OFTEN = 'storage'

/**
 * Scripts for a page and its frames, with the end of a test's title: privacy settings and sandboxes make these throw, and
 * old versions lack them.
 */
export const FORBIDDEN_APIS = Object.entries(SCRIPTS).map(
  ([name, script]) => [name === OFTEN ? name : `${name} @long`, script] as const,
)
