/** The architecture test: the rules of the house hold for every file, and each rule is able to fail. */
import { resolve } from 'node:path'
import { expect } from 'chai'
import { crowdedFolders, knots, upwardImports } from './architecture.floors.ts'
import {
  BANNED_CODE,
  bannedCode,
  bannedNames,
  forbiddenImports,
  machinePaths,
  registryTraces,
  reservedImports,
  tooLong,
  type Violation,
  withoutOpening,
} from './architecture.rules.ts'
import { unexplainedTimeouts, unexplainedWaits } from './architecture.time.ts'
import { readTree, type SourceFile } from './support/run/source-tree.ts'

const ROOT = resolve(import.meta.dirname, '..')

interface Rule {
  readonly says: string
  readonly check: (files: readonly SourceFile[]) => readonly Violation[]
  /** Breaks the rule: the line where it does so, then path and text. */
  readonly bad: readonly (readonly [line: number, path: string, text: string])[]
  /** Looks like a breach and is none. */
  readonly good: readonly (readonly [path: string, text: string])[]
}

const banned = (name: string): Rule['check'] => {
  const rule = BANNED_CODE.find((one) => one.name === name)
  if (rule === undefined) throw new Error(`No such rule: ${name}`)
  return (files) => bannedCode(files, rule)
}

const DELAY = "import { setTimeout as delay } from 'node:timers/promises'"

