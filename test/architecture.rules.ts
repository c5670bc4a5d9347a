/** The rules of the house as data: who may import whom, and what no file may hold. */
import { bareCode, importsOf, isSource, lineAt, type SourceFile } from './support/run/source-tree.ts'

/** Where a rule is broken and how, as `file:line: what`. */
export type Violation = string

export interface ImportRow {
  /** A path, `**` for any rest of it, `*` for any rest of one name. */
  readonly files: string
  /** Paths and packages; a package stands for its deep imports too, `./**` for the file's own folder. */
  readonly may: readonly string[]
  /** What may be imported by `import type` alone. */
  readonly types?: readonly string[]
}

const PDF = ['@cantoo/pdf-lib']
const SHAPING = ['harfbuzzjs', 'bidi-js', 'linebreak']
const PIXELS = ['pdfjs-dist', '@napi-rs/canvas']
const SERVER_PACKAGES = [
  ...[
    'find-my-way',
    'koa',
    'koa-body',
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
    '@fastify/busboy',
    'csv-parse',
    'content-disposition',
    'secure-json-parse',
    'rate-limiter-flexible',
  ],
  ...[
    'ajv',
    'ajv-formats',
    '@sinclair/typebox',
    'knex',
    'better-sqlite3',
    'pg',
    'pg-boss',
    'p-queue',
    'undici',
    'ipaddr.js',
    'ssh2',
  ],
  ...['nodemailer', '@simplewebauthn/server', 'intl-messageformat'],
  ...['pino', 'prom-client', 'sharp', 'lcms-wasm', 'heic-decode', 'esbuild', 'yazl', '@expo-google-fonts/**'],
]
const FOR_ADAPTERS = [
  './**',
  // The contract stands in three files: what an adapter is, what it stands on, and the orders it tells of.
  ...[
    'core/service/storefront/contract.ts',
    'core/service/storefront/adapter-context.ts',
    'core/service/storefront/order.ts',
  ],
  // And all platforms' JSON is read alike.
  ...['core/service/storefront/exact-json.ts', 'core/service/webhook/signer.ts', 'core/errors.ts'],
]

