/** Lets the browser fetch print files by their signed links, so that it shows the progress and keeps nothing in memory. */
import { api } from '../api.ts'
import type { RenderWire } from './wire.ts'

/** A signed link of the service, as something to be kept and not to be shown. */
export function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

/** Something made in the browser, under this name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has begun to read it when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Asks for a new link: links end after an hour, and a page may stand open for longer. */
export async function downloadRender(id: string): Promise<void> {
  const { render } = await api.get<{ render: RenderWire }>(`/v1/renders/${encodeURIComponent(id)}`)
  if (render.signed_url !== null) follow(render.signed_url)
}
