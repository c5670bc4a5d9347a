/** The archive that WordPress installs: the same files give the same bytes, wherever and whenever it is made. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ZipFile } from 'yazl'
import { pluginLanguages } from './plugin-words.ts'

const PLUGIN = join(import.meta.dirname, 'plugin')
/** The folder into which WordPress unpacks it: the plugin's permanent name. */
export const SLUG = 'platen-for-woocommerce'
/** Development files are left out. */
const LEFT_OUT = ['tests']
/** The time of a ZIP entry has no zone; as local time it is the same everywhere. */
const MADE = new Date(2026, 0, 1, 0, 0, 0)

export async function makeArchive(): Promise<Buffer> {
  const entries = await readdir(PLUGIN, { recursive: true, withFileTypes: true })
  const languages = await pluginLanguages()
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PLUGIN, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(
      (path) => !LEFT_OUT.includes(path.split('/')[0] as string) && !path.split('/').at(-1)?.startsWith('.'),
    )
  const zip = new ZipFile()
  for (const path of [...new Set([...paths, ...languages.keys()])].sort()) {
    const facts = { mtime: MADE, mode: 0o100644, forceDosTimestamp: true, compressionLevel: 9 }
    const bytes = languages.get(path) ?? (await readFile(join(PLUGIN, path)))
    zip.addBuffer(bytes, `${SLUG}/${path}`, facts)
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
