/** Revisions of a template in the console: newer artwork, and the history in which they stand. */
import { expect } from 'chai'
import { refusal } from '../../support/console/answers.ts'
import type { ConsolePage } from '../../support/console/console-pages.ts'
import { openTemplatePages, type TemplatePages } from '../../support/console/template-page.ts'
import { GOLD_CARD, NEXT_GOLD_CARD } from '../../support/pdf/gold-card.ts'

describe('A template in the console', () => {
  let pages: TemplatePages
  before(async function () {
    pages = await openTemplatePages(this)
  })
  after(() => pages?.close())

  describe('with newer artwork', () => {
    const upload = async (page: ConsolePage, pdf: Buffer = NEXT_GOLD_CARD) => {
      await page.choose('More actions', 'Upload new artwork')
      await (await page.dialog()).findByText(/^The new PDF becomes a new revision/)
      const input = await page.until(() => page.document.querySelector('dialog input[type=file]'))
      await page.upload(
        input,
        new page.window.File([new Uint8Array(pdf)], 'card-2.pdf', { type: 'application/pdf' }),
      )
    }

    it('compares its fields before anything is replaced', async () => {
      const id = await pages.makeTemplate('Compared')
      const page = await pages.openTemplate(id)
      await upload(page)
      await (await page.dialog()).findByText('1 field is kept, 1 is new, 1 is removed.')
      const rows = [...page.document.querySelectorAll('dialog tbody tr')].map(
        ({ textContent }) => textContent,
      )
      expect(rows).to.deep.equal(['TownRemovedpage 1', 'StreetNewpage 1', 'NameKept with its settingspage 1'])
      expect((await pages.templateOf(id)).latest_revision).to.equal(1)
    })

    it('has a new revision once the artwork is replaced, and names what was removed and added', async () => {
      const id = await pages.makeTemplate('Replaced')
      const page = await pages.openTemplate(id)
      await upload(page)
      await page.press('Replace artwork')
      const dialog = await page.dialog()
      await dialog.findByText('The new artwork is revision 2.')
      const labels = [...page.document.querySelectorAll('dialog .labels li')].map((one) => one.textContent)
      expect(labels).to.deep.equal(['Town', 'Street'])
      await page.press('Done')
      expect(await pages.actorOf('artwork_replaced')).to.equal(pages.owner.id)
      expect(await pages.templateOf(id)).to.include({ latest_revision: 2 })
    })

    it('keeps its live revision until the newer one is published', async () => {
      const id = await pages.makeTemplate('Newer')
      await pages.move(id, 'publish')
      await pages.replaceArtwork(id)
      const page = await pages.openTemplate(id)
      await page.see('Unpublished changes')
      await page.press('Publish revision 2')
      await (await page.dialog()).findByText(/New designs use revision 2\./)
      await page.keyboard('{Escape}')
      expect((await pages.templateOf(id)).live_revision).to.equal(1)
    })

    it('says that it has this artwork already', async () => {
      const page = await pages.openTemplate(await pages.makeTemplate('The same'))
      await upload(page, GOLD_CARD)
      await (await page.dialog()).findByText('The template already uses this file. Nothing was changed.')
    })

    it('stays as it is when somebody saved in the meantime', async () => {
      const id = await pages.makeTemplate('Overtaken')
      const page = await pages.openTemplate(id)
      await upload(page)
      await (await page.dialog()).findByText(/^1 field is kept/)
      page.answer('POST /v1/templates/{id}/artwork', refusal('scene_changed'))
      await page.press('Replace artwork')
      await (await page.dialog()).findByText(/^Another user saved a new revision in the meantime/)
      expect((await pages.templateOf(id)).latest_revision).to.equal(1)
    })
  })

  describe('with a history', () => {
    it('shows where two revisions differ, page by page', async () => {
      const id = await pages.makeTemplate('Different')
      await pages.replaceArtwork(id)
      const page = await pages.openTemplate(`${id}/history`, {
        answers: { 'GET /v1/templates/{id}/difference.png': (_request, pass) => pass() },
      })
      await page.findByRole('img', { name: 'Difference between revisions 1 and 2, page 1' })
      await page.see('The revisions differ on this page.')
      await page.press('Back')
      await page.see('The revisions look the same on this page.')
    })

    it('names the author and the reason of a revision, beside its picture', async () => {
      const id = await pages.makeTemplate('Explained')
      const page = await pages.openTemplate(id)
      await page.choose('More actions', 'Duplicate')
      await page.press('Open')
      await page.click(await page.findByRole('tab', { name: 'History' }))
      await page.see(/^Duplicated by Ada Lovelace/)
      await page.until(() => page.document.querySelector('.revision .thumbnail img'))
    })

    it('restores an earlier revision as a new one, and leaves the published one live', async () => {
      const id = await pages.makeTemplate('Restored')
      await pages.move(id, 'publish')
      await pages.replaceArtwork(id)
      const page = await pages.openTemplate(`${id}/history`)
      await page.press('Restore revision 1')
      await (await page.dialog()).findByText(/^This creates revision 3 with the same content\./)
      await page.press('Restore')
      await page.see(/^Revision 1 restored/)
      expect(await pages.templateOf(id)).to.include({ latest_revision: 3, live_revision: 1 })
    })

    it('says why a revision was not restored', async () => {
      const id = await pages.makeTemplate('Not restored')
      await pages.replaceArtwork(id)
      const page = await pages.openTemplate(`${id}/history`, {
        answers: { 'POST /v1/templates/{id}/revisions/{revision}/restore': refusal('scene_changed') },
      })
      await page.press('Restore revision 1')
      await page.press('Restore')
      await (await page.dialog()).findByText(/^Another user saved a new revision in the meantime/)
      expect((await pages.templateOf(id)).latest_revision).to.equal(2)
    })
  })
})
