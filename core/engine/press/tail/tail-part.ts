/** The parts after a body: bytes, and stored files between them that are copied without being parsed. */

/** The first `sizeBytes` of a kept file as a part of a print file; what follows them is a salt. */
export interface FilePart {
  readonly sha256: string
  readonly sizeBytes: number
}

export type TailPart = Uint8Array | FilePart

/** The parts of a tail in their order. */
export interface Tail {
  readonly parts: readonly TailPart[]
  readonly sizeBytes: number
  /** The last string of the trailer's /ID, 32 hex digits: no other file has it. */
  readonly fileId: string
}

export function partBytes(part: TailPart): number {
  return part instanceof Uint8Array ? part.length : part.sizeBytes
}

/** The stand-in of a part, if only its identity counts. */
export function identityOf(part: TailPart): Uint8Array | string {
  return part instanceof Uint8Array ? part : part.sha256
}