const RULES: readonly Rule[] = [
  {
    says: 'core imports values only from the floors below',
    check: (files) => upwardImports(files),
    bad: [
      [1, 'core/engine/pdf/lexer.ts', "import { layOut } from '../layout/layout.ts'"],
      [2, 'core/service/fill/fill.ts', "const a = 1\nexport { b } from '../batch/batch.ts'"],
      [1, 'core/service/folder/send.ts', "import { a } from './deliver/work.ts'"],
      [1, 'core/engine/ports.ts', ''],
      [1, 'core/anything.ts', ''],
    ],
    good: [
      ['core/engine/layout/layout.ts', "import { a } from '../pdf/lexer.ts'"],
      ['core/service/fill/fill.ts', "import type { Ports } from '../../ports.ts'"],
      ['core/service/folder/deliver/work.ts', "import { a } from '../send.ts'"],
    ],
  },
  {
    says: 'files import only what their place in the house allows',
    check: (files) => forbiddenImports(files),
    bad: [
      [
        2,
        'core/service/fill/fill.ts',
        "import { a } from './a.ts'\nimport { readFile } from 'node:fs/promises'",
      ],
      [1, 'core/service/fill/fill.ts', "import { open } from '../../../server/open.ts'"],
      [1, 'core/service/fill/fill.ts', "import { PDFDocument } from '@cantoo/pdf-lib'"],
      [1, 'core/engine/text/shape.ts', "import { inflateSync } from 'node:zlib'"],
      [3, 'core/service/fill/fill.ts', "export {\n}\nexport { a } from 'koa'"],
      [2, 'core/service/fill/fill.ts', "const a = 1\nconst b = await import('koa')"],
      [1, 'core/service/fill/fill.ts', 'const b = await import(name)'],
      [1, 'server/open.ts', "import { PDFDocument } from '@cantoo/pdf-lib'"],
      [1, 'adapters/mock/adapter.ts', "import { a } from '../rest/client.ts'"],
      [1, 'adapters/mock/adapter.ts', "import { layout } from '../../core/engine/layout/layout.ts'"],
      [1, 'adapters/rest/client.ts', "import { operations } from '../../server/operations/index.ts'"],
      [1, 'widget/editor/state.ts', "import { CATALOGUE } from '../../core/errors.ts'"],
      [1, 'widget/editor/mount.tsx', "import { createService } from '../../core/service.ts'"],
      [1, 'widget/frame.ts', "import { readFile } from 'node:fs/promises'"],
      [1, 'migrations/0001-first.ts', "import knex from 'knex'"],
      [1, 'migrations/0001-first.ts', "import type { Plan } from '../core/engine/press/plan.ts'"],
      [1, 'examples/demo.ts', "import { openServer } from '../server/open.ts'"],
      [1, 'examples/demo.ts', "import { PDFDocument } from '@cantoo/pdf-lib'"],
      [1, 'elsewhere/a.ts', 'const a = 1'],
    ],
    good: [
      [
        'core/engine/press/compile.ts',
        "import {\n  PDFDocument,\n} from '@cantoo/pdf-lib'\nimport 'node:zlib'",
      ],
      ['core/service/fill/fill.ts', "// import a from 'koa'\nconst said = \"import b from 'koa'\""],
      ['core/service/fill/fill.ts', "import { createHash } from 'node:crypto'"],
      [
        'server/open.ts',
        "import { Ajv2020 } from 'ajv/dist/2020.js'\nimport { adapters } from '../adapters/index.ts'",
      ],
      ['adapters/rest/client.ts', "import type { Operations } from '../../types/api.d.ts'"],
      ['widget/editor/state.ts', "import type { Scene } from '../../core/engine/scene/scene.ts'"],
      ['widget/editor/mount.tsx', "import { render } from 'preact'\nimport { useState } from 'preact/hooks'"],
      ['migrations/0001-first.ts', "import type { Schema } from '../server/store/engine/schema.ts'"],
      ['examples/make-card.ts', "import { PDFDocument } from '@cantoo/pdf-lib'"],
    ],
  },
  {
    says: 'what is reserved to few is imported by no others',
    check: (files) => reservedImports(files),
    bad: [
      [1, 'server/http/app.ts', "import { compilePdf } from '../../core/engine/press/compile.ts'"],
      [1, 'server/http/app.ts', "import { fork } from 'node:child_process'"],
      [1, 'widget/v1.ts', "import { adapters } from '../adapters/index.ts'"],
    ],
    good: [
      ['server/workers/press-worker.ts', "import { compilePdf } from '../../core/engine/press/compile.ts'"],
      ['server/open.ts', "import { adapters } from '../adapters/index.ts'"],
      ['core/service/template/upload.ts', "import type { Compiling } from '../press/compile.ts'"],
    ],
  },
  {
    says: 'core takes time and chance through ports',
    check: banned('time or chance from outside the ports'),
    bad: [
      [1, 'core/ids.ts', 'const now = Date.now()'],
      [1, 'core/ids.ts', 'const now = new Date()'],
      [1, 'core/ids.ts', 'const chance = Math.random()'],
      [1, 'core/ids.ts', "import { randomUUID } from 'node:crypto'"],
    ],
    good: [
      ['core/ids.ts', 'const day = new Date(clock.now())'],
      ['server/open.ts', 'const now = Date.now()'],
    ],
  },
  {
    says: 'secrets are compared by timingSafeEqual',
    check: banned('a secret compared by signs instead of timingSafeEqual'),
    bad: [
      [1, 'core/service/webhook/signer.ts', 'if (given === signature) return true'],
      [1, 'server/http/admit.ts', 'const wrong = clientSecret !== stored.secret'],
      [2, 'server/http/admit.ts', 'const a = 1\nif (hmac == given) return'],
    ],
    good: [
      [
        'core/service/webhook/secret.ts',
        'if (secret === null || record.previousSecret !== undefined) return',
      ],
      ['server/operations/webhooks/webhook-endpoints.ts', 'if (body.rotate_secret === true) return'],
      ['server/http/operation.ts', "if (operation.auth === 'secret') return"],
      ['core/service/webhook/signer.ts', 'return timingSafeEqual(given, signature)'],
    ],
  },
  {
    says: 'SQL is not put together from values',
    check: banned('SQL put together from values'),
    bad: [
      [1, 'server/store/tables/fills.ts', 'knex.raw(`select * from $' + '{table}`)'],
      [2, 'server/store/tables/fills.ts', 'query\n  .whereRaw(`id = $' + '{id}`)'],
    ],
    good: [
      ['server/store/tables/fills.ts', "knex.raw('select * from fills where id = ?', [id])"],
      ['server/store/tables/fills.ts', 'knex.raw(`$' + '{PENDING} and id = ?`, [id])'],
    ],
  },
  {
    says: 'no test is switched off',
    check: banned('a test switched off'),
    bad: [
      [1, 'test/core/ids.test.ts', "describe.skip('ids', () => {})"],
      [1, 'test/core/ids.test.ts', "xit('works', () => {})"],
    ],
    good: [['test/core/ids.test.ts', 'function run(list) { list.skip(2) }\nexit(1)']],
  },
  {
    says: 'a test that is skipped says what it needs',
    check: banned('a test skipped without a reason'),
    bad: [
      [1, 'test/core/ids.test.ts', 'if (!isLinux) this.skip()'],
      [1, 'test/support/rips/oracles.ts', 'return context.skip()'],
    ],
    good: [['test/core/ids.test.ts', "leavePending(this, 'Linux')"]],
  },
  {
    says: 'no test but a benchmark waits in a page by time',
    check: banned('a pause of a page instead of a state that is waited for'),
    bad: [
      [1, 'test/widget/frame.test.ts', 'await page.waitForTimeout(200)'],
      [2, 'test/docs/make-pictures.ts', 'await watched.page\n  .waitForTimeout(MOVE_MS)'],
    ],
    good: [
      ['test/bench/browser.ts', 'await page.waitForTimeout(2000)'],
      [
        'test/widget/frame.test.ts',
        '// page.waitForTimeout(200) would be too short\nawait page.clock.runFor(200)',
      ],
    ],
  },
  {
    says: 'files and folders are named for what they hold',
    check: bannedNames,
    bad: [
      [1, 'core/utils/ids.ts', ''],
      [1, 'core/service/fill/fill.service.ts', ''],
      [1, 'core/service/fill/types.ts', ''],
      [1, 'core/service/fill/index.ts', ''],
      [1, 'server/jobs/job-manager.ts', ''],
      [1, 'src/ids.ts', ''],
    ],
    good: [
      ['server/operations/index.ts', ''],
      ['core/service.ts', ''],
      ['types/untyped-packages.d.ts', ''],
    ],
  },
  {
    says: 'no file has more than 400 lines',
    check: tooLong,
    bad: [[401, 'core/ids.ts', 'a\n'.repeat(401)]],
    good: [
      ['core/ids.ts', 'a\n'.repeat(400)],
      ['README.md', 'a\n'.repeat(401)],
    ],
  },
  {
    says: 'every source opens with a sentence that says what it is',
    check: withoutOpening,
    bad: [
      [1, 'core/ids.ts', "import { a } from './a.ts'\n// Identifiers: a prefix and letters.\n"],
      [1, 'core/ids.ts', '/** Ids */\n'],
    ],
    good: [
      ['core/ids.ts', '/** Identifiers: a prefix and letters. */\n'],
      ['server/cli.ts', '#!/usr/bin/env node\n// The commands that run beside a server.\n'],
    ],
  },
  {
    says: 'no file names a path of the machine it was written on',
    check: (files) => machinePaths(files, ROOT),
    bad: [
      [1, 'README.md', `cd ${ROOT}`],
      [2, 'core/ids.ts', `\n// see ${ROOT}/core`],
    ],
    good: [['README.md', `https://host.example/x${ROOT}er and a${ROOT}`]],
  },
  {
    says: 'a test with a limit of more than two minutes says why',
    check: unexplainedTimeouts,
    bad: [
      [2, 'test/a.test.ts', 'before(function () {\n  this.timeout(180_000)\n})'],
      [2, 'test/soak/a.soak.ts', "it('a', () => {\n}).timeout(0)"],
      [3, 'test/a.test.ts', '/** Tests a. */\n\nthis.timeout(1_800_000)'],
    ],
    good: [
      ['test/a.test.ts', '  // It waits out a lease of five minutes.\n  this.timeout(600_000)'],
      ['test/a.test.ts', 'this.timeout(120_000)'],
      ['core/a.ts', 'this.timeout(180_000)'],
    ],
  },
  {
    says: 'a test waits for a state, or says why time has to pass',
    check: unexplainedWaits,
    bad: [
      [2, 'test/a.test.ts', `${DELAY}\nawait delay(20)`],
      [3, 'test/support/a.ts', `${DELAY}\n// A moment.\nfor (; ; await delay(5)) work()`],
      [2, 'test/a.test.ts', "import { setTimeout } from 'timers/promises'\nrace([end(), setTimeout(9)])"],
      [1, 'test/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 100))'],
      [1, 'test/a.test.ts', 'return new Promise<void>((done) => {\n  setTimeout(done, 5)\n})'],
    ],
    good: [
      ['test/a.test.ts', `${DELAY}\n// Time passes: the disk is slow.\nawait delay(20)`],
      ['test/a.test.ts', "import { setImmediate as turn } from 'node:timers/promises'\nawait turn()"],
      ['test/a.test.ts', "setTimeout(() => end(), 50)\nawait page.evaluate('new Promise(setTimeout)')"],
      ['test/bench/a.ts', 'await new Promise((resolve) => setTimeout(resolve, 100))'],
      ['test/support/run/eventually.ts', `${DELAY}\nawait delay(1)`],
      ['server/a.ts', `${DELAY}\nawait delay(1)`],
    ],
  },
  {
    says: 'no registry is named in lockfile or settings',
    check: registryTraces,
    bad: [
      [2, 'package-lock.json', '{\n"resolved": "x"'],
      [1, 'examples/shop/.npmrc', 'registry = x'],
    ],
    good: [['package-lock.json', '{ "integrity": "sha512-x" }']],
  },
]

