/** A template in the console: its page, preflight and moves. */
import { expect } from 'chai'
import { drawing, noNetwork, refusal } from '../support/console/answers.ts'
import type { ConsolePage } from '../support/console/console-pages.ts'
import { openTemplatePages, type TemplatePages } from '../support/console/template-page.ts'
import { expectFaults } from '../support/run/page-faults.ts'

const TEMPLATE = 'GET /v1/templates/{id}'

describe('A template in the console', () => {
  let pages: TemplatePages
  before(async function () {
    pages = await openTemplatePages(this)
  })
  after(() => pages?.close())

  const badge = async (page: ConsolePage, state: string) => {
    const heading = await page.findByRole('heading', { level: 1 })
    await page.until(() => heading.querySelector('.tpl-badges')?.textContent?.startsWith(state))
  }

  describe('at a glance', () => {
    it('shows its page and what preflight found on it', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Seen'), {
        answers: { 'GET /v1/templates/{id}/page.png': (_request, pass) => pass() },
      })
      await page.findByRole('img', { name: 'Seen, page 1' })
      await page.findAllByText(/^A line on page 1 is 0\.1 pt thick/)
    })

    it('marks a chosen finding on its page', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Marked'))
      await page.press(/Thin line.*show on page/)
      await page.until(() => page.document.querySelector('.mark[data-selected]'))
    })

    it('turns to the page of a chosen finding', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Turned'))
      const found = await page.findAllByRole('button', { name: /Artwork ends before the bleed.*on page/ })
      await page.click(found.at(-1) as Element)
      await page.findByRole('img', { name: 'Turned, page 2' })
      await page.press('Front')
      await page.findByRole('img', { name: 'Turned, page 1' })
    })

    it('measures its ink coverage', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Measured'))
      await page.press('Measure ink coverage')
      await page.see('Ink coverage is measured.')
    })

    it('says why its ink coverage could not be measured', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Not measured'))
      await page.findByRole('heading', { name: 'Preflight' })
      await page.settled()
      page.answer('GET /v1/templates/{id}/preflight', refusal('renderer_not_configured'))
      await page.press('Measure ink coverage')
      await page.see('No renderer is available. Ask your administrator to start one.')
    })

    it('copies its preflight report as text', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Copied'))
      await page.press('Copy as text')
      await page.see('Report copied.')
      expect(await page.copied()).to.match(/0\.1 pt/)
    })

    it('offers another try where its page cannot be drawn', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Not drawn'), {
        answers: { 'GET /v1/templates/{id}/page.png': refusal('preview_failed') },
      })
      await page.findByRole('button', { name: 'Try again' })
      page.answer('GET /v1/templates/{id}/page.png', drawing)
      await page.press('Try again')
      await page.findByRole('img', { name: 'Not drawn, page 1' })
    })

    it('offers another try where it does not arrive', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Arrives later'), {
        answers: { [TEMPLATE]: noNetwork },
      })
      await page.findByRole('alert')
      page.answer(TEMPLATE, null)
      await page.press('Try again')
      await page.findByRole('heading', { level: 1, name: /Arrives later/ })
    })

    it('is said to be missing where there is none', async function () {
      expectFaults(this, /^GET 404 \S*\/v1\/templates\/tpl_0+\?revision=latest$/)
      const page = await pages.openTemplate('tpl_00000000000000000000000000', { language: 'de' })
      await page.findByRole('heading', { name: 'Vorlage nicht gefunden' })
    })

    it('is looked at by viewers in German, without a way to change it', async () => {
      const id = await pages.makeTemplate('Visiting card')
      const page = await pages.openTemplate(id, { person: await pages.join('viewer'), language: 'de' })
      await page.findAllByText('Feine Linie')
      for (const name of ['Veröffentlichen', 'Weitere Aktionen'])
        expect(page.queryByRole('button', { name })).to.equal(null)
      await page.click(page.getByRole('tab', { name: 'Einstellungen' }))
      expect((await page.field('Titel')).hasAttribute('readonly')).to.equal(true)
    })
  })

  describe('on its way', () => {
    it('goes live with its hosted page, once it is confirmed', async () => {
      const id = await pages.makeTemplate('Going live')
      const page = await pages.openTemplate(id)
      await page.press('Publish')
      const dialog = await page.dialog()
      dialog.getByText(/^The template goes live/)
      await page.press('Publish')
      await badge(page, 'Live')
      const { hosted_url } = await pages.templateOf(id)
      const link = await page.findByRole('link', { name: /\/fill\/going-live$/ })
      expect(link.getAttribute('href')).to.equal(hosted_url)
      expect(await pages.actorOf('published')).to.equal(pages.owner.id)
    })

    it('stays a draft when publishing it is refused, and says why', async () => {
      const id = await pages.makeTemplate('Refused')
      const page = await pages.openTemplate(id, {
        answers: { 'POST /v1/templates/{id}/publish': refusal('template_archived') },
      })
      await page.press('Publish')
      await page.dialog()
      await page.press('Publish')
      await (await page.dialog()).findByText('The template is archived. Restore it first.')
      expect((await pages.templateOf(id)).status).to.equal('draft')
    })

    it('is paused, once its effect is confirmed', async () => {
      const id = await pages.makeTemplate('Paused')
      await pages.move(id, 'publish')
      const page = await pages.openTemplate(id)
      await page.choose('More actions', 'Pause')
      await (await page.dialog()).findByText(/^The template accepts no new designs/)
      await page.press('Pause')
      await badge(page, 'Paused')
      expect((await pages.templateOf(id)).status).to.equal('paused')
      expect(await pages.actorOf('paused')).to.equal(pages.owner.id)
    })

    it('says what somebody else changed when it is paused too late', async () => {
      const id = await pages.makeTemplate('Changed')
      await pages.move(id, 'publish')
      const page = await pages.openTemplate(id, {
        answers: { 'POST /v1/templates/{id}/pause': refusal('template_status_conflict') },
      })
      await page.choose('More actions', 'Pause')
      await page.press('Pause')
      await (await page.dialog()).findByText(/^Another user changed the status of the template/)
    })

    it('leaves the list when it is archived, and is found among the archived ones', async () => {
      const id = await pages.makeTemplate('Old card')
      const page = await pages.openTemplate(id)
      await page.choose('More actions', 'Archive')
      await (await page.dialog()).findByText(/leaves the list/)
      await page.press('Archive')
      await badge(page, 'Archived')
      const [back] = await page.findAllByRole('link', { name: 'Templates' })
      await page.click(back as Element)
      await page.click(await page.findByRole('link', { name: 'Archived' }))
      await page.findByRole('link', { name: 'Old card' })
      expect(await pages.actorOf('archived')).to.equal(pages.owner.id)
    })

    it('is restored as a draft', async () => {
      const id = await pages.makeTemplate('Back again')
      await pages.move(id, 'archive')
      const page = await pages.openTemplate(id)
      await page.press('Restore')
      await page.dialog()
      await page.press('Restore')
      await badge(page, 'Draft')
      expect(await pages.actorOf('restored')).to.equal(pages.owner.id)
    })

    it('is duplicated from its page', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('Twice'))
      await page.choose('More actions', 'Duplicate')
      await page.see('“Twice (copy)” created.')
    })
  })
})
