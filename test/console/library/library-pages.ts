/** What tests of the library need: images, a file that is chosen on a page, and the bar of its upload. */
import { expect } from 'chai'
import sharp from 'sharp'
import type { ConsolePage } from '../../support/console/console-pages.ts'
import type { TestServer } from '../../support/service/open-test-server.ts'

let count = 0

/** Another one at every call, as the library keeps none twice. */
export function makePicture(): Promise<Buffer> {
  count += 1
  const background = { r: count, g: 120, b: 40 }
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Uploaded by the team's server. */
export async function addPicture(
  test: TestServer,
  name: string,
  texts: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string }> {
  const body = new FormData()
  for (const [key, text] of Object.entries(texts)) body.set(key, text)
  body.set('file', new File([new Uint8Array(await makePicture())], `${name}.png`))
  const made = await test.json('/v1/assets', { body })
  expect(made.status, JSON.stringify(made.body)).to.equal(201)
  return made.body.asset
}

export async function chooseFile(page: ConsolePage, name: string, bytes: Uint8Array): Promise<void> {
  const input = await page.until(() => page.document.querySelector('.tab-panel input[type=file]'))
  await page.upload(input, new page.window.File([new Uint8Array(bytes)], name))
}

/** Its `position` is from 0 to 1, and -1 while nothing is known of it. */
export function uploadBar(page: ConsolePage, name: string): Promise<HTMLProgressElement> {
  return page.findByRole('progressbar', { name })
}
