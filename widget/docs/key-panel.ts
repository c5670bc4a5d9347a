/** For signed-in users: the names of their keys, and an input for the key that the commands then use. */
import { element } from './element.ts'
import { words } from './words.ts'

interface Session {
  readonly user: { readonly name: string; readonly role: string }
  readonly team: { readonly name: string }
}

interface Key {
  readonly name: string
  readonly type: 'secret' | 'restricted' | 'publishable'
  readonly prefix: string
  readonly last4: string
}

const KEY_PLACE = 'platen_sk_…'
const MOST_KEYS = 6

export async function addKeyPanel(text: HTMLElement | null): Promise<void> {
  const session = await read<Session>('/v1/console/session')
  if (text === null || session === null) return
  const isOwner = session.user.role === 'owner'
  const listed = isOwner
    ? await read<{ data: readonly (Key & { status: string })[] }>('/v1/api_keys?limit=100')
    : null
  const keys = (listed?.data ?? []).filter(({ status }) => status === 'active').slice(0, MOST_KEYS)
  const panel = element('aside', { class: 'panel', 'aria-label': words.keys }, [
    element('p', {}, [words.signedIn(session.user.name, session.team.name)]),
    isOwner ? keyList(keys) : element('p', { class: 'hint' }, [words.noKeys]),
    keyInput(text),
  ])
  text.querySelector('h2')?.before(panel)
}

/** Null where there is no session any more. */
async function read<T>(path: string): Promise<T | null> {
  const reply = await fetch(path, { headers: { 'X-Service-Console': '1' } }).catch(() => null)
  return reply?.ok === true ? ((await reply.json()) as T) : null
}

function keyList(keys: readonly Key[]): HTMLElement {
  const rows = keys.map(({ name, type, prefix, last4 }) =>
    element('li', {}, [
      element('b', {}, [name]),
      ` ${words[type]} `,
      element('code', {}, [`${prefix}…${last4}`]),
    ]),
  )
  return element('div', {}, [
    element('ul', { class: 'keys' }, rows),
    element('a', { href: '/console/developers' }, [words.manage]),
  ])
}

/** Kept nowhere: it is gone when the page is left. */
function keyInput(text: HTMLElement): HTMLElement {
  const input = element('input', {
    ...{ id: 'own-key', type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: KEY_PLACE },
    'aria-describedby': 'own-key-hint',
  })
  const places = textsWith(text, KEY_PLACE)
  input.addEventListener('input', () => {
    const key = input.value.trim()
    for (const { node, before } of places)
      node.data = before.replaceAll(KEY_PLACE, /^platen_[sr]k_\w+$/.test(key) ? key : KEY_PLACE)
  })
  return element('div', {}, [
    element('label', { for: 'own-key' }, [words.paste]),
    input,
    element('p', { class: 'hint', id: 'own-key-hint' }, [words.pasteHint]),
  ])
}

function textsWith(root: HTMLElement, part: string): readonly { node: Text; before: string }[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: { node: Text; before: string }[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && node.data.includes(part)) found.push({ node, before: node.data })
  return found
}
