/** The files port: content-addressed files that are never changed. */

/** A file in the making, which nobody sees before it is kept. */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>
  /** Ends it and makes it last, under the hash of what was written; `before` is awaited before there is such a file. */
  store(
    before?: (sha256: string) => Promise<void>,
  ): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  /** Removes what is not kept; afterwards nothing can be written. */
  discard(): Promise<void>
}

/** Content-addressed files: a name is the SHA-256 of the bytes, so a file is never changed. */
export interface Files {
  /** A path for a file in the making, on the same file system as the kept ones. */
  temporaryPath(): string
  /** Makes a temporary file last: synced, renamed to its hash, its folder synced. The same bytes twice are one file. */
  store(temporaryPath: string, sha256: string): Promise<void>
  /** Removes a temporary file; a missing one is fine. */
  discard(temporaryPath: string): Promise<void>
  /** Begins a file of the service's own making. */
  begin(): Promise<FileSink>
  /** Removes a kept file for good; a missing one is fine. Nothing may name it any more. */
  remove(sha256: string): Promise<void>
  has(sha256: string): Promise<boolean>
  path(sha256: string): string
  /** The file's bytes from `start` up to and excluding `end`. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}
