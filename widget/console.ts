/** The console for the shop's staff: mounts the app on the page that the service sends for every path of it. */
import { h, render } from 'preact'
import { App } from './console/app.tsx'
import { applyScheme, keptScheme } from './console/navigation.tsx'
import { setLanguage } from './console/words.ts'
import './console/console.css'
import './console/frame.css'
import './console/rail.css'
import './console/parts.css'
import './console/parts-over.css'
import './console/parts-said.css'
import './console/parts-waiting.css'
import './console/parts-tables.css'
import './console/lists.css'
import './console/forms.css'
import './console/records.css'

const root = document.querySelector<HTMLElement>('#console')
if (root !== null) void start(root)

async function start(root: HTMLElement): Promise<void> {
  applyScheme(keptScheme())
  await setLanguage(null)
  render(h(App, { address: root.dataset.address ?? '' }), root)
}
