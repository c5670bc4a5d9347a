/** The words of the account's page in German. */
import type { WordsLike } from '../../words.ts'
import type { Words } from './en.ts'

export const de: WordsLike<Words> = {
  title: 'Ihr Konto',
  you: 'Sie',
  name: 'Ihr Name',
  email: 'E-Mail',
  emailHint: 'Damit melden Sie sich an.',
  role: (role, team) => `${role} bei ${team}`,
  language: 'Sprache',
  browser: 'Wie der Browser es vorzieht',
  save: 'Speichern',
  saved: 'Gespeichert.',
  nameMissing: 'Bitte geben Sie Ihren Namen an.',
  units: {
    title: 'Längen',
    label: 'Einheit für Längen',
    hint: 'Für diesen Browser. Eine mitgeschriebene Einheit wie 3 mm wird immer verstanden.',
    mm: 'Millimeter',
    pt: 'Punkt',
    inch: 'Zoll',
  },
  passphrase: {
    title: 'Passphrase',
    current: 'Jetzige Passphrase',
    next: 'Neue Passphrase',
    submit: 'Passphrase ändern',
    wrong: 'Das ist nicht Ihre jetzige Passphrase.',
    changed: 'Die Passphrase ist geändert. Überall sonst sind Sie abgemeldet.',
  },
  everywhere: {
    title: 'Überall abmelden',
    text: 'Beendet diese Sitzung und alle anderen von Ihnen, etwa an einem Rechner, den Sie verlassen haben.',
    submit: 'Überall abmelden',
  },
}
