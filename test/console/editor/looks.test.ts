/** Outline and opacity of text in the template editor. */
import { expect } from 'chai'
import en from '../../../widget/console/words/en/editor.json' with { type: 'json' }
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../../support/console/editor-page.ts'
import { makeCard, type TemplateCard } from '../../support/service/template-card.ts'

const { look } = en

describe('Outline and opacity in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const twoFields = () =>
    makeCard(pages.test, 'Looks', [
      [40, 60, 140, 80],
      [40, 100, 140, 120],
    ])
  const open = async (card: TemplateCard) => {
    const page = await openEditor(pages, card)
    await page.pick('Field 1')
    await page.unfold(look.title)
    return page
  }
  const input = async (page: EditorPage, label: string) => (await page.field(label)) as HTMLInputElement
  /** With an ink of its own, of this name. */
  const outlineInInk = async (page: EditorPage): Promise<string> => {
    await page.check(look.outline)
    const inks = (await page.field(look.ink)) as unknown as HTMLSelectElement
    const name = inks.options[1]?.value ?? ''
    await page.select(look.ink, name)
    return name
  }
  const stylesOf = async (card: TemplateCard) =>
    (await card.scene()).fields.map(
      ({ placements: [one] }: { placements: { style: object }[] }) => one?.style,
    )

  it('saves an outline of text with its width and ink', async () => {
    const card = await twoFields()
    const page = await open(card)
    const ink = await outlineInInk(page)
    await page.fill(look.width, '0.5 mm')
    await page.keyboard('{Enter}')
    await page.save()
    const [{ stroke }, other] = await stylesOf(card)
    expect(stroke).to.deep.include({ ink, tint: 1, filled: true, overprint: false, join: 'miter' })
    expect(stroke.width_pt).to.be.closeTo((0.5 * 72) / 25.4, 0.01)
    expect(other.stroke).to.equal(null)
  })

  it('shows what differs between chosen fields, and gives one opacity to all of them', async () => {
    const card = await twoFields()
    const page = await open(card)
    await page.check(look.outline)
    await page.fill(look.opacity, '40')
    await page.pick('Field 2', true)
    await page.until(() => (page.getByLabelText(look.outline) as HTMLInputElement).indeterminate)
    expect((await input(page, look.opacity)).placeholder).to.equal(en.several)
    await page.fill(look.opacity, '70')
    await page.save()
    const opacities = (await stylesOf(card)).map(({ opacity }: { opacity: number }) => opacity)
    expect(opacities).to.deep.equal([0.7, 0.7])
  })

  it('restores a removed outline by Undo, with its ink', async () => {
    const page = await open(await twoFields())
    const ink = await outlineInInk(page)
    await page.click(await input(page, look.outline))
    expect(page.queryByLabelText(look.width)).to.equal(null)
    await page.press(en.undo)
    await page.field(look.width)
    expect((await input(page, look.ink)).value).to.equal(ink)
  })
})
