/** Values to try out in the template editor, in a real browser. */
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import en from '../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { editorCard } from '../support/browser/editor-card.ts'

describe('Values in the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  const bodyOf = (request: Request) => JSON.parse(request.postData() ?? '{}')
  /** The next picture that is asked for of the page, once it fits. */
  const drawn = (
    path: string,
    fits: (body: { values: Record<string, string>; plates?: string[] }) => boolean,
  ) =>
    page.waitForResponse(
      (reply) =>
        reply.url().endsWith(path) && fits(bodyOf(reply.request())) && reply.request().method() === 'POST',
    )

  it('tries out short, long, right-to-left and missing characters, and says what cannot be printed @long', async () => {
    const card = await editorCard(site, 'Tried', [[40, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByLabel('Maximum length').fill('12')
    await card.save(page)
    await tab('Test values')
    const [id = ''] = card.fields
    for (const [kind, value] of [
      ['short', /^Io$/],
      ['long', /^Maximiliane$/],
      ['rtl', /^[\u0590-\u05ff ]{12}$/],
      ['missing', /\u{12000}/u],
    ] as const) {
      const reply = drawn('/v1/previews', ({ values }) => value.test(values[id] ?? ''))
      await page.getByLabel('Values', { exact: true }).selectOption(kind)
      const answer = await reply
      expect(answer.status(), kind).to.equal(200)
      expect(await page.getByRole('textbox', { name: 'Field 1' }).inputValue(), kind).to.match(value)
      const fits = answer.headers()['x-service-fit'] !== 'problems'
      const note = page.locator('.stage-note', { hasText: en.trial.problems })
      if (fits) await note.waitFor({ state: 'detached' })
      else await note.waitFor()
      // What the page says is what the press would do.
      const { values } = bodyOf(answer.request())
      const press = await site.test.send('/v1/previews/press', {
        body: { template_id: card.id, revision: 'latest', values, page: 0 },
      })
      expect(press.status, kind).to.equal(fits ? 200 : 400)
      if (!fits) expect((await press.json()).error.code, kind).to.equal('values_not_printable')
      if (kind === 'missing') expect(fits).to.equal(false)
      if (kind === 'short') expect(fits).to.equal(true)
    }
    await button('Compare with print file').click()
    await page.getByText(en.trial.refused).waitFor()
    expect(await site.axe()).to.deep.equal([])
    await page.keyboard.press('Escape')
    // Nothing of it is saved.
    expect((await card.scene()).fields[0].default_value).to.equal('Text')
    await page.getByText(/^Revision \d+, saved$/).waitFor()
  })
})
