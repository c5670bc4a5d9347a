/** Selection sets of the library in the console: made, put in order, illustrated, changed in place and archived. */
import { expect } from 'chai'
import { refusal, reply } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { addPicture } from './library-pages.ts'

const PATH = '/console/library'
const NEW = `${PATH}/sets/new`
const ONE = 'GET /v1/selection_sets/{id}'

describe('Selection sets in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const addSet = async (name: string) => {
    const options = [
      { value: 'oak', label: 'Oak' },
      { value: 'sun', label: 'Sun' },
    ]
    const made = await pages.test.json('/v1/selection_sets', { body: { name, options } })
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    return made.body.selection_set
  }
  const setOf = async (id: string) => (await pages.test.json(`/v1/selection_sets/${id}`)).body.selection_set
  const setNamed = async (wanted: string) => {
    const { data } = (await pages.test.json('/v1/selection_sets')).body
    return data.find(({ name }: { name: string }) => name === wanted)
  }
  const openSet = ({ id }: { readonly id: string }, options: Parameters<ConsolePages['open']>[1] = {}) =>
    pages.open(`${PATH}/sets/${id}`, options)
  const addLines = async (page: ConsolePage, lines: string) => {
    await page.press('Add several options')
    await page.fill('Add several options', lines)
    await page.press('Add options')
  }
  const labels = (page: ConsolePage) =>
    page.getAllByLabelText('Printed text').map((field) => (field as HTMLInputElement).value)

  it('are asked for where there are none yet', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open(PATH, { answers: { 'GET /v1/selection_sets': none } })
    await page.see('No selection sets yet')
    await page.click(await page.findByRole('link', { name: 'Create selection set' }))
    await page.field('Name')
    expect(page.path).to.equal(NEW)
  })

  it('are listed with their options', async () => {
    await addSet('Woods')
    const page = await pages.open(PATH)
    const row = await page.row('Woods')
    expect(row.element.textContent).to.include('Oak, Sun')
  })

  it('say that an option has no text, and are not saved', async () => {
    const page = await pages.open(NEW)
    await page.fill('Name', 'Ornaments')
    await page.press('Add option')
    await page.press('Save')
    await page.see('Enter a text.')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.deep.equal([])
  })

  it('say that they have no name', async () => {
    const page = await pages.open(NEW)
    await addLines(page, 'Oak')
    await page.press('Save')
    await page.see('Enter a name.')
  })

  it('say that a value is used twice', async () => {
    const page = await pages.open(NEW)
    await page.fill('Name', 'Twins')
    await addLines(page, 'Oak\nSun')
    const [first, second] = page.getAllByLabelText('Value')
    await page.fill(first as Element, 'same')
    await page.fill(second as Element, 'same')
    await page.press('Save')
    await page.see('This value is used twice.')
  })

  it('take several options at once, a line each', async () => {
    const page = await pages.open(NEW)
    await addLines(page, 'Eichenblatt\n\n  Sonne \nEichenblatt\n')
    expect(labels(page)).to.deep.equal(['Eichenblatt', 'Sonne'])
  })

  it('are kept in the order in which their options were put, with values made of the texts', async () => {
    const page = await pages.open(NEW)
    await page.fill('Name', 'Leaves')
    await addLines(page, 'None\nEichenblatt\nSonne')
    await page.press('Move Sonne up')
    await page.press('Move Sonne up')
    const up = page.getByRole('button', { name: 'Move Sonne up' }) as HTMLButtonElement
    expect(up.disabled).to.equal(true)
    await page.press('Save')
    await page.findByRole('link', { name: 'Leaves' })
    const { options } = await setNamed('Leaves')
    expect(options.map(({ value, label }: { value: string; label: string }) => [value, label])).to.deep.equal(
      [
        ['sonne', 'Sonne'],
        ['none', 'None'],
        ['eichenblatt', 'Eichenblatt'],
      ],
    )
  })

  it('show an option by an image of the library', async () => {
    const { id } = await addPicture(pages.test, 'oak-leaf', { label: 'Oak leaf' })
    const page = await pages.open(NEW)
    await page.fill('Name', 'Illustrated')
    await addLines(page, 'Eichenblatt')
    await page.press('Choose image for Eichenblatt')
    await page.press(/^Choose oak-leaf/)
    await page.findByRole('img', { name: 'Oak leaf' })
    await page.press('Save')
    await page.findByRole('link', { name: 'Illustrated' })
    expect((await setNamed('Illustrated')).options[0].asset_id).to.equal(id)
  })

  it('are not left with unsaved changes without being asked', async () => {
    const page = await pages.open(NEW)
    await page.fill('Name', 'Half done')
    await page.see('Unsaved changes')
    await page.settled()
    const [library] = page.getAllByRole('link', { name: 'Library' })
    await page.click(library as HTMLElement)
    await (await page.dialog()).findByText('Your changes on this page are not saved.')
    await page.press('Stay')
    expect(await page.value('Name')).to.equal('Half done')
    expect(page.path).to.equal(NEW)
  })

  it('keep the texts of options that designs use', async () => {
    const page = await openSet(await addSet('Fixed'))
    await page.see(/^Existing designs use this option/)
    const [text] = page.getAllByLabelText('Printed text')
    expect((text as HTMLInputElement).readOnly).to.equal(true)
  })

  it('can have an option that is unavailable', async () => {
    const set = await addSet('Seasons')
    const page = await openSet(set)
    const [first] = await page.findAllByLabelText('Unavailable')
    await page.check(first as HTMLElement)
    await page.press('Save')
    await page.see('“Seasons” saved.')
    expect((await setOf(set.id)).options[0].disabled).to.equal(true)
  })

  it('keep what was entered when they cannot be saved', async () => {
    const page = await openSet(await addSet('Stones'))
    await page.fill('Name', 'Pebbles')
    page.answer('PATCH /v1/selection_sets/{id}', refusal('database_unavailable'))
    await page.press('Save')
    await page.findByRole('alert')
    expect(await page.value('Name')).to.equal('Pebbles')
  })

  it('are archived once somebody is sure', async () => {
    const set = await addSet('Papers')
    const page = await openSet(set)
    await page.press('Archive')
    await (await page.dialog()).findByText(/^Fields that use this set keep its options\./)
    await page.press('Archive')
    await page.see(/^This set is archived\./)
    expect((await setOf(set.id)).archived_at).to.be.a('string')
  })

  it('are waited for, and offer another try when they do not arrive', async () => {
    const set = await addSet('Late')
    const page = await openSet(set, { answers: { [ONE]: refusal('database_unavailable') } })
    const again = await page.findByRole('button', { name: /again/i })
    const held = page.hold(ONE)
    await page.click(again)
    await held.arrived
    expect(page.queryByLabelText('Name')).to.equal(null)
    held.release()
    await page.findByRole('heading', { name: 'Late' })
  })

  it('say in German that there are none yet, and to viewers that they cannot change them', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open(PATH, {
      person: await pages.join('viewer'),
      language: 'de',
      answers: { 'GET /v1/selection_sets': none },
    })
    await page.see('Noch keine Auswahllisten')
    await page.see(/^Ihre Rolle erlaubt, die Bibliothek anzusehen/)
    expect(page.queryByRole('link', { name: 'Auswahlliste anlegen' })).to.equal(null)
  })

  it('cannot be changed by viewers', async () => {
    const page = await openSet(await addSet('Shown'), { person: await pages.join('viewer') })
    expect(((await page.field('Name')) as HTMLInputElement).readOnly).to.equal(true)
    for (const name of ['Save', 'Archive', 'Add option'])
      expect(page.queryByRole('button', { name }), name).to.equal(null)
  })
})
