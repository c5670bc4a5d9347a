/** What Shopify CLI deploys: laid out and named by its rules, and a checkout rule that refuses lines without a design. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'

const APP = join(import.meta.dirname, '../../../adapters/shopify/deploy')
const EXTENSIONS = join(APP, 'extensions')
const text = (...path: string[]) => readFileSync(join(...path), 'utf8')
/** What the CLI lets each folder of a theme extension hold. */
const KINDS = {
  assets: /\.(jpe?g|json|js|css|png|svg|wasm)$/,
  blocks: /\.liquid$/,
  snippets: /\.liquid$/,
  locales: /\.json$/,
}
/** The value of a key in a flat part of a TOML file. */
const tomlValue = (toml: string, key: string) => new RegExp(`^\\s*${key} = "(.*)"$`, 'm').exec(toml)?.[1]

/** By the rules of Shopify CLI 4.8, for machines without it; cli-build.test.ts runs the CLI itself. */
describe('The app that Shopify CLI deploys', () => {
  it('has a package.json beside its configuration, and extensions where the CLI looks', () => {
    const { private: isPrivate, workspaces } = JSON.parse(text(APP, 'package.json'))
    expect(isPrivate).to.equal(true)
    expect(workspaces).to.deep.equal(['extensions/*'])
    const found = readdirSync(EXTENSIONS).filter((name) =>
      existsSync(join(EXTENSIONS, name, 'shopify.extension.toml')),
    )
    expect(found)
      .to.deep.equal(readdirSync(EXTENSIONS))
      .and.to.deep.equal(['platen-block', 'platen-checkout'])
  })

  it('has a name of at most 30 characters, and a handle that Shopify takes', () => {
    const toml = text(APP, 'shopify.app.toml')
    expect(tomlValue(toml, 'name')).to.match(/^(?!.*shopify).{1,30}$/i)
    expect(tomlValue(toml, 'handle')).to.match(/^[a-z][a-z0-9-]{1,48}[a-z0-9]$/)
    expect(toml).to.match(/^extension_directories = \["extensions\/\*"\]$/m)
  })

  for (const name of readdirSync(EXTENSIONS))
    it(`gives ${name} one extension with type, name and a handle of its own`, () => {
      const toml = text(EXTENSIONS, name, 'shopify.extension.toml')
      expect(tomlValue(toml, 'api_version')).to.equal('2026-10')
      expect(toml.match(/^\[\[extensions\]\]$/gm)).to.have.length(1)
      expect(tomlValue(toml, 'handle')).to.equal(name)
      expect(tomlValue(toml, 'type')).to.equal(name === 'platen-block' ? 'theme' : 'function')
      const named = tomlValue(toml, 'name') ?? ''
      const words = JSON.parse(text(EXTENSIONS, name, 'locales/en.default.json'))
      expect(named.startsWith('t:') ? words[named.slice(2)] : named).to.match(/^.{1,30}$/)
    })

  it('keeps the theme extension to the folders, names and sizes that are allowed', () => {
    const folder = join(EXTENSIONS, 'platen-block')
    const folders = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
    for (const name of folders) expect(name).to.be.oneOf(['assets', 'blocks', 'snippets', 'locales'])
    for (const [name, kinds] of Object.entries(KINDS))
      for (const one of existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : [])
        expect(one).to.match(kinds)
    const blocks = readdirSync(join(folder, 'blocks'))
    expect(blocks.length).to.be.at.most(25)
    let liquid = 0
    for (const name of blocks) {
      const block = text(folder, 'blocks', name)
      liquid += Buffer.byteLength(block)
      const schema = JSON.parse(/\{% schema %\}([\s\S]*)\{% endschema %\}/.exec(block)?.[1] ?? '')
      // The theme editor shows it in the merchant's language.
      const [, group = '', word = ''] = /^t:(\w+)\.(\w+)$/.exec(schema.name) ?? []
      for (const locale of ['en.default', 'de'])
        expect(JSON.parse(text(folder, `locales/${locale}.schema.json`))[group][word]).to.match(/^.{1,25}$/)
      for (const asset of [schema.javascript, schema.stylesheet])
        expect(existsSync(join(folder, 'assets', asset))).to.equal(true)
    }
    expect(liquid).to.be.below(100_000)
  })

  it('builds the checkout rule from files that are there', () => {
    const folder = join(EXTENSIONS, 'platen-checkout')
    const toml = text(folder, 'shopify.extension.toml')
    expect(tomlValue(toml, 'target')).to.equal('cart.validations.generate.run')
    expect(existsSync(join(folder, tomlValue(toml, 'input_query') ?? ''))).to.equal(true)
    const { main, dependencies } = JSON.parse(text(folder, 'package.json'))
    // Where the CLI looks for a function in JavaScript.
    expect(main).to.equal('src/index.js')
    expect(existsSync(join(folder, main))).to.equal(true)
    expect(dependencies).to.have.property('@shopify/shopify_function')
    // The CLI calls what `export` names, in camel case.
    const exported = (tomlValue(toml, 'export') ?? '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
    expect(text(folder, main)).to.contain(`export function ${exported}(`)
  })
})

describe('The checkout rule', () => {
  // biome-ignore lint/suspicious/noExplicitAny: plain JSON goes in and comes out.
  let run: (input: unknown) => any
  before(async () => {
    const file = join(EXTENSIONS, 'platen-checkout/src/index.js')
    ;({ cartValidationsGenerateRun: run } = await import(pathToFileURL(file).href))
  })
  const line = (design: unknown, fill: string | null = null, title = 'Mug') => ({
    fill: fill === null ? null : { value: fill },
    merchandise: {
      __typename: 'ProductVariant',
      id: 'gid://shopify/ProductVariant/11',
      product: { title, design: design === null ? null : { jsonValue: design } },
    },
  })
  const input = (lines: unknown[], step = 'CHECKOUT_INTERACTION', isoCode = 'EN') => ({
    buyerJourney: { step },
    localization: { language: { isoCode } },
    cart: { lines },
  })
  const errorsOf = (...given: Parameters<typeof input>) =>
    run(input(...given)).operations.flatMap(
      (one: { validationAdd: { errors: { message: string }[] } }) => one.validationAdd.errors,
    )

  it('refuses a mapped product without a design, once for each product', () => {
    const errors = errorsOf([line('all'), line('all'), line('all', null, 'Cup')])
    expect(errors).to.have.length(2)
    expect(errors[0]).to.deep.include({ target: '$.cart' })
    expect(errors[0].message).to.contain('Mug').and.to.contain('no design')
  })

  it('lets designs, other products and other variants pass, and whatever is no variant', () => {
    const custom = { fill: null, merchandise: { __typename: 'CustomProduct' } }
    const lines = [line('all', 'fill_A'), line(null), line(['12']), custom]
    expect(run(input(lines))).to.deep.equal({ operations: [] })
  })

  it('knows single variants, and takes nothing for a design that is none', () => {
    expect(errorsOf([line(['11'])])).to.have.length(1)
    expect(errorsOf([line('all', 'yes')])).to.have.length(1)
  })

  it('holds at the end of checkout, for "Buy it now" too, and leaves the cart open for changes', () => {
    expect(errorsOf([line('all')], 'CHECKOUT_COMPLETION')).to.have.length(1)
    expect(errorsOf([line('all')], 'CART_INTERACTION')).to.deep.equal([])
    expect(run({ ...input([line('all')]), buyerJourney: { step: null } }).operations).to.have.length(1)
  })

  it('speaks German to German customers', () => {
    expect(errorsOf([line('all')], 'CHECKOUT_INTERACTION', 'DE')[0].message).to.contain(
      'noch nicht gestaltet',
    )
  })
})
