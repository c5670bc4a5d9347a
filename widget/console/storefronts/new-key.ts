/** A new key on its way to the page that shows it; in memory only, until the user leaves that page. */

let fresh: { readonly id: string; readonly key: string } | null = null

export function keepNewKey(id: string, key: string): void {
  fresh = { id, key }
}

export function newKeyOf(id: string): string | null {
  return fresh?.id === id ? fresh.key : null
}

export function forgetNewKey(): void {
  fresh = null
}
