/** The client as a package: what it loads, how it is imported, and the schema of its hook beside its reader. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { readHook, UnreadableHook } from '../../../adapters/rest/order-hook.ts'
import { orderOf } from '../../support/shops/adapter-shop.ts'
import { wireOrder } from '../../support/shops/rest-platform.ts'

const FOLDER = join(import.meta.dirname, '../../../adapters/rest')
const run = promisify(execFile)

describe('The client as a package', () => {
  for (const [how, script] of [
    ['import', `import(${JSON.stringify(join(FOLDER, 'client.ts'))}).then(show)`],
    ['require', `show(require(${JSON.stringify(join(FOLDER, 'client.ts'))}))`],
  ] as const)
    it(`loads by ${how}, with nothing else`, async () => {
      const show =
        'const show = (module) => console.log(typeof module.createClient, ' +
        'Object.keys(require.cache).filter((file) => file.includes("node_modules")).length);'
      const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', show + script])
      expect(stdout.trim()).to.equal('function 0')
    })

  it('imports no package at all at run time', async () => {
    const sources = ['browser', 'calls', 'client', 'errors', 'pace', 'pages', 'resources', 'send', 'webhook']
    for (const name of sources) {
      const text = await readFile(join(FOLDER, `${name}.ts`), 'utf8')
      const values = [...text.matchAll(/^import (?!type)[^'\n]*(?:\n[^']*?)?'([^']+)'/gm)].map(
        ([, from]) => from,
      )
      for (const from of values) expect(from, name).to.match(/^(\.\.?\/|node:)/)
      if (name === 'browser' || name === 'send') expect(text, name).not.to.contain("'node:")
    }
  })
})

describe('The order hook', () => {
  const schema = readFile(join(FOLDER, 'order.schema.json'), 'utf8').then((text) => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    addFormats.default(ajv)
    return ajv.compile(JSON.parse(text))
  })
  const order = wireOrder(orderOf('fill_1', { cart: 'cart-7', dueAt: Date.UTC(2026, 6, 20) }))
  const hook = { type: 'order.changed', data: { order } }
  const line = order.lines[0]
  const withOrder = (changes: object) => ({ ...hook, data: { order: { ...order, ...changes } } })

  const cases: readonly (readonly [name: string, body: unknown, fits: boolean])[] = [
    ['an order', hook, true],
    ['an order of a named shop', { ...hook, shop: 'a', timestamp: '2026-07-15T12:00:00Z' }, true],
    [
      'an order with the least',
      { ...hook, data: { order: pick(order, 'id', 'status', 'updated_at', 'lines') } },
      true,
    ],
    ['an erasure by address', { type: 'customer.erased', data: { email: 'a@b.example' } }, true],
    ['an erasure by orders', { type: 'customer.erased', data: { order_ids: ['1'] } }, true],
    ['an erasure of nobody', { type: 'customer.erased', data: {} }, false],
    ['another type', { ...hook, type: 'order.deleted' }, false],
    ['an unknown member', withOrder({ total: 12 }), false],
    ['an unknown status', withOrder({ status: 'refunded' }), false],
    ['no time', withOrder({ updated_at: 'yesterday' }), false],
    ['a number for an id', withOrder({ id: 1001 }), false],
    ['an endless id', withOrder({ id: 'x'.repeat(256) }), false],
    ['no lines', withOrder({ lines: {} }), false],
    ['half a line', withOrder({ lines: [{ ...line, quantity: 1.5 }] }), false],
    ['a line of none', withOrder({ lines: [{ ...line, quantity: 0 }] }), false],
    ['a line that takes back', withOrder({ lines: [{ ...line, refunded_quantity: -1 }] }), false],
    ['a list', [hook], false],
  ]
  for (const [name, body, fits] of cases)
    it(`${fits ? 'takes' : 'refuses'} ${name}, by its schema and by its reader`, async () => {
      const validate = await schema
      expect(validate(body), JSON.stringify(validate.errors)).to.equal(fits)
      const read = () => readHook(Buffer.from(JSON.stringify(body)))
      if (fits) expect(read().shop).to.be.a('string')
      else expect(read).to.throw(UnreadableHook)
    })

  it('refuses what is no JSON in UTF-8', () => {
    for (const bytes of ['', '{', '\u0000'])
      expect(() => readHook(Buffer.from(bytes))).to.throw(UnreadableHook)
    expect(() => readHook(Buffer.from([0x22, 0xff, 0x22]))).to.throw(UnreadableHook)
  })
})

function pick<T extends object>(from: T, ...names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
}
