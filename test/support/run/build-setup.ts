/**
 * Runs before all tests: puts the service and each of its workers into few files. Tests start them some hundred times,
 * and most of such a start is finding and reading a thousand modules. It is made again when one of them has changed, for
 * which a run of single files does not wait: it starts the sources.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Loader, type Plugin, stop, version } from 'esbuild'
import { type CachedBundle, cachedBundle } from '../../../server/pages/bundle-cache.ts'
import { BUILT } from './built-programs.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Below the packages: they are found from here, and workers may read it. */
const FOLDER = join(ROOT, 'node_modules/.cache/platen-tests')
/** Runs that are under way have an older one. */
const KEPT_MS = 7_200_000
const PROGRAMS = ['main', 'cli']
const WORKERS = ['press', 'raster', 'reader', 'image', 'font'].map((name) => `workers/${name}-worker`)
/** Native, or reading files beside their own, or asked for by others and not installed. */
const APART = [
  '@napi-rs/canvas',
  'sharp',
  'better-sqlite3',
  'esbuild',
  'harfbuzzjs',
  'lcms-wasm',
  'heic-decode',
  'pdfjs-dist',
  'ssh2',
]
const ABSENT = [
  'pg-native',
  'pg-query-stream',
  'mysql',
  'mysql2',
  'mariadb',
  'oracledb',
  'sqlite3',
  'tedious',
]
/** The module whose neighbours are started as programs: in the build, those of the build. */
const STARTS_NEIGHBOURS = 'server/workers/entry.ts'

const UNMADE = new Error('There is none of these sources.')

export async function mochaGlobalSetup(): Promise<void> {
  try {
    await mkdir(FOLDER, { recursive: true })
    const make = isLong() ? putTogether : () => Promise.reject(UNMADE)
    const folder = await cachedBundle({ root: ROOT, maker: `esbuild ${version}`, folder: FOLDER }, make)
    if (existsSync(folder)) process.env[BUILT] = folder
  } catch (error) {
    if (error !== UNMADE)
      console.warn(
        `Tests start the service from its sources, which takes longer. ${(error as Error).message}`,
      )
  }
}

/** Many files at once, or a soak, which starts the service some hundred times. */
function isLong(): boolean {
  return process.argv.some((word) => word === '--parallel' || word.includes('.soak.'))
}

async function putTogether(): Promise<CachedBundle<string>> {
  await removeOld()
  const folder = join(FOLDER, randomUUID())
  const options: BuildOptions & { readonly metafile: true } = {
    absWorkingDir: ROOT,
    entryPoints: [...PROGRAMS, ...WORKERS].map((name) => `server/${name}.ts`),
    outbase: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What several of them need stands once.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    metafile: true,
    logLevel: 'silent',
    external: [...APART, ...ABSENT],
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)`,
    },
    plugins: [placed(folder)],
  }
  try {
    const { metafile } = await build(options)
    const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
    const settings = ['package-lock.json', relative(ROOT, import.meta.filename)]
    return { value: folder, inputs: [...settings, ...own] }
  } finally {
    await stop()
  }
}

/** Modules look for files beside themselves: in the build as well, where their sources lie. */
function placed(folder: string): Plugin {
  return {
    name: 'placed',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/node_modules/')) return null
        const text = await readFile(path, 'utf8')
        const place = relative(ROOT, path)
        const at = place === STARTS_NEIGHBOURS ? join(folder, place.replace(/ts$/, 'mjs')) : path
        const contents = text
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(at)))
          .replaceAll('import.meta.filename', JSON.stringify(at))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(at).href))
        return { contents, loader: 'ts' satisfies Loader }
      })
    },
  }
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}
