/**
 * What `npm pack` puts into the package: Node runs no TypeScript below node_modules, so the sources go there as plain
 * JavaScript with declarations, in `dist/`, laid out as in a checkout.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { withEndings } from './endings.ts'
import { filesIn } from './files-in.ts'
import './generate.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
/** TypeScript becomes JavaScript; what else lies there is copied as it is. */
const RUN = ['core', 'server', 'adapters', 'migrations', 'examples/rest-storefront']
/** Published at the first start. */
const SAMPLES = [
  ...['wedding-card.pdf', 'business-card.pdf', 'craft-label.pdf', 'photo-card.pdf'],
  ...['portrait.jpg', 'landscape.jpg'],
].map((name) => `examples/${name}`)
/** When the service starts, the browser code is bundled from its TypeScript, the sample published, and docs/ read. */
const COPIED = ['widget', ...SAMPLES, 'docs', 'CHANGELOG.md', 'types/api.d.ts']

rmSync(DIST, { recursive: true, force: true })
for (const path of COPIED) cpSync(join(ROOT, path), join(DIST, path), { recursive: true })
for (const folder of RUN) for (const file of filesIn(join(ROOT, folder))) emit(file)
for (const file of filesIn(join(DIST, 'widget'))) takeCore(file)
writeManifest()
declare()

function emit(file: string): void {
  const target = join(DIST, relative(ROOT, file))
  mkdirSync(dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) {
    cpSync(file, target)
    return
  }
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' })
  writeFileSync(target.replace(/\.ts$/, '.js'), withEndings(code), {
    mode: code.startsWith('#!') ? 0o755 : 0o644,
  })
}

/** What the browser code takes of core is JavaScript there. */
function takeCore(file: string): void {
  if (!/\.tsx?$/.test(file)) return
  const code = readFileSync(file, 'utf8')
  const taken = code.replaceAll(/(\bfrom '(?:\.\.\/)+core\/[^'\n]+)\.ts'/g, "$1.js'")
  if (taken !== code) writeFileSync(file, taken)
}

/** The name and the version are read beside the code. */
function writeManifest(): void {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify({ name, version, type: 'module' }, null, 2)}\n`)
}

function declare(): void {
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const project = join(import.meta.dirname, 'tsconfig.json')
  const options = ['--project', project, '--composite', 'false', '--outDir', DIST]
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The declarations could not be written.')
  for (const file of filesIn(DIST))
    if (file.endsWith('.d.ts')) writeFileSync(file, withEndings(readFileSync(file, 'utf8')))
}
