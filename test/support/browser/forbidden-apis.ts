/** Browser APIs that throw, for tests of pages that must start all the same. */

const thrower = (name: string) =>
  `${name} = class { constructor() { throw new DOMException('Denied', 'SecurityError') } }`
const getter = (of: string, name: string) =>
  `Object.defineProperty(${of}, '${name}', { configurable: true, get() { throw new DOMException('Denied', 'SecurityError') } })`

/**
 * Scripts for a page and its frames, by the name of what the browser forbids: privacy settings and sandboxes make these
 * throw, and old versions lack them.
 */
export const FORBIDDEN_APIS: Readonly<Record<string, string>> = {
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
