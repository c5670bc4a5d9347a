/** The hosted page: mounts the editor for a visitor, and ends with a confirmation. */
import { moveHistory, readHistory, writeHistory } from './browser-apis.ts'
import { readFace } from './editor/face.ts'
import { type Asked, type Editor, mountEditor } from './editor/mount.tsx'
import { createTransport } from './editor/transport.ts'
import { openKeptTokens } from './token-storage.ts'
import './hosted.css'
import './shell.css'

const root = document.querySelector<HTMLElement>('main')
const language = document.documentElement.lang
const tokens = openKeptTokens()

function start(page: HTMLElement, slug: string): void {
  const { accent, askName = 'no', askEmail = 'no' } = page.dataset
  const editor: Editor = mountEditor(page, {
    transport: createTransport(
      { kind: 'hosted', slug, resumeToken: tokens.find(slug) },
      { locale: page.dataset.locale || language },
    ),
    language,
    theme: { accent: accent || null },
    mode: 'hosted',
    ask: { name: askName as Asked, email: askEmail as Asked },
    face: readFace(page.dataset.face),
    onEvent(event) {
      if (event.type === 'review') stepTo(event.open)
      if (event.type !== 'saved') return
      if (event.resumeToken !== null) tokens.keep(slug, event.resumeToken)
    },
  })
  addEventListener('popstate', () => {
    if (!isStep()) editor.back()
  })
  // Leaving with something that is not with the service yet is asked about by the browser.
  addEventListener('beforeunload', (event) => {
    if (editor.unsent()) event.preventDefault()
  })
}

/** The review is a step of the page's history: the browser's way back leads from it to the form. */
function isStep(): boolean {
  return readHistory()?.platen === 'review'
}

function stepTo(review: boolean): void {
  if (review && !isStep()) writeHistory('pushState', { platen: 'review' })
  if (!review && isStep()) moveHistory(-1)
}

// After a reload it starts with the form.
if (isStep()) writeHistory('replaceState', null)
const slug = root?.dataset.slug
if (root && slug) start(root, slug)
