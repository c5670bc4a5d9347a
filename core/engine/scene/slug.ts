/** Slugs: the last part of a template's hosted link, unique in the whole service. */

import type { Entropy } from '../../clock.ts'
import type { Store } from '../../store.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A free slug made of the title's letters; where that is taken, six random letters follow. */
export async function freeSlug(store: Store, entropy: Entropy, title: string): Promise<string> {
  const plain = slugOf(title)
  if (plain !== '' && (await isFreeSlug(store, plain, null))) return plain
  const suffix = [...entropy.bytes(6)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return plain === '' ? `template-${suffix}` : `${plain}-${suffix}`
}

/** Decision: a slug that a template had once stays its own, as its links may be printed; it alone can take it back. */
export async function isFreeSlug(store: Store, slug: string, templateId: string | null): Promise<boolean> {
  if ((await store.templates.findBySlug(slug)) !== null) return false
  const former = await store.templates.findByFormerSlug(slug)
  return former === null || former.id === templateId
}

/** Lower-case ASCII letters and digits of a text, joined by hyphens; at most 60 characters, maybe none. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
}
