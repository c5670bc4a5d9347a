/** The hosted page: mounts the editor for whoever has the link, and ends with a confirmation. */
import { type Asked, type Editor, mountEditor } from './editor/mount.tsx'
import { createTransport } from './editor/transport.ts'
import { openKeptTokens } from './token-storage.ts'
import './shell.css'

const root = document.querySelector<HTMLElement>('main')
const language = document.documentElement.lang
const tokens = openKeptTokens()

function start(page: HTMLElement, slug: string): void {
  const { accent, askName = 'no', askEmail = 'no' } = page.dataset
  const editor: Editor = mountEditor(page, {
    transport: createTransport({ kind: 'hosted', slug, resumeToken: tokens.find(slug) }),
    language,
    theme: { accent: accent || null },
    mode: 'hosted',
    ask: { name: askName as Asked, email: askEmail as Asked },
    onEvent(event) {
      if (event.type !== 'saved') return
      if (event.resumeToken !== null) tokens.keep(slug, event.resumeToken)
    },
  })
  // Leaving with something that is not with the service yet is asked about by the browser.
  addEventListener('beforeunload', (event) => {
    if (editor.unsent()) event.preventDefault()
  })
}

const slug = root?.dataset.slug
if (root && slug) start(root, slug)
