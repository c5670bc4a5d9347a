/** The names of all migrations in their order, as their files have them. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../migrations')

export async function migrationNames(): Promise<readonly string[]> {
  const files = await readdir(FOLDER, { recursive: true })
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .sort()
}
