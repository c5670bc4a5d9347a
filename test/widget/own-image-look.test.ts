/** The customer's own image as it looks at every size, light and dark, contained with paper beside it. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { settled } from '../support/browser/editor-site.ts'
import { photoFile } from '../support/browser/own-images.ts'
import { useOwnImage } from './own-image-page.ts'

describe('own image on the screen', () => {
  const own = useOwnImage()
  const { open, choose, shoot } = own
  const crop = (page: Page) => page.getByRole('application')

  for (const [name, options] of Object.entries({
    'desktop-1440-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    'desktop-1024': { viewport: { width: 1024, height: 768 } },
    'phone-390-dark': {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    },
    'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  } as const))
    it(`looks right at ${name}, contained with paper beside it and the shop's images below @long`, async () => {
      const page = await open(options, {
        source: 'both',
        frames: [{ fit: 'fit', anchor: 'center', width_pt: 180, height_pt: 120 }],
      })
      await page.locator('.own').scrollIntoViewIfNeeded()
      await shoot(page, `${name}-both`)
      await choose(page, await photoFile(1000, 1000))
      await crop(page).scrollIntoViewIfNeeded()
      await shoot(page, `${name}-contain`)
      expect(await axeFaults(page)).to.deep.equal([])
      // An image of the shop takes the place of the own one.
      await page.getByRole('radio', { name: 'Anchor' }).check()
      await page.getByRole('button', { name: /^Choose image/ }).waitFor()
      await settled(page)
      expect(own.faults).to.deep.equal([])
    })
})
