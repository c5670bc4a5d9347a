/** Writes a generated file: only where it changes, and whole at every moment, for others may be reading it. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const before = await readFile(path).catch(() => null)
  if (before?.equals(bytes)) return
  // Hidden, so that packages and archives that are made meanwhile leave it out.
  const made = join(dirname(path), `.generated-${randomUUID()}`)
  await writeFile(made, bytes)
  await rename(made, path)
}
