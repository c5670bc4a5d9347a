/** Time and chance, as the service is given them. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Entropy {
  bytes(count: number): Uint8Array
}
