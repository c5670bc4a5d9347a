/** The write-ahead log of a SQLite file: put on the disk beside the event loop, which SQLite itself would hold up. */
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Decision: SQLite writes commits into its log and puts only checkpoints on the disk by itself (`synchronous = NORMAL`,
 * sqlite.org/pragma.html); the log is put there by this, before the commit counts as done and before a reply goes out
 * that may tell of it. Other processes that read the same file may see a commit for a moment in which the power must not fail.
 * Log and file stay whole in any case, as each page of the log has its checksum.
 */
export class Wal {
  readonly #path: string
  #file: FileHandle | null = null
  #hasWritten = false
  #lasting: Promise<void> | null = null

  /** `path` is the database's, with links followed. */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /** While what was committed last is on its way to the disk; rejects where it does not arrive there. */
  get lasting(): Promise<void> | null {
    return this.#lasting
  }

  /** Something was written that is not committed yet. */
  expectCommit(): void {
    this.#hasWritten = true
  }

  /** Called outside of a transaction: resolves once all that was committed is on the disk. */
  async last(): Promise<void> {
    if (!this.#hasWritten) return
    this.#hasWritten = false
    this.#lasting = this.#sync()
    await this.#lasting
    this.#lasting = null
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  /**
   * Decision: where the disk fails here, nobody can tell any more what lasts: the system may take what it could not write
   * for written. As PostgreSQL does, the process ends, with the error, and the next one finds what the disk has.
   */
  async #sync(): Promise<void> {
    try {
      // SQLite makes the log with the first change, and it stays as long as a connection is open.
      this.#file ??= await open(this.#path, 'r+')
      await this.#file.datasync()
    } catch (error) {
      process.nextTick(() => {
        throw error
      })
      throw error
    }
  }
}
