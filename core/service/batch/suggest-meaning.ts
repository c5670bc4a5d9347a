/** Suggests the meaning of an unknown column, for a person to confirm. */
import type { Scene } from '../../engine/scene/scene.ts'

/** Common column names of references in lists of shops, folded. */
const REFERENCE_WORDS: Readonly<Record<string, readonly string[]>> = {
  external_order_id: ['order', 'orderid', 'orderno', 'ordernumber', 'bestellung', 'bestellnummer', 'auftrag'],
  external_cart_id: ['cart', 'cartid', 'warenkorb'],
  external_ref: ['id', 'ref', 'reference', 'sku', 'line', 'referenz', 'position'],
  quantity: ['qty', 'copies', 'menge', 'anzahl', 'stueck', 'stuck', 'stuckzahl', 'auflage', 'exemplare'],
  customer_email: ['email', 'mail', 'customeremail', 'emailaddress', 'emailadresse'],
}

/**
 * The label of the one field that is written alike but for case, accents and signs, or that begins so; else the name of
 * a reference; null where nothing or more than one fits. `taken` are ids of fields and references that have a column.
 */
export function suggestMeaning(name: string, scene: Scene, taken: ReadonlySet<string>): string | null {
  const word = folded(name)
  if (word === '') return null
  const free = scene.fields.filter(({ id }) => !taken.has(id))
  const alike = free.filter(({ label }) => folded(label) === word)
  if (alike.length > 0) return onlyOne(alike)
  const reference = Object.keys(REFERENCE_WORDS).find(
    (one) => folded(one) === word || REFERENCE_WORDS[one]?.includes(word) === true,
  )
  if (reference !== undefined) return taken.has(reference) ? null : reference
  if (word.length < 3) return null
  const begun = free.filter(({ label }) => {
    const own = folded(label)
    return own.length >= 3 && (own.startsWith(word) || word.startsWith(own))
  })
  return onlyOne(begun)
}

/** By its label, or by its id where others are labelled so. */
function onlyOne(fields: readonly { readonly label: string }[]): string | null {
  const [first, second] = fields
  return first === undefined || second !== undefined ? null : first.label
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
