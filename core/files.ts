/** The files port: content-addressed files that are never changed. */

/** A file that is being written and is not visible until it is kept. */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>
  /** Closes it and stores it durably under its hash; waits for `before` first. */
  store(
    before?: (sha256: string) => Promise<void>,
  ): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  /** Removes the file unless it was kept; no further writes are possible. */
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
  /** Removes a kept file permanently; a missing one is fine. Nothing may refer to it any more. */
  remove(sha256: string): Promise<void>
  has(sha256: string): Promise<boolean>
  /** Path of a local file with these bytes, for worker processes: it stays for at least ten minutes. Rejects if it is missing. */
  localPath(sha256: string): Promise<string>
  /** The file's bytes from `start` up to and excluding `end`. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}
