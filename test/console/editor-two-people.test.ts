/** Two people at one template in the editor, in two real browsers. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { plainArtwork } from '../support/pdf/plain-artwork.ts'

describe('The template editor of two people', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  /** A template of its own: the same file again would be the template that is there already. */
  async function upload(title: string, pages = 1): Promise<string> {
    const form = new FormData()
    const file = new Uint8Array(await plainArtwork(pages, title))
    form.set('pdf', new Blob([file], { type: 'application/pdf' }), `${title}.pdf`)
    form.set('title', title)
    const { status, body } = await site.test.json('/v1/templates', { body: form })
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.template.id
  }
  const sceneOf = async (id: string) =>
    (await site.test.json(`/v1/templates/${id}/scene?revision=latest`)).body.scene
  async function edit(id: string, on: Page = page): Promise<void> {
    await on.goto(`${site.service}/console/templates/${id}/edit`)
    await on.locator('.sheet').waitFor()
    // The sheet hears the pointer only then.
    await drawn(on)
  }
  const saved = (on: Page = page) => on.getByText(/^Revision \d+, saved$/).waitFor()
  const save = async (on: Page = page) => {
    await on.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(on)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('tells the later of two people, and joins what both have done @long', async () => {
    const id = await upload('Shared card')
    await edit(id)
    const colleague = await site.join('editor')
    const other = (await site.another(colleague)).page
    await edit(id, other)
    for (const [on, label] of [
      [other, 'Theirs'],
      [page, 'Mine'],
    ] as const) {
      await on.getByRole('button', { name: 'Text line' }).click()
      await on.getByRole('button', { name: 'Add to centre' }).click()
      await on.getByLabel('Label', { exact: true }).fill(label)
    }
    await save(other)
    await button('Save').click()
    const dialog = page.getByRole('dialog', { name: 'Another user saved changes' })
    await dialog.getByText('field “Theirs” added').waitFor()
    expect((await sceneOf(id)).fields.map(({ label }: { label: string }) => label)).to.deep.equal(['Theirs'])
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-conflict')
    await dialog.getByRole('button', { name: 'Merge both' }).click()
    await saved()
    const labels = (await sceneOf(id)).fields.map(({ label }: { label: string }) => label)
    expect(labels).to.have.members(['Theirs', 'Mine'])

    // Whoever may only look sees everything and changes nothing.
    const viewer = (await site.another(await site.join('viewer'))).page
    await edit(id, viewer)
    await viewer.getByText('View only').waitFor()
    await viewer.getByRole('option', { name: /Mine/ }).click()
    expect(await viewer.getByLabel('Label', { exact: true }).isDisabled()).to.equal(true)
    expect(await viewer.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0)
  })
})
