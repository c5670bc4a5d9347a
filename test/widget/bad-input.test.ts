/** What goes wrong in a shopper's hands: each has an outcome, and nothing typed is lost. */
import { expect } from 'chai'
import { DESKTOP, openLastingPage, type Watched } from '../support/browser/browser.ts'
import {
  changeApproved,
  editorFrame,
  editorReady,
  type Heard,
  listenTo,
  saveEditor,
  typeName,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'
import { useShop } from './shop-pages.ts'

describe('widget in rough hands', () => {
  const site = useShop({ env: { ROLES: 'api,press,jobs' } }, 'sample', NO_PICTURES)
  const personalize = (attributes = {}, make?: () => Promise<Watched>) =>
    site.personalize(site.page('/rough', { body: site.button(attributes) }), DESKTOP, make)
  const valuesOf = async (heard: Heard): Promise<readonly string[]> => {
    const { body } = await site.test.json(`/v1/fills/${(heard.fill as { id: string }).id}`)
    return Object.values(body.fill.values)
  }

  it('saves once when Save is clicked twice @long', async () => {
    const { page, context, requests } = await personalize()
    const clicked = Promise.withResolvers<void>()
    await context.route('**/complete', async (route) => {
      await clicked.promise
      await route.continue()
    })
    await typeName(editorFrame(page), 'Twice')
    await editorFrame(page).getByRole('button', { name: 'Review' }).click()
    await editorFrame(page).getByRole('button', { name: 'Approve' }).dblclick()
    clicked.resolve()
    const saved = await waitForMessage(page, 'service:saved')
    // The next design in the same page follows all that the first has said and asked for.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    const heard = (await page.evaluate('window.heard')) as readonly Heard[]
    expect(heard.filter(({ type }) => type === 'service:saved')).to.have.length(1)
    expect(requests.filter((url) => url.endsWith('/complete'))).to.have.length(1)
    expect(await valuesOf(saved)).to.include('Twice')
  })

  it('goes on saving when it is closed meanwhile, and tells the page', async () => {
    const { page, context } = await personalize()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/complete', async (route) => {
      await held
      await route.continue()
    })
    await typeName(editorFrame(page), 'Closed meanwhile')
    const asked = page.waitForRequest('**/complete')
    await saveEditor(editorFrame(page))
    await asked
    await page.evaluate('Platen.close()')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    release()
    expect(await valuesOf(await waitForMessage(page, 'service:saved'))).to.include('Closed meanwhile')
  })

  it('keeps what was typed when it is closed without saving', async () => {
    const { page } = await personalize()
    await typeName(editorFrame(page), 'Not lost')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    expect(await editorFrame(page).getByRole('textbox').first().inputValue()).to.equal('Not lost')
    await saveEditor(editorFrame(page))
    expect(await valuesOf(await waitForMessage(page, 'service:saved'))).to.include('Not lost')
  })

  it('keeps the words of two tabs on one fill apart, and gives the line to the one that saves last @long', async function () {
    expectFaults(this, /^POST 404 \S+\/embed\/sessions\/guest$/)
    const { page, context } = await personalize({}, openLastingPage)
    await typeName(editorFrame(page), 'Before')
    await saveEditor(editorFrame(page))
    const { fill } = (await waitForMessage(page, 'service:saved')) as Heard & { fill: { id: string } }
    site.page('/tab', { body: site.button({ 'data-service-fill': fill.id }) })
    const tabs = [page, await context.newPage()] as const
    for (const tab of tabs) {
      if (tab !== page) await listenTo(tab)
      await tab.goto(`${site.shop}/tab`)
      await tab.getByRole('button', { name: 'Personalize' }).click()
      await changeApproved(editorFrame(tab))
    }
    // The second tab has taken the fill over; what is typed in the first is kept there, and goes with its saving.
    await typeName(editorFrame(tabs[1]), 'Second tab')
    await saveEditor(editorFrame(tabs[1]))
    expect(await valuesOf(await waitForMessage(tabs[1], 'service:saved'))).to.include('Second tab')
    await typeName(editorFrame(tabs[0]), 'First tab')
    const alert = editorFrame(tabs[0]).getByRole('alert')
    await alert.waitFor()
    expect(await editorFrame(tabs[0]).getByRole('textbox').first().inputValue()).to.equal('First tab')
    await alert.getByRole('button', { name: 'Continue here' }).click()
    await editorFrame(tabs[0]).locator('.state[data-state="settled"]').waitFor()
    await saveEditor(editorFrame(tabs[0]))
    const last = (await waitForMessage(tabs[0], 'service:saved')) as Heard & { fill: { id: string } }
    expect(await valuesOf(last)).to.include('First tab')
    // Its token was replaced by the second tab's saving: it has a fill of its own, which takes the line's place.
    expect([last.replaces, last.fill.id === fill.id]).to.deep.equal([fill.id, false])
    const { values } = (await site.test.json(`/v1/fills/${fill.id}`)).body.fill
    expect(Object.values(values)).to.include('Second tab')
  })

  it('lets a browser frame of another session read nothing of a fill @long', async () => {
    const { page } = await personalize()
    const changed = await (async () => {
      await typeName(editorFrame(page), 'Private')
      return waitForMessage(page, 'service:changed')
    })()
    const id = (changed.fill as { id: string }).id
    const outcome = await page.evaluate(
      (url) =>
        fetch(url, { headers: { 'x-service-client-secret': 'es_guess' } }).then(
          ({ status }) => status,
          () => 0,
        ),
      `${site.service}/v1/embed/fills/${id}/preview`,
    )
    expect(outcome).to.equal(0)
  })
})
