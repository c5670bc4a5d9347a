/** The sections of the console: their paths, and how they are loaded. */

import type { JSX } from 'preact'
import { ROOT } from './router.ts'
import type { Words, WordsName } from './words.ts'

export type SectionView = (props: { readonly path: string }) => JSX.Element | null

/** In the order of the navigation. */
export const GROUPS = ['work', 'sell', 'setup'] as const
export type SectionGroup = (typeof GROUPS)[number]

export interface SectionRow {
  /** Everything below it belongs to the section. */
  readonly path: string
  /** Its word in the navigation; null where it stands in none. */
  readonly word: keyof Words['sections'] | null
  /** The heading that it stands under in the navigation; none for the start page. */
  readonly group?: SectionGroup
  /** What it and the parts that it borrows of other sections say. */
  readonly words: readonly WordsName[]
  load(): Promise<{ readonly Section: SectionView }>
}

/** In the order of the navigation. Each is a file of its own, loaded when it is first opened. */
export const SECTIONS: readonly SectionRow[] = [
  {
    path: '/console/orders',
    word: 'orders',
    group: 'work',
    words: ['orders', 'templates', 'developers'],
    load: () => import('./orders/section.tsx'),
  },
  {
    path: '/console/batches',
    word: 'batches',
    group: 'work',
    words: ['batches', 'orders', 'templates'],
    load: () => import('./batches/section.tsx'),
  },
  {
    path: '/console/templates',
    word: 'templates',
    group: 'work',
    words: ['templates'],
    load: () => import('./templates/section.tsx'),
  },
  {
    path: '/console/library',
    word: 'library',
    group: 'work',
    words: ['library'],
    load: () => import('./library/section.tsx'),
  },
  {
    path: '/console/storefronts',
    word: 'storefronts',
    group: 'sell',
    words: ['storefronts', 'orders', 'developers'],
    load: () => import('./storefronts/section.tsx'),
  },
  {
    path: '/console/shop',
    word: 'shop',
    group: 'sell',
    words: ['shop', 'library'],
    load: () => import('./shop/section.tsx'),
  },
  {
    path: '/console/developers',
    word: 'developers',
    group: 'setup',
    words: ['developers', 'orders'],
    load: () => import('./developers/section.tsx'),
  },
  {
    path: '/console/team',
    word: 'team',
    group: 'setup',
    words: ['team'],
    load: () => import('./team/section.tsx'),
  },
  { path: '/console/account', word: null, words: ['account'], load: () => import('./account/section.tsx') },
  { path: '/console/styles', word: null, words: ['styles'], load: () => import('./styles/section.tsx') },
  { path: '/console/tour', word: null, words: ['home'], load: () => import('./home/tour.tsx') },
  // The start page has no path of its own: it is what `/console` alone shows.
  {
    path: ROOT,
    word: 'home',
    words: ['home', 'orders', 'templates'],
    load: () => import('./home/section.tsx'),
  },
]
