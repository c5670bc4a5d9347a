/** The template editor by the pointer and by numbers, in a real browser: what the service then holds is what was seen. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { editorCard, pull } from '../support/browser/editor-card.ts'
import { inView } from '../support/browser/editor-view.ts'
import { eventually } from '../support/run/eventually.ts'
import type { CardBox } from '../support/service/template-card.ts'

/** Points of a millimetre and of an inch. */
const MM = 72 / 25.4
const INCH = 72
/** The trim of the card. */
const TRIM = { left: 8.504, bottom: 8.504, right: 249.449, top: 164.409 }
/** The interface writes thousandths of a point. */
const EXACT = 0.002

describe('Shapes in the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const number = (label: string) => page.getByLabel(label, { exact: true })
  const type = async (label: string, text: string) => {
    // What it shows is written anew after a change, over what would be typed too early.
    await drawn(page)
    await number(label).fill(text)
    await number(label).press('Enter')
  }
  const shows = (label: string, text: string) =>
    eventually(async () => (await number(label).inputValue()) === text)
  const near = (box: CardBox, wanted: readonly number[], within: number) => {
    for (const [at, value] of box.entries())
      expect(value, `${at} of ${box}`).to.be.closeTo(wanted[at] ?? 0, within)
  }

  it('resizes by its handles: one side, in proportion, and from the middle @long', async () => {
    const card = await editorCard(site, 'Resized', [[80, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    const scale = await card.scale(page)
    const [x, y] = [Math.round(20 * scale), Math.round(9 * scale)]
    const handle = (which: string) => page.locator(`.handle[data-handle="${which}"]`)

    // Alt: nothing it snaps to.
    await pull(page, handle('se'), [x, y], ['Alt'])
    const [one] = await card.save(page)
    near(one?.box ?? [0, 0, 0, 0], [80, 60 - y / scale, 140 + x / scale, 80], EXACT)
    await pull(page, handle('w'), [-x, 0], ['Alt'])
    const [two] = await card.save(page)
    near(two?.box ?? [0, 0, 0, 0], [80 - x / scale, 60 - y / scale, 140 + x / scale, 80], EXACT)

    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await pull(page, handle('ne'), [x, 0], ['Shift'])
    const [three] = await card.save(page)
    const [left, bottom, right, top] = three?.box ?? [0, 0, 0, 0]
    expect([left, bottom]).to.deep.equal([80, 60])
    expect(right).to.be.closeTo(140 + x / scale, EXACT)
    expect((right - left) / (top - bottom)).to.be.closeTo(3, EXACT)

    await page.keyboard.press('Control+z')
    await pull(page, handle('e'), [x, 0], ['Control'])
    const [four] = await card.save(page)
    near(four?.box ?? [0, 0, 0, 0], [80 - x / scale, 60, 140 + x / scale, 80], EXACT)

    // Escape gives a pull up, and pulled through itself it keeps its least size.
    await pull(page, handle('s'), [0, y], ['Alt'], () => page.keyboard.press('Escape'))
    await page.getByText(/^Revision \d+, saved$/).waitFor()
    await pull(page, handle('e'), [-Math.round(200 * scale), 0], ['Alt'])
    const [five] = await card.save(page)
    expect((five?.box[2] ?? 0) - (five?.box[0] ?? 0)).to.be.closeTo(2, EXACT)
  })

  it('turns by hand to quarters, to steps of 15 degrees and freely, and by a number @long', async () => {
    const card = await editorCard(site, 'Turned', [[100, 70, 160, 90]])
    await card.open(page)
    await card.spot(page, 1).click()
    /** From below the field around its middle, counterclockwise as it is seen. */
    const turn = async (degrees: number, keys: readonly string[] = []) => {
      const spot = await card.spot(page, 1).boundingBox()
      const knob = await page.locator('.handle.turn').boundingBox()
      if (spot === null || knob === null) throw new Error('There is nothing to turn.')
      const [midX, midY] = [spot.x + spot.width / 2, spot.y + spot.height / 2]
      const [x, y] = [knob.x + knob.width / 2, knob.y + knob.height / 2]
      const radians = (-degrees * Math.PI) / 180
      const [dx, dy] = [x - midX, y - midY]
      const to = [
        midX + dx * Math.cos(radians) - dy * Math.sin(radians),
        midY + dx * Math.sin(radians) + dy * Math.cos(radians),
      ] as const
      await pull(page, page.locator('.handle.turn'), [Math.round(to[0] - x), Math.round(to[1] - y)], keys)
    }
    const angle = (matrix: readonly number[]) => (Math.atan2(matrix[1] ?? 0, matrix[0] ?? 0) * 180) / Math.PI

    await turn(91)
    const [quarter] = await card.save(page)
    expect(quarter?.turn).to.equal(90)
    expect(quarter?.frame).to.equal(null)
    // Around its middle: what was wide is high.
    near(quarter?.box ?? [0, 0, 0, 0], [120, 50, 140, 110], EXACT)
    await shows('Rotation', '90')

    await page.keyboard.press('Control+z')
    await turn(40, ['Shift'])
    const [step] = await card.save(page)
    expect(angle(step?.frame?.matrix ?? [])).to.be.closeTo(45, 0.001)

    await page.keyboard.press('Control+z')
    await turn(33)
    const [free] = await card.save(page)
    const found = angle(free?.frame?.matrix ?? [])
    expect(found).to.be.closeTo(33, 1.6)
    expect(found).to.be.closeTo(Math.round(found), 0.001)

    await type('Rotation', '-90')
    const [typed] = await card.save(page)
    expect(typed?.turn).to.equal(270)
    expect(typed?.frame).to.equal(null)
    near(typed?.box ?? [0, 0, 0, 0], [120, 50, 140, 110], EXACT)
  })

  it('aligns several to each other and one to the trim, and makes gaps equal @long', async () => {
    const card = await editorCard(site, 'Aligned', [
      [40, 120, 90, 135],
      [60, 90, 130, 105],
      [55, 50, 75, 70],
    ])
    await card.open(page)
    await card.spot(page, 1).click()
    await page.keyboard.press('Control+a')
    await page.getByText('3 fields selected: a change applies').first().waitFor()
    const fromLeft = page.getByRole('textbox', { name: 'Left', exact: true })
    expect([await fromLeft.inputValue(), await fromLeft.getAttribute('placeholder')]).to.deep.equal([
      '',
      'Several',
    ])
    await button('Align left').click()
    const left = await card.save(page)
    expect(await fromLeft.inputValue()).not.to.equal('')
    expect(left.map(({ box }) => box[0])).to.deep.equal([40, 40, 40])
    expect(left.map(({ box }) => box[2])).to.deep.equal([90, 110, 60])
    await button('Distribute vertically').click()
    const spread = await card.save(page)
    const [one, two, three] = spread.map(({ box }) => box)
    expect(one?.[3]).to.equal(135)
    expect(three?.[1]).to.equal(50)
    expect((one?.[1] ?? 0) - (two?.[3] ?? 0)).to.be.closeTo((two?.[1] ?? 0) - (three?.[3] ?? 0), EXACT)
    await button('Align bottom').click()
    expect((await card.save(page)).map(({ box }) => box[1])).to.deep.equal([50, 50, 50])

    await page.keyboard.press('Escape')
    await card.spot(page, 3).click({ modifiers: [], force: true })
    await page.getByRole('option', { name: /Field 3/ }).click()
    await button('Centre horizontally').click()
    await button('Centre vertically').click()
    const [, , alone] = await card.save(page)
    const box = alone?.box ?? [0, 0, 0, 0]
    expect((box[0] + box[2]) / 2).to.be.closeTo((TRIM.left + TRIM.right) / 2, EXACT)
    expect((box[1] + box[3]) / 2).to.be.closeTo((TRIM.bottom + TRIM.top) / 2, EXACT)
    expect(await site.axe()).to.deep.equal([])
  })

  it('snaps to what is near, shows the line, and does not where Alt or the switch say so @long', async () => {
    const card = await editorCard(site, 'Snapped', [
      [50, 110, 110, 125],
      [90, 60, 140, 75],
    ])
    await card.open(page)
    const scale = await card.scale(page)
    await page.locator('.sheet-picture').waitFor()
    await card.spot(page, 2).click()
    /** So far that it ends two px beside the left edge of the other one. */
    const beside = -Math.round(40 * scale) + 2
    const guide = page.locator('.guide.across')
    await pull(page, card.spot(page, 2), [beside, 0], [], async () => {
      expect(await guide.isVisible()).to.equal(true)
    })
    expect(await guide.isVisible()).to.equal(false)
    const [, snapped] = await card.save(page)
    expect(snapped?.box[0]).to.equal(50)

    await page.keyboard.press('Control+z')
    await pull(page, card.spot(page, 2), [beside, 0], ['Alt'])
    const [, free] = await card.save(page)
    expect(free?.box[0]).to.be.closeTo(90 + beside / scale, EXACT)
    expect(Math.abs((free?.box[0] ?? 0) - 50)).to.be.greaterThan(0.1)

    await page.keyboard.press('Control+z')
    await inView(page, () => page.getByRole('checkbox', { name: 'Snap' }).uncheck())
    await card.spot(page, 2).click()
    await pull(page, card.spot(page, 2), [beside, 0])
    const [, off] = await card.save(page)
    expect(off?.box[0]).to.equal(free?.box[0])
    await inView(page, () => page.getByRole('checkbox', { name: 'Snap' }).check())
  })

  it('takes places in millimetres, points and inches, and nudges by the unit that is set @long', async () => {
    const card = await editorCard(site, 'Measured', [[80, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    await inView(page, () => page.getByLabel('Unit').selectOption('mm'))
    await type('Left', '10')
    await type('Top', '12,5')
    await type('Width', '1.5 cm')
    const [mm] = await card.save(page)
    const left = TRIM.left + 10 * MM
    const top = TRIM.top - 12.5 * MM
    near(mm?.box ?? [0, 0, 0, 0], [left, top - 20, left + 15 * MM, top], EXACT)

    await inView(page, () => page.getByLabel('Unit').selectOption('pt'))
    await shows('Left', '28.35')
    await type('Left', '36')
    await type('Height', '24')
    const [pt] = await card.save(page)
    near(pt?.box ?? [0, 0, 0, 0], [TRIM.left + 36, top - 24, TRIM.left + 36 + 15 * MM, top], EXACT)

    await inView(page, () => page.getByLabel('Unit').selectOption('inch'))
    await shows('Left', '0.5')
    await type('Left', '1/4')
    await type('Width', '1')
    const [inch] = await card.save(page)
    near(inch?.box ?? [0, 0, 0, 0], [TRIM.left + 18, top - 24, TRIM.left + 18 + INCH, top], EXACT)

    let from = inch?.box[0] ?? 0
    for (const [unit, keys, by] of [
      ['inch', 'ArrowRight', INCH / 16],
      ['inch', 'Shift+ArrowRight', INCH / 2],
      ['pt', 'ArrowRight', 1],
      ['pt', 'Alt+ArrowLeft', -0.1],
      ['mm', 'ArrowRight', MM],
      ['mm', 'Shift+ArrowRight', 10 * MM],
    ] as const) {
      await inView(page, () => page.getByLabel('Unit').selectOption(unit))
      await card.spot(page, 1).getByRole('button').focus()
      await page.keyboard.press(keys)
      const [moved] = await card.save(page)
      expect((moved?.box[0] ?? 0) - from, `${keys} in ${unit}`).to.be.closeTo(by, EXACT)
      expect(moved?.box[3]).to.be.closeTo(top, EXACT)
      from = moved?.box[0] ?? 0
    }
    expect(site.faults).to.deep.equal([])
  })
})