/** Who may import whom: a file may import what any row that fits it allows, and nothing else. */
export const IMPORTS: readonly ImportRow[] = [
  { files: 'core/**', may: ['core/**', 'node:crypto'] },
  { files: 'core/engine/finding/**', may: ['intl-messageformat'] },
  { files: 'core/engine/pdf/**', may: [...PDF, 'harfbuzzjs', 'node:zlib'] },
  { files: 'core/engine/text/**', may: SHAPING },
  { files: 'core/engine/artwork/**', may: [...PDF, 'node:zlib'] },
  { files: 'core/engine/press/**', may: [...PDF, 'pdfjs-dist', 'node:zlib'] },
  { files: 'core/engine/preview/**', may: [...PDF, ...PIXELS] },
  { files: 'server/**', may: ['server/**', 'core/**', 'adapters/index.ts', 'node:**', ...SERVER_PACKAGES] },
  // The console gives the plugin that came with this installation.
  {
    files: 'server/operations/storefronts/woocommerce-plugin.ts',
    may: ['adapters/woocommerce/plugin-archive.ts'],
  },
  // The command writes the setting that the adapter reads.
  { files: 'server/cli/hook-secret.ts', may: ['adapters/rest/hook-secrets.ts'] },
  { files: 'server/store/engine/migrate.ts', may: ['migrations/**'] },
  { files: 'server/docs/**', may: ['marked', 'highlight.js/**'] },
  // The demo is the example that developers copy.
  { files: 'server/pages/demo.ts', may: ['examples/rest-storefront/storefront.ts'] },
  { files: 'adapters/index.ts', may: ['adapters/**', 'core/service/storefront/contract.ts'] },
  {
    files: 'adapters/rest/**',
    may: [...FOR_ADAPTERS, 'node:crypto'],
    types: ['types/api.d.ts'],
  },
  { files: 'adapters/mock/**', may: [...FOR_ADAPTERS, 'node:crypto'] },
  { files: 'adapters/shopify/**', may: [...FOR_ADAPTERS, 'node:crypto', 'undici', '@shopify/shopify-api'] },
  // Read when the adapter is first opened, and the files of its page.
  { files: 'adapters/shopify/library.ts', may: ['node:module'] },
  { files: 'adapters/shopify/answer.ts', may: ['node:fs', 'node:path'] },
  {
    files: 'adapters/woocommerce/**',
    may: [...FOR_ADAPTERS, 'node:crypto', 'undici', '@woocommerce/woocommerce-rest-api'],
  },
  { files: 'adapters/woocommerce/make-archive.ts', may: ['node:**'] },
  { files: 'adapters/woocommerce/plugin-archive.ts', may: ['node:**', 'yazl'] },
  { files: 'adapters/woocommerce/plugin-words.ts', may: ['node:**'] },
  { files: 'widget/**', may: ['widget/**', 'preact'], types: ['core/**', 'types/api.d.ts'] },
  // Messages of the console are ICU; the editor's have placeholders alone, for every byte of it is a shopper's.
  { files: 'widget/console/words.ts', may: ['intl-messageformat'] },
  // Where fields stand is reckoned as the press reckons it; the two files of it import nothing but types.
  // Swatches have the colours of previews.
  { files: 'widget/**', may: ['core/engine/ink/process-inks.ts', 'core/engine/ink/process-mix.ts'] },
  // Tags are read off a template's metadata as the service reads them.
  { files: 'widget/console/**', may: ['core/service/template/tags.ts'] },
  // What the console writes into a table, the service takes away when the table returns.
  { files: 'widget/console/batches/**', may: ['core/service/batch/formula-cell.ts'] },
  // The plugin checks a connection code as the service checks its keys.
  { files: 'widget/console/storefronts/connection-code.ts', may: ['core/service/access/crc32.ts'] },
  // One look-up finds the words of a field for the page that is served and for the editor in it.
  { files: 'widget/editor/**', may: ['core/engine/scene/field-words.ts'] },
  // Values are counted and compared as the service keeps them.
  { files: 'widget/editor/**', may: ['core/engine/text/plain-text.ts'] },
  {
    files: 'widget/console/editor/**',
    may: ['core/engine/layout/matrix.ts', 'core/engine/geometry/matrix.ts'],
  },
  // Loaded when a passkey is used.
  { files: 'widget/console/passkey.ts', may: ['@simplewebauthn/browser'] },
  { files: 'widget/console/editor/publish/**', may: ['lean-qr', 'lean-qr/extras/svg'] },
  { files: 'migrations/**', may: [], types: ['server/store/engine/schema.ts'] },
  // Examples speak HTTP; the demo also has independent judges look at what it was given.
  { files: 'examples/**', may: ['examples/**', 'node:**', 'adapters/rest/client.ts', 'undici'] },
  { files: 'examples/demo.ts', may: ['test/support/rips/oracles.ts'] },
  { files: 'examples/order-journey.ts', may: ['standardwebhooks'] },
  { files: 'examples/rest-storefront/koa.ts', may: ['koa'] },
  { files: 'examples/write-an-adapter/**', may: [...FOR_ADAPTERS, 'node:crypto'] },
  { files: 'examples/press-pdf/**', may: [...PDF, ...SHAPING] },
  {
    files: 'examples/make*',
    may: [...PDF, ...SHAPING, ...PIXELS, 'pdf-lib', '@pdfme/**', '@expo-google-fonts/**'],
  },
  { files: 'packaging/**', may: ['packaging/**', 'node:**', 'esbuild'] },
  { files: 'packaging/write-plugin-languages.ts', may: ['adapters/woocommerce/plugin-words.ts'] },
  {
    files: 'packaging/write-api.ts',
    may: ['server/http/openapi.ts', 'server/operations/index.ts', 'json-schema-to-typescript'],
  },
  { files: 'test/**', may: ['**'] },
  { files: 'types/**', may: [], types: ['**'] },
]

