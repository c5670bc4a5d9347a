/** Browser code made ready at start: TypeScript of widget/ in, small files with hashed names out, kept in memory. */
import { extname, join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, type OutputFile, stop, version } from 'esbuild'
import { type Asset, makeAsset } from '../http/asset.ts'
import { type CachedBundle, cachedBundle, compiledFolder } from './bundle-cache.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Below this path lie the files with hashed names. */
export const ASSETS_PATH = '/widget/assets/'
/** What a five-year-old phone runs, and no older than the dialogs that browsers have themselves. */
const TARGET = ['chrome90', 'firefox98', 'safari15.4']
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Pages with a script, by the name of their file in widget/. */
export const ENTRIES = ['frame', 'hosted', 'console', 'docs'] as const
export type EntryName = (typeof ENTRIES)[number]

/** What a page links: paths below ASSETS_PATH, without the origin. */
export interface Entry {
  readonly script: string
  readonly styles: readonly string[]
  /** Further scripts that the script needs at once. */
  readonly preloads: readonly string[]
  /** Style sheets of what it loads later: no script brings its own along. */
  readonly sections: readonly string[]
  /** Files of the typeface that every page needs: the sheets name them too late. */
  readonly faces: readonly string[]
}

export interface Bundle {
  readonly entries: Readonly<Record<EntryName, Entry>>
  /** By path; a path never gets another content. */
  readonly assets: ReadonlyMap<string, Asset>
  /** The one file whose path stays the same, `/widget/v1.js`. */
  readonly loader: Asset
}

let made: Promise<Bundle> | null = null

/** Made once in a process, whatever number of servers it opens. Rejects where the browser code cannot be bundled. */
export function bundleWidget(): Promise<Bundle> {
  made ??= cachedBundle({ root: ROOT, maker: `esbuild ${version}`, folder: compiledFolder() }, makeBundle)
  return made
}

/** What decides about the outcome besides the files that are bundled. */
const SETTINGS = [relative(ROOT, import.meta.filename), 'tsconfig.json', 'widget/tsconfig.json']

async function makeBundle(): Promise<CachedBundle<Bundle>> {
  const shared: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    target: TARGET,
    outdir: join(ROOT, 'out'),
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file' },
    assetNames: '[name]-[hash]',
    publicPath: ASSETS_PATH,
  }
  try {
    const [loader, pages] = await Promise.all([
      build({ ...shared, entryPoints: ['widget/v1.ts'], format: 'iife' }),
      build({
        ...shared,
        entryPoints: ENTRIES.map((name) => `widget/${name}.ts`),
        format: 'esm',
        // What two pages share, and what is loaded only when it is needed, such as a language, is a file of its own.
        splitting: true,
        entryNames: '[name]-[hash]',
        chunkNames: 'part-[hash]',
        jsx: 'automatic',
        jsxImportSource: 'preact',
      }),
    ])
    const files = pages.outputFiles ?? []
    const assets = await Promise.all(files.map(async (file) => [pathOf(file), await assetOf(file)] as const))
    const script = loader.outputFiles?.[0]
    if (script === undefined) throw new Error('The bundle of the loader is empty.')
    const value: Bundle = {
      entries: Object.fromEntries(ENTRIES.map((name) => [name, entryOf(name, pages.metafile)])) as Record<
        EntryName,
        Entry
      >,
      assets: new Map(assets),
      loader: await assetOf(script),
    }
    const inputs = [loader, pages].flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    return { value, inputs: [...new Set([...SETTINGS, ...inputs])] }
  } finally {
    // The bundler is a process of its own, with nothing left to do.
    await stop()
  }
}

function pathOf(file: OutputFile): string {
  return `${ASSETS_PATH}${relative(join(ROOT, 'out'), file.path)}`
}

function assetOf(file: OutputFile): Promise<Asset> {
  return makeAsset(TYPES[extname(file.path)] ?? 'application/octet-stream', file.contents)
}

/** The bundler says of each file which others it imports, by paths below the project. */
function entryOf(name: EntryName, metafile: Metafile | undefined): Entry {
  const outputs = metafile?.outputs ?? {}
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === `widget/${name}.ts`)
  if (found === undefined) throw new Error(`The bundle of widget/${name}.ts is empty.`)
  const [script, output] = found
  const needed = reachedFrom(script, outputs, ['import-statement'])
  const everything = reachedFrom(script, outputs, ['import-statement', 'dynamic-import'])
  const sheets = [...everything].flatMap((path) => outputs[path]?.cssBundle ?? [])
  const href = (path: string): string => `${ASSETS_PATH}${path.replace(/^out\//, '')}`
  return {
    script: href(script),
    styles: output.cssBundle === undefined ? [] : [href(output.cssBundle)],
    preloads: [...needed].map(href),
    sections: [...new Set(sheets)].map(href),
    faces: facesOf(output.cssBundle, outputs).map(href),
  }
}

/** Of a style sheet: the letters of western languages, which all pages show. */
function facesOf(sheet: string | undefined, outputs: Metafile['outputs']): readonly string[] {
  const named = sheet === undefined ? [] : (outputs[sheet]?.imports ?? [])
  return named.map(({ path }) => path).filter((path) => /-latin-wght-normal-\w+\.woff2$/.test(path))
}

/** The files that one imports in these ways, and what those import in turn, in the order of the imports. */
function reachedFrom(
  path: string,
  outputs: Metafile['outputs'],
  kinds: readonly string[],
  reached = new Set<string>(),
): ReadonlySet<string> {
  for (const one of outputs[path]?.imports ?? []) {
    if (!kinds.includes(one.kind) || reached.has(one.path)) continue
    reached.add(one.path)
    reachedFrom(one.path, outputs, kinds, reached)
  }
  return reached
}
