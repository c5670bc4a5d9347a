/**
 * Packs the client of the API by itself, for storefronts that run no service: `npm run client:pack -- <folder>`. Plain
 * JavaScript and its declarations, without a dependency. Prints the archive's path.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { withEndings } from './endings.ts'
import { filesIn } from './files-in.ts'
import { writeApiTypes } from './write-api.ts'

const ROOT = join(import.meta.dirname, '..')
/** By the name of its file: what a server imports, and what a page may. */
const ENTRIES = { client: 'adapters/rest/client.ts', browser: 'adapters/rest/browser.ts' } as const
const OLDEST_NODE = '20'

const target = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'platen-client-'))
try {
  await writeApiTypes()
  await build({
    entryPoints: Object.values(ENTRIES).map((entry) => join(ROOT, entry)),
    outdir: folder,
    bundle: true,
    // One set of error classes for both.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${OLDEST_NODE}`,
  })
  declare()
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2))
  for (const file of ['LICENSE', 'adapters/rest/README.md'])
    cpSync(join(ROOT, file), join(folder, file.split('/').at(-1) ?? file))
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  })
  process.stdout.write(`${join(target, JSON.parse(packed)[0].filename)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function declare(): void {
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const project = join(import.meta.dirname, 'client.tsconfig.json')
  execFileSync(process.execPath, [compiler, '--project', project, '--outDir', join(folder, 'types')], {
    stdio: 'inherit',
  })
  for (const file of filesIn(join(folder, 'types')))
    writeFileSync(file, withEndings(readFileSync(file, 'utf8')))
  cpSync(join(ROOT, 'types/api.d.ts'), join(folder, 'types/types/api.d.ts'))
}

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return {
    name: 'platen-client',
    version,
    description: "The client of Platen's API for a storefront's server.",
    license,
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    exports: { '.': exported('client'), './browser': exported('browser') },
  }
}

function exported(name: keyof typeof ENTRIES): object {
  return { types: `./types/${ENTRIES[name].replace(/\.ts$/, '.d.ts')}`, default: `./${name}.js` }
}