/** Imports that belong to few: everyone else, tests aside, goes through these. */
export const RESERVED: readonly {
  readonly target: string
  readonly by: readonly string[]
  readonly files?: number
}[] = [
  { target: 'adapters/index.ts', by: ['server/**'], files: 1 },
  // A stranger's file is opened only in a worker process.
  { target: 'core/engine/press/compile.ts', by: ['server/workers/*-worker.ts'] },
  { target: 'core/engine/press/merge/read-sheets.ts', by: ['server/workers/*-worker.ts'] },
  { target: 'core/engine/press/reopen.ts', by: ['server/workers/*-worker.ts'] },
  { target: 'core/engine/artwork/read-artwork.ts', by: ['server/workers/*-worker.ts'] },
  { target: 'core/engine/text/check-font.ts', by: ['server/workers/*-worker.ts'] },
  { target: 'node:child_process', by: ['server/workers/**', 'examples/**', 'packaging/**'] },
]

/** A pattern that no line of code may match in `files`, `except` some. */
export interface BannedCode {
  readonly name: string
  readonly code: RegExp
  readonly files: string
  readonly except?: readonly string[]
}

export const BANNED_CODE: readonly BannedCode[] = [
  {
    name: 'time or chance from outside the ports',
    code: /\b(?:Date|performance)\.now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b/,
    files: 'core/**',
  },
  {
    // `===` stops at the first sign that differs, and so tells how much of a guess was right.
    name: 'a secret compared by signs instead of timingSafeEqual',
    code: /\b\w*(?:[sS]ecret|[sS]ignature|[hH]mac)\s*[!=]==?\s*(?!(?:null|undefined|true|false)\b)[a-zA-Z]|[!=]==?\s*[\w.]*(?:[sS]ecret|[sS]ignature|[hH]mac)\b/,
    files: '**',
    except: ['test/**', 'examples/**'],
  },
  {
    name: 'SQL put together from values',
    code: /\b(?:raw|\w+Raw)\s*\(\s*`[^`]*\$\{(?!\s*[A-Z_]+\s*\})/,
    files: 'server/store/**',
    // Its parts are constants of the file.
    except: ['server/store/tables/jobs.ts'],
  },
  {
    name: 'a test switched off',
    code: /\b(?:describe|context|suite|it|specify|test)\s*\.\s*skip\s*\(\s*['"`]|\bx(?:it|describe|context|specify)\s*\(/,
    files: 'test/**',
  },
  {
    name: 'a test skipped without a reason',
    code: /\.\s*skip\s*\(\s*\)/,
    files: 'test/**',
    except: ['test/support/run/leave-pending.ts'],
  },
  {
    // It is too short on a busy machine; a test waits for a response, a message, a state of the page, or moves its clock.
    name: 'a pause of a page instead of a state that is waited for',
    code: /\.\s*waitForTimeout\b/,
    files: 'test/**',
    // What is measured there is what a page does while nobody touches it.
    except: ['test/bench/**'],
  },
]

/** Folders and files are named for what they hold; `index.ts` stands only where it is a table. */
const BANNED_NAMES =
  /^(?:utils?|helpers?|common|misc|lib|src|services|types)$|^index$|[.-](?:utils?|helpers?|service|manager|types)$/
const NAMES_ALLOWED = [
  // Shopify CLI looks for a function there.
  'adapters/shopify/deploy/extensions/platen-checkout/src',
  'adapters/shopify/deploy/extensions/platen-checkout/src/index.js',
  'types',
  'server/operations/index.ts',
  'adapters/index.ts',
]
const MOST_LINES = 400

export function fits(pattern: string, path: string): boolean {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`).test(path)
}

const fitsAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((one) => fits(one, path))

function allows(pattern: string, from: string, target: string): boolean {
  if (pattern === './**') return target.startsWith(from.slice(0, from.lastIndexOf('/') + 1))
  return fits(pattern, target) || (!pattern.endsWith('.ts') && target.startsWith(`${pattern}/`))
}

export function forbiddenImports(files: readonly SourceFile[], table = IMPORTS): readonly Violation[] {
  return sources(files).flatMap((file) => {
    const rows = table.filter((row) => fits(row.files, file.path))
    if (rows.length === 0) return [`${file.path}:1: no row of the table says what this file may import`]
    return importsOf(file)
      .filter((line) => {
        const may = rows.flatMap((row) => [...row.may, ...(line.typeOnly ? (row.types ?? []) : [])])
        return !may.some((pattern) => allows(pattern, file.path, line.target))
      })
      .map((line) => `${file.path}:${line.line}: may not import ${line.target}`)
  })
}

export function reservedImports(files: readonly SourceFile[], table = RESERVED): readonly Violation[] {
  return table.flatMap(({ target, by, files: most }) => {
    const users = sources(files)
      .filter((file) => !file.path.startsWith('test/'))
      .flatMap((file) => importsOf(file).map((line) => ({ path: file.path, ...line })))
      .filter((line) => line.target === target && !line.typeOnly)
    const strangers = users.filter((line) => !fitsAny(by, line.path))
    const tooMany = most !== undefined && new Set(users.map((line) => line.path)).size > most ? users : []
    return [...new Set([...strangers, ...tooMany])].map(
      (line) => `${line.path}:${line.line}: ${target} is reserved to ${most ?? 'files'} of ${by.join(', ')}`,
    )
  })
}

export function bannedCode(files: readonly SourceFile[], rule: BannedCode): readonly Violation[] {
  return sources(files)
    .filter((file) => fits(rule.files, file.path) && !fitsAny(rule.except ?? [], file.path))
    .flatMap((file) => {
      const code = bareCode(file.text)
      const matches = code.matchAll(new RegExp(rule.code, 'g'))
      return [...matches].map((match) => {
        const offset = match.index + Math.max(0, match[0].search(/\S/))
        return `${file.path}:${lineAt(code, offset)}: ${rule.name}`
      })
    })
}

export function bannedNames(files: readonly SourceFile[]): readonly Violation[] {
  return sources(files).flatMap((file) => {
    const names = file.path.split('/')
    const paths = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
    return paths
      .filter((path) => !NAMES_ALLOWED.includes(path))
      .filter((path) => BANNED_NAMES.test(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')))
      .map((path) => `${file.path}:1: the name ${path} does not say what it holds`)
  })
}

export function tooLong(files: readonly SourceFile[]): readonly Violation[] {
  return sources(files)
    .map((file) => ({ file, lines: file.text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file.path}:${lines}: ${lines} lines, at most ${MOST_LINES}`)
}

/** Each source says in its first lines, in a sentence, what it is. */
export function withoutOpening(files: readonly SourceFile[]): readonly Violation[] {
  return sources(files)
    .filter((file) => {
      const opening = /^(?:#![^\n]*\n)?\s*(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/[^\n]*\n)+))/.exec(file.text)
      const words = (opening?.[1] ?? opening?.[2] ?? '').replace(/^\s*(?:\*|\/\/)+/gm, '').trim()
      return !/^\S+(?:\s+\S+){2,}[\s\S]*[.:!?]/.test(words)
    })
    .map((file) => `${file.path}:1: no sentence that says what the file is`)
}

/**
 * Traces of the machine on which the project is written: the checkout's own path and the folder above it.
 * Folders that every machine has are no trace.
 */
export function machinePaths(files: readonly SourceFile[], checkout: string): readonly Violation[] {
  const parent = checkout.slice(0, checkout.lastIndexOf('/'))
  const everywhere = ['', '/tmp', '/home', '/Users', '/usr', '/opt', '/var', '/srv', '/app', '/root', '/mnt']
  const traces = [checkout, parent].filter((path) => !everywhere.includes(path))
  if (traces.length === 0) return []
  const either = traces.map((path) => path.replace(/\W/g, '\\$&')).join('|')
  const trace = new RegExp(`(?<![\\w.~-])(?:${either})(?![\\w.-])`, 'g')
  return files.flatMap((file) =>
    [...file.text.matchAll(trace)].map(
      (match) => `${file.path}:${lineAt(file.text, match.index)}: a path of this machine`,
    ),
  )
}

/** Addresses in a lockfile or an npm setting tie the project to one registry. */
export function registryTraces(files: readonly SourceFile[]): readonly Violation[] {
  const traces: Readonly<Record<string, RegExp>> = {
    'package-lock.json': /"resolved"\s*:/g,
    '.npmrc': /registry\s*=/g,
  }
  return files.flatMap((file) => {
    const trace = traces[file.path.slice(file.path.lastIndexOf('/') + 1)]
    if (trace === undefined) return []
    return [...file.text.matchAll(trace)].map(
      (match) => `${file.path}:${lineAt(file.text, match.index)}: the address of a registry`,
    )
  })
}

function sources(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter((file) => isSource(file.path))
}
