/** The RC4 stream cipher, which old PDFs are encrypted with and OpenSSL no longer offers. */

/** Encrypts or decrypts: the two are the same. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(state, i, j)
  }
  const result = new Uint8Array(bytes.length)
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(state, i, j)
    result[at] = bytes[at]! ^ state[(state[i]! + state[j]!) & 255]!
  }
  return result
}

function swap(state: Uint8Array, i: number, j: number): void {
  const kept = state[i]!
  state[i] = state[j]!
  state[j] = kept
}
