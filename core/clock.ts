/** The ports of time and randomness. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Entropy {
  bytes(count: number): Uint8Array
}
