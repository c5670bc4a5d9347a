/** Photos for the picker of a browser, made by code: of any size, with something on them to see how they lie. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'

export interface PhotoFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A landscape: sky, hill and a red sun at the upper right, so that every turn can be told from the others. */
export async function photoFile(width: number, height: number, name = 'photo.jpg'): Promise<PhotoFile> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 120 80" preserveAspectRatio="none">
    <rect width="120" height="80" fill="#9cc4e4"/><circle cx="95" cy="18" r="10" fill="#d9402b"/>
    <path d="M0 60 35 30 70 62 90 45 120 66V80H0Z" fill="#3b7a57"/><rect x="8" y="8" width="14" height="6" fill="#fff"/></svg>`
  const buffer = await sharp(Buffer.from(drawn)).jpeg({ quality: 88 }).toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Drops a file on an element, as from a window of the desktop. */
export async function dropFile(page: Page, selector: string, file: PhotoFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ data, name, mimeType }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
      return transfer
    },
    { data: file.buffer.toString('base64'), name: file.name, mimeType: file.mimeType },
  )
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(selector, type, { dataTransfer: transfer })
}

/** Pastes a file while something of the page has the focus. */
export async function pasteFile(page: Page, file: PhotoFile): Promise<void> {
  await page.evaluate(
    ({ data, name, mimeType }) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
      clipboardData.items.add(new File([bytes], name, { type: mimeType }))
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { data: file.buffer.toString('base64'), name: file.name, mimeType: file.mimeType },
  )
}
