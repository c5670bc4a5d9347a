/** Keeps the compiled code of one run for the next, and for every program that tests start: most start a service. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), `platen-compile-cache-${process.getuid?.() ?? 'own'}`)
enableCompileCache(process.env.NODE_COMPILE_CACHE)

/** A worker of parallel tests is ended without a word, so what is new is written after each file. */
export const mochaHooks = {
  afterAll(): void {
    flushCompileCache()
  },
}
