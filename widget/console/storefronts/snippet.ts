/** The HTML that a shop pastes into its pages. */

/** What stands for a key that is not known any more. */
export const KEY_PLACE = 'platen_pk_…'

export interface SnippetFacts {
  /** Of the service, without a slash at the end. */
  readonly address: string
  readonly key: string
  readonly product: string
  readonly variant: string | null
  /** What the button says. */
  readonly label: string
}

export function scriptSnippet({ address }: Pick<SnippetFacts, 'address'>): string {
  return `<script src="${attribute(address)}/widget/v1.js" async></script>`
}

export function buttonSnippet({ key, product, variant, label }: SnippetFacts): string {
  const attributes = [
    `data-service-key="${attribute(key)}"`,
    `data-service-product="${attribute(product)}"`,
    ...(variant === null ? [] : [`data-service-variant="${attribute(variant)}"`]),
  ]
  return `<button ${attributes.join('\n        ')}>${attribute(label)}</button>`
}

export function listenerSnippet({ address }: Pick<SnippetFacts, 'address'>): string {
  return `addEventListener('message', ({ origin, data }) => {
  if (origin !== '${new URL(address).origin}' || data.type !== 'service:saved') return
  // Keep data.fill.id with the line of the cart; data.fill.preview_url is its picture.
  addToCart({ fill: data.fill.id, picture: data.fill.preview_url, replaces: data.replaces })
})`
}

export function policySnippet({ address }: Pick<SnippetFacts, 'address'>): string {
  const { origin } = new URL(address)
  return `script-src ${origin}; frame-src ${origin}; img-src ${origin}`
}

/** What a shop calls its products may hold anything; it must not end an attribute. */
function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}
