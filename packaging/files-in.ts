/** The files of a folder, but hidden ones. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** With those of the folders in it, by their paths. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
}
