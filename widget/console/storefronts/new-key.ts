/** A key that was just made, on its way to the page that shows it: held in memory alone, and until it is left. */

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
