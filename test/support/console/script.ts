/** The console's own script in one piece, as a window of the tests runs it: its sections and words are in it, its style is not. */
import { join, relative } from 'node:path'
import { Script } from 'node:vm'
import { build, stop, version } from 'esbuild'
import { type CachedBundle, cachedBundle, compiledFolder } from '../../../server/pages/bundle-cache.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SETTINGS = [relative(ROOT, import.meta.filename), 'package-lock.json', 'widget/tsconfig.json']

let made: Promise<Script> | null = null

/** Compiled once in a process, and run in as many windows as there are tests. */
export function consoleScript(): Promise<Script> {
  made ??= cachedBundle({ root: ROOT, maker: `console ${version}`, folder: compiledFolder() }, bundle).then(
    (code) => new Script(code, { filename: 'console.js' }),
  )
  return made
}

async function bundle(): Promise<CachedBundle<string>> {
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['widget/console.ts'],
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife',
      target: `node${process.versions.node}`,
      charset: 'utf8',
      logLevel: 'silent',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.css': 'empty', '.woff2': 'empty' },
    })
    const [script] = outputFiles
    if (script === undefined) throw new Error('The bundle of the console is empty.')
    const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
    return { value: script.text, inputs: [...SETTINGS, ...own] }
  } finally {
    await stop()
  }
}
