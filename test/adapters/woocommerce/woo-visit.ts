/** A merchant's and a shopper's steps in the stub shop, for tests in a browser. */
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { connectionCode } from '../../../widget/console/storefronts/connection-code.ts'
import { openPage } from '../../support/browser/browser.ts'
import { editorFrame, editorReady, saveEditor, typeName } from '../../support/browser/editor-page.ts'
import { eventually } from '../../support/run/eventually.ts'
import { CARD, PAPERS, SET, type WooShop } from './woo-shop.ts'

/** As a merchant does it, by the plugin's own screens. */
export async function setUpShop(browser: Browser, shop: WooShop): Promise<void> {
  const { page: admin, close } = await openPage(browser)
  await admin.goto(`${shop.url}/wp-admin/admin.php?page=platen`)
  const { secretKey, publishableKey } = shop
  const code = connectionCode({ serviceUrl: shop.site.service, widgetUrl: null, secretKey, publishableKey })
  await admin.getByLabel('Connection code').fill(code)
  await admin.getByRole('button', { name: 'Connect', exact: true }).click()
  await admin.getByText('Connected: 1 live template.').waitFor()
  expect(await admin.content()).not.to.contain(shop.secretKey)
  for (const id of [CARD, SET]) {
    await admin.goto(`${shop.url}/wp-admin/edit-product/${id}`)
    await admin.locator('#platen_template').selectOption({ label: 'Card' })
    await update(admin)
    expect(await admin.locator('#platen_template').inputValue()).to.equal(shop.site.templateId)
  }
  await close()
}

export async function personalize(page: Page, name: string): Promise<void> {
  await page.locator('.platen-personalize__button').click()
  await editorReady(editorFrame(page))
  await typeName(editorFrame(page), name)
  await saveEditor(editorFrame(page))
  await page.getByText('Your design is saved').waitFor()
}

export function fillInForm(page: Page): Promise<string> {
  return page.locator('[name=pp_fill_id]').inputValue()
}

export async function orderNumber(page: Page): Promise<string> {
  await page.locator('#order').waitFor()
  return (await page.locator('#order').textContent()) ?? ''
}

/** The facts on the order's first line. */
export async function lineOf(shop: WooShop, order: string): Promise<Record<string, string>> {
  return Object.values((await shop.state()).orders[order].lines)[0] as Record<string, string>
}

/** The first line as the service describes it, once it is in this state: the shop sends and asks in the background. */
export function lineInState(shop: WooShop, order: string, state: string) {
  return eventually(async () => {
    await shop.run(3600)
    const line = JSON.parse((await lineOf(shop, order))._pp_core ?? 'null')
    const isReady = line?.state === state && (state !== 'finalized' || line.render_status === 'succeeded')
    return isReady ? line : null
  })
}

export async function readFill(shop: WooShop, fill: string) {
  return (await shop.site.test.json(`/v1/fills/${fill}`)).body.fill
}

/** The same page comes anew, with what was kept. */
async function update(admin: Page): Promise<void> {
  const anew = admin.waitForEvent('load')
  await admin.getByRole('button', { name: 'Update' }).click()
  await anew
}

export async function configure(
  browser: Browser,
  shop: WooShop,
  changes: Record<string, string>,
): Promise<void> {
  const { page: admin, close } = await openPage(browser)
  await admin.goto(`${shop.url}/wp-admin/admin.php?page=platen`)
  await admin.getByText('Enter URL and keys separately').click()
  for (const [name, value] of Object.entries(changes)) await admin.locator(`#platen-${name}`).fill(value)
  await admin.getByRole('button', { name: 'Save and test the connection' }).click()
  await admin.getByText('Saved.').waitFor()
  await close()
}

export async function anotherTemplate(shop: WooShop): Promise<string> {
  const { uploadSample } = await import('../../support/service/sample-render.ts')
  const { SAMPLE_PDF } = await import('../../support/service/sample-press.ts')
  const { id } = await uploadSample(shop.site.test, Buffer.concat([SAMPLE_PDF, Buffer.from('% foil\n')]))
  await shop.site.test.json(`/v1/templates/${id}/publish`, { method: 'POST' })
  return id
}

export async function mapVariation(
  browser: Browser,
  shop: WooShop,
  variation: number,
  template: string,
): Promise<void> {
  await configure(browser, shop, {})
  const { page: admin, close } = await openPage(browser)
  await admin.goto(`${shop.url}/wp-admin/edit-product/${SET}`)
  const at = Object.values(PAPERS).indexOf(variation as 21)
  await admin.locator(`#platen_variation_template_${at}`).selectOption(template)
  await update(admin)
  expect(await admin.locator(`#platen_variation_template_${at}`).inputValue()).to.equal(template)
  await close()
}