describe('architecture', () => {
  const tree = readTree(ROOT)

  it('reads the sources', () => {
    const paths = tree.map((file) => file.path)
    expect(paths).to.include('core/ports.ts').and.to.include('test/architecture.test.ts')
    expect(paths.filter((path) => /^(?:node_modules|\.git|data)\//.test(path))).to.deep.equal([])
  })

  it('has no circle of imports that is larger than three files', () => {
    expect(knots(tree)).to.deep.equal([])
  })

  it('has no folder with more than 40 files', () => {
    expect(crowdedFolders(tree)).to.deep.equal([])
  })

  for (const rule of RULES) {
    it(rule.says, () => {
      const violations = rule.check(tree)
      expect(violations, violations.join('\n')).to.have.length(0)
    })
  }
})

describe('architecture rules', () => {
  for (const rule of RULES) {
    it(`can fail: ${rule.says}`, () => {
      for (const [line, path, text] of rule.bad) {
        const found = rule.check([{ path, text }])
        expect(found, `${path} with ${text.slice(0, 80)}`).to.have.length(1)
        expect(found[0]).to.match(new RegExp(`^${path}:${line}: `))
      }
      for (const [path, text] of rule.good) {
        expect(rule.check([{ path, text }]), `${path} with ${text.slice(0, 80)}`).to.deep.equal([])
      }
    })
  }

  it('can fail: four files of core import each other in a circle, types included', () => {
    const ring = ['a', 'b', 'c', 'd'].map((name, at, all) => {
      return { path: `core/${name}.ts`, text: `import type { A } from './${all[(at + 1) % all.length]}.ts'` }
    })
    expect(knots(ring)).to.have.length(1)
    expect(knots(ring.slice(1))).to.deep.equal([])
  })

  it('can fail: a folder holds more than 40 files', () => {
    const many = Array.from({ length: 41 }, (_, at) => ({ path: `core/ids/a${at}.ts`, text: '' }))
    expect(crowdedFolders(many)).to.have.length(1)
    expect(crowdedFolders(many.slice(1))).to.deep.equal([])
  })

  it('can fail: adapters/index.ts is imported in two places', () => {
    const text = "import { adapters } from '../adapters/index.ts'"
    const files = ['server/open.ts', 'server/other.ts'].map((path) => ({ path, text }))
    expect(reservedImports(files)).to.have.length(2)
  })
})
