/** Writes the translations of the WordPress plugin to where WordPress reads them, for its tests and for packages. */
import { join } from 'node:path'
import { pluginLanguages } from '../adapters/woocommerce/plugin-words.ts'
import { replaceFile } from './replace-file.ts'

const PLUGIN = join(import.meta.dirname, '../adapters/woocommerce/plugin')

export async function writePluginLanguages(): Promise<void> {
  for (const [path, bytes] of await pluginLanguages()) await replaceFile(join(PLUGIN, path), bytes)
}
