/** The app as the real Shopify CLI builds it: layout, configuration and checkout rule. */
import { existsSync } from 'node:fs'
import { cp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Context as MochaContext } from 'mocha'
import { buildShopifyApp, needsShopifyCli } from '../../support/programs/shopify-cli.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'

const APP = join(import.meta.dirname, '../../../adapters/shopify/deploy')
const PACKAGES = join(APP, 'node_modules')
const RULE = 'extensions/platen-checkout'

describe('Shopify CLI', () => {
  const temporaryFolder = temporaryFolders()

  /** A folder with a copy of the app in `app`, so that a build leaves nothing in the sources. */
  const copyOfApp = async ({ packages }: { readonly packages: boolean }): Promise<string> => {
    const folder = await temporaryFolder()
    const filter = (path: string) => path !== PACKAGES && !/\/(?:dist|\.shopify)$/.test(path)
    await cp(APP, join(folder, 'app'), { recursive: true, filter })
    if (packages) await symlink(PACKAGES, join(folder, 'app/node_modules'))
    return folder
  }
  const needsPackages = (context: MochaContext): void => {
    needsShopifyCli(context)
    if (!existsSync(join(PACKAGES, '@shopify/shopify_function')))
      leavePending(context, 'the packages of the checkout rule (npm install in adapters/shopify/deploy)')
  }

  it('names the packages of the checkout rule where npm install was left out @long', async function () {
    needsShopifyCli(this)
    const { status, said } = await buildShopifyApp(await copyOfApp({ packages: false }))
    expect(said).to.include('Could not find the Shopify Functions JavaScript library')
    expect(status).to.equal(1)
  })

  it('takes layout and configuration of the app without a login @long', async function () {
    needsPackages(this)
    const { status, said, lacksCompiler } = await buildShopifyApp(await copyOfApp({ packages: true }))
    expect(status === 0 || lacksCompiler, said).to.equal(true)
  })

  it('compiles the checkout rule to WebAssembly @long', async function () {
    needsPackages(this)
    const folder = await copyOfApp({ packages: true })
    const { status, said, lacksCompiler } = await buildShopifyApp(folder)
    if (lacksCompiler)
      leavePending(
        this,
        "Shopify's compiler (shopify app build in adapters/shopify/deploy, once, with a network)",
      )
    expect(status, said).to.equal(0)
    const compiled = await readFile(join(folder, 'app', RULE, 'dist/function.wasm'))
    expect(compiled.subarray(0, 4).toString('latin1')).to.equal('\0asm')
  })
})
