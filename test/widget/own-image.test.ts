/** The customer's own image in a real browser: chosen in every way, placed by every means, and what is said of it. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { DESKTOP, PHONE } from '../support/browser/browser.ts'
import { drawn } from '../support/browser/console-site.ts'
import { settled } from '../support/browser/editor-site.ts'
import { openFingers } from '../support/browser/fingers.ts'
import { dropFile, pasteFile, photoFile } from '../support/browser/own-images.ts'
import { eventually } from '../support/run/eventually.ts'
import { useOwnImage } from './own-image-page.ts'
import type { OwnImagesStub } from './own-images-stub.ts'

interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
}

describe('own image', () => {
  const own = useOwnImage()
  const { open, choose, shoot } = own
  const crop = (page: Page) => page.getByRole('application')
  const imageStyle = (page: Page) => page.locator('.crop-image').getAttribute('style')
  /** The value that the service has once all is sent, when its part of the image is as it is expected to become. */
  const placed = async (page: Page, isExpected: (crop: Crop) => boolean): Promise<{ crop: Crop }> => {
    const value = () => own.stub.value() as { crop: Crop } | string | undefined
    await eventually(async () => {
      const now = value()
      return typeof now === 'object' && isExpected(now.crop)
    })
    await settled(page)
    return value() as { crop: Crop }
  }

  it('is chosen, placed, sent and opened again as it was @long', async () => {
    const known = { values: {}, kept: [] }
    const page = await open(DESKTOP, {}, known)
    expect(await page.locator('.own input[type=file]').getAttribute('accept')).to.equal(
      'image/jpeg,image/png,image/webp',
    )
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'choose')
    expect(await axeFaults(page)).to.deep.equal([])
    await choose(page)
    expect(await page.locator('.meter').getAttribute('data-fine')).to.equal('good')
    await crop(page).focus()
    for (const key of ['+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'r'])
      await page.keyboard.press(key)
    await eventually(async () => (own.stub.value() as { turn?: number } | undefined)?.turn === 90)
    await settled(page)
    const value = own.stub.value() as { picture: string; turn: number; crop: object }
    expect(value).to.include({ picture: 'pic_stub0', turn: 90 })
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'placed')
    expect(await axeFaults(page)).to.deep.equal([])
    const style = await page.locator('.crop-image').getAttribute('style')
    await page.reload()
    await page.locator('.crop img').waitFor()
    const before = (style ?? '').match(/[\d.]+(?=%)/g)?.map(Number) ?? []
    const after = ((await page.locator('.crop-image').getAttribute('style')) ?? '').match(/[\d.]+(?=%)/g)
    expect(before.length).to.equal(4)
    after?.map(Number).forEach((one, at) => {
      expect(one).to.be.closeTo(before[at] ?? 0, 0.6)
    })
    await settled(page)
    expect(own.stub.value()).to.deep.equal(value)
    expect(own.faults).to.deep.equal([])
  })

  it('is dropped or pasted, replaced, removed, undone and redone @long', async () => {
    const page = await open()
    await dropFile(page, '.drop', own.photo)
    await page.locator('.crop img').waitFor()
    await pasteFile(page, await photoFile(1200, 1200, 'square.jpg'))
    await page.locator('.crop img[src*="stub1"]').waitFor()
    await page.getByRole('button', { name: /^Remove image/ }).click()
    await page.getByRole('button', { name: /^Choose image/ }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).to.match(/^Choose image/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.crop img[src*="stub1"]').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.crop img[src*="stub0"]').waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.locator('.crop img[src*="stub1"]').waitFor()
    await settled(page)
    expect(own.stub.value()).to.deep.equal({
      ...{ picture: 'pic_stub1', crop: { x: 0, y: 167, width: 1000, height: 667 }, turn: 0 },
    })
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('Your image').waitFor()
    expect(own.faults).to.deep.equal([])
  })

  it('is refused by its own kind before it is sent, and by the service in the words of the page @long', async () => {
    const page = await open()
    const refused = page.getByRole('alert').locator('.trouble')
    const input = page.locator('.own input[type=file]').first()
    const gif = { name: 'party.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(`GIF89a${' '.repeat(60)}`) }
    await input.setInputFiles(gif)
    await refused.filter({ hasText: /^GIF files cannot be printed here\. .*: JPEG, PNG, WebP\.$/ }).waitFor()
    await input.setInputFiles({ ...gif, buffer: Buffer.from('no image at all') })
    await refused.filter({ hasText: 'This file is not an image that can be printed.' }).waitFor()
    expect(await axeFaults(page)).to.deep.equal([])
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'refused')
    for (const [code, words] of [
      ['picture_too_small', 'too few pixels'],
      ['picture_pixels', 'too many pixels'],
      ['picture_unreadable', 'cannot be read'],
      ['picture_quota', 'No more images'],
    ] as const) {
      own.stub.answer = (route) =>
        route.fulfill({
          status: 422,
          json: { error: { code, message: '', details: [{ code, found: 1, limit: 2 }] } },
        })
      await input.setInputFiles(own.photo)
      await refused.filter({ hasText: words }).waitFor()
    }
    await choose(page)
    expect(await refused.count()).to.equal(0)
  })

  it('waits for the line to come back without a second image, and can be canceled @long', async () => {
    const page = await open()
    const lose: OwnImagesStub['answer'] = (route) => {
      own.stub.answer = lose
      return route.abort('connectionreset')
    }
    own.stub.answer = lose
    await page.getByRole('button', { name: /^Choose image/ }).focus()
    await page.locator('.own input[type=file]').first().setInputFiles(own.photo)
    await page.getByText('The upload continues').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Cancel upload')
    expect(await axeFaults(page)).to.deep.equal([])
    await shoot(page, 'waiting')
    // The service still reads what came of the first try.
    own.stub.answer = (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'idempotency_key_in_progress', message: '' } } })
    // It is tried again by itself too, which may come first.
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click({ timeout: 3000 }).catch(() => {})
    await page.locator('.crop img').waitFor()
    expect(own.stub.keys.length).to.be.at.least(2)
    expect(new Set(own.stub.keys).size).to.equal(1)
    expect(await page.evaluate('document.activeElement.className')).to.equal('crop')

    let held: () => void = () => {}
    own.stub.answer = async (route) => {
      await new Promise<void>((resolve) => {
        held = resolve
      })
      await route.abort().catch(() => {})
    }
    await page.locator('.own input[type=file]').first().setInputFiles(own.photo)
    const cancel = page.getByRole('button', { name: 'Cancel upload' })
    await cancel.waitFor()
    // What is on its way is not left behind.
    await page.getByRole('button', { name: 'Review' }).click()
    await page.locator('.troubles').getByText('Uploading image').waitFor()
    await cancel.click()
    held()
    await page.locator('.crop img[src*="stub0"]').waitFor()
    expect(own.stub.kept.length).to.equal(1)
  })

  it('says what its resolution means, and keeps what is too small from being approved @long', async () => {
    const page = await open(DESKTOP, {
      frames: [{ fit: 'fill', anchor: 'center', width_pt: 360, height_pt: 240 }],
    })
    await choose(page, await photoFile(1200, 800))
    const meter = page.locator('.meter')
    await meter.getByText('Good resolution').waitFor()
    await meter.getByText('240 ppi').waitFor()
    const closer = page.getByRole('button', { name: 'Zoom in' }).first()
    await closer.click()
    await meter.getByText('Soft at this size').waitFor()
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'soft')
    expect(await axeFaults(page)).to.deep.equal([])
    for (let clicks = 0; clicks < 3; clicks += 1) await closer.click()
    await meter.getByText('Too small to print').waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.locator('.troubles').getByText('The image is too small for this size.').waitFor()
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'small')
    expect(await axeFaults(page)).to.deep.equal([])
    await page
      .locator('.meter [role=status]')
      .getByText(/zoom 175 %.*Too small to print/)
      .waitFor()
  })

  it('is placed with the mouse and its wheel, which scrolls the form where nobody asked for more @long', async () => {
    const page = await open()
    await choose(page)
    await crop(page).scrollIntoViewIfNeeded()
    const box = await crop(page).boundingBox()
    if (box === null) throw new Error('The stage is not there.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      const scrolls: boolean[] = []
      Object.assign(window, { scrolls })
      addEventListener('wheel', (event) => void scrolls.push(!event.defaultPrevented))
    })
    const whole = await imageStyle(page)
    await page.mouse.wheel(0, -300)
    await page.waitForFunction('window.scrolls.length > 0')
    await drawn(page)
    expect([await page.evaluate('window.scrolls'), await imageStyle(page)]).to.deep.equal([[true], whole])
    await settled(page)
    expect(own.stub.value(), 'scrolled').to.equal('pic_stub0')
    await crop(page).focus()
    const there = await crop(page).boundingBox()
    const middle = (there?.y ?? 0) + (there?.height ?? 0) / 2
    await page.mouse.move(x, middle)
    await page.mouse.wheel(0, -120)
    await eventually(async () => (await imageStyle(page)) !== whole)
    const near = await imageStyle(page)
    await page.mouse.wheel(0, -120)
    await eventually(async () => (await imageStyle(page)) !== near)
    const closer = await placed(page, ({ width }) => width < 800)
    await page.mouse.down()
    await page.mouse.move(x + 60, middle + 20, { steps: 4 })
    await page.mouse.up()
    const moved = await placed(page, ({ x }) => x < closer.crop.x)
    expect(moved.crop.width).to.equal(closer.crop.width)
    // One drag is one step back.
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await placed(page, ({ x }) => x >= closer.crop.x)).to.deep.equal(closer)
  })

  it('is placed with one finger and with two on a phone, from the camera too @long', async () => {
    const page = await open(PHONE, { kinds: ['jpeg', 'png', 'webp', 'avif'] })
    const camera = page.locator('.own input[capture]')
    expect(await camera.getAttribute('capture')).to.equal('environment')
    expect(await camera.getAttribute('accept')).to.equal('image/jpeg,image/png,image/webp,image/avif')
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'phone-choose')
    await camera.setInputFiles(own.photo)
    await crop(page).scrollIntoViewIfNeeded()
    const box = await crop(page).boundingBox()
    if (box === null) throw new Error('The stage is not there.')
    const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
    const { touch } = await openFingers(page)
    await touch('touchStart', [at(0.45, 0.5), at(0.55, 0.5)])
    for (const spread of [0.1, 0.15, 0.2, 0.25])
      await touch('touchMove', [at(0.5 - spread, 0.5), at(0.5 + spread, 0.5)])
    await touch('touchEnd', [])
    const pinched = await placed(page, ({ width }) => width < 450)
    await touch('touchStart', [at(0.5, 0.5)])
    for (const x of [0.55, 0.6, 0.65]) await touch('touchMove', [at(x, 0.5)])
    await touch('touchEnd', [])
    const moved = await placed(page, ({ x }) => x < pinched.crop.x)
    expect(moved.crop.width).to.equal(pinched.crop.width)
    await shoot(page, 'phone-placed')
    expect(await axeFaults(page)).to.deep.equal([])
    expect(own.faults).to.deep.equal([])
  })

  it('is done by keys alone, from choosing to approval @long', async () => {
    const page = await open()
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
    // Before the steps that are waited for, so that the browser tells of the picker by then.
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('combobox').focus()
    await page.keyboard.press('Tab')
    expect(await focused()).to.equal('Choose image: Motif')
    await page.keyboard.press('Enter')
    await (await picker).setFiles(own.photo)
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'application')
    await page.keyboard.press('+')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Tab')
    expect(await focused()).to.equal('Zoom out')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).to.equal('Rotate to the right')
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    expect(await focused()).to.equal('Remove image: Motif')
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await focused()).to.equal('Zoom out')
    await settled(page)
    expect(own.stub.value()).to.include({ turn: 90 })
    await page
      .locator('.meter [role=status]')
      .getByText(/^Motif: zoom 100 %, turned 90°/)
      .waitFor()
  })

  it('is placed in Arabic, with the tools the other way round @long', async () => {
    const page = await open({ ...DESKTOP, locale: 'ar' }, {}, undefined, '?lang=ar')
    await page.evaluate('document.documentElement.lang')
    await choose(page)
    expect(await page.locator('.platen').getAttribute('dir')).to.equal('rtl')
    await page.locator('.own').scrollIntoViewIfNeeded()
    await shoot(page, 'arabic')
    expect(await axeFaults(page)).to.deep.equal([])
    await page.locator('.crop-tools button').first().focus()
    await page.keyboard.press('ArrowLeft')
    const label = 'document.activeElement.getAttribute("aria-label")'
    expect(await page.evaluate(label)).to.equal('تكبير')
    // The arrows of the stage move where they point, in every language.
    await crop(page).focus()
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowRight')
    await settled(page)
    const { crop: kept } = own.stub.value() as { crop: { x: number; width: number } }
    expect(kept.x + kept.width / 2).to.be.below(500)
  })
})
