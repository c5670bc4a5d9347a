/** The sections of the console: where each lies, and how it is loaded. */
import type { JSX } from 'preact'
import { ROOT } from './router.ts'
import type { Words } from './words/en.ts'

export type SectionView = (props: { readonly path: string }) => JSX.Element | null

export interface SectionRow {
  /** Everything below it belongs to the section. */
  readonly path: string
  /** Its word in the navigation; null where it stands in none. */
  readonly word: keyof Words['sections'] | null
  load(): Promise<{ readonly Section: SectionView }>
}

/** In the order of the navigation. Each is a file of its own, loaded when it is first opened. */
export const SECTIONS: readonly SectionRow[] = [
  { path: '/console/templates', word: 'templates', load: () => import('./templates/section.tsx') },
  { path: '/console/library', word: 'library', load: () => import('./library/section.tsx') },
  { path: '/console/orders', word: 'orders', load: () => import('./orders/section.tsx') },
  { path: '/console/batches', word: 'batches', load: () => import('./batches/section.tsx') },
  { path: '/console/storefronts', word: 'storefronts', load: () => import('./storefronts/section.tsx') },
  { path: '/console/developers', word: 'developers', load: () => import('./developers/section.tsx') },
  { path: '/console/team', word: 'team', load: () => import('./team/section.tsx') },
  { path: '/console/account', word: null, load: () => import('./account/section.tsx') },
  { path: '/console/tour', word: null, load: () => import('./home/tour.tsx') },
  // The start page has no path of its own: it is what `/console` alone shows.
  { path: ROOT, word: 'home', load: () => import('./home/section.tsx') },
]
