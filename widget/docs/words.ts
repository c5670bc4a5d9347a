/** The texts that the documentation script adds to a page. */

const WORDS = {
  en: {
    copy: 'Copy',
    copied: 'Copied',
    tabs: 'Language',
    results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    signedIn: (name: string, team: string) => `You are signed in as ${name} (${team}).`,
    keys: 'Your keys',
    secret: 'secret',
    restricted: 'restricted',
    publishable: 'publishable',
    noKeys: 'Owners see the names of their keys here.',
    paste: 'Secret key',
    pasteHint: 'Platen shows a key once. Paste yours, and the commands below use it. It stays in this page.',
    manage: 'Manage keys',
  },
  de: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    tabs: 'Sprache',
    results: (count: number) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
    signedIn: (name: string, team: string) => `Sie sind angemeldet als ${name} (${team}).`,
    keys: 'Ihre Schlüssel',
    secret: 'geheim',
    restricted: 'eingeschränkt',
    publishable: 'öffentlich',
    noKeys: 'Inhaber sehen hier die Namen ihrer Schlüssel.',
    paste: 'Geheimer Schlüssel',
    pasteHint:
      'Platen zeigt einen Schlüssel einmal. Fügen Sie Ihren ein; die Befehle unten verwenden ihn. Er bleibt auf dieser Seite.',
    manage: 'Schlüssel verwalten',
  },
} as const

export const words = WORDS[document.body.dataset.language === 'de' ? 'de' : 'en']
