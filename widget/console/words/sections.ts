/** The messages of each section of the console; the English file defines the shape. */
import type service from './de/service.json'
import type account from './en/account.json'
import type batches from './en/batches.json'
import type developers from './en/developers.json'
import type editor from './en/editor.json'
import type home from './en/home.json'
import type library from './en/library.json'
import type orders from './en/orders.json'
import type shared from './en/shared.json'
import type shop from './en/shop.json'
import type storefronts from './en/storefronts.json'
import type styles from './en/styles.json'
import type team from './en/team.json'
import type templates from './en/templates.json'

interface AllWords {
  readonly account: typeof account
  readonly batches: typeof batches
  readonly developers: typeof developers
  readonly editor: typeof editor
  readonly home: typeof home
  readonly library: typeof library
  readonly orders: typeof orders
  readonly shared: typeof shared
  readonly shop: typeof shop
  readonly storefronts: typeof storefronts
  readonly styles: typeof styles
  readonly team: typeof team
  readonly templates: typeof templates
}

/** A file of words: `words/en/templates.json` and its like in every language. */
export type WordsName = keyof AllWords
export type Words<Name extends WordsName = 'shared'> = AllWords[Name]

/** What the service itself says: every language but English has this file, for the service speaks English. */
export type ServiceWords = typeof service
export type ServiceWordsName = 'service'
