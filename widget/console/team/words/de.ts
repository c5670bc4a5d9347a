/** The words of the team's page in German. */
import type { WordsLike } from '../../words.ts'
import type { Words } from './en.ts'

export const de: WordsLike<Words> = {
  title: 'Team',
  lead: 'Wer in der Konsole arbeitet und was er oder sie darf.',
  ownersOnly:
    'Wer zum Team gehört, sehen nur Inhaber. Fragen Sie einen von ihnen, wenn sich etwas ändern soll.',
  invite: 'Jemanden einladen',
  empty: {
    title: 'Sie sind hier allein',
    text: 'Laden Sie die ein, die mit Ihnen arbeiten. Jeder bekommt einen eigenen Link und wählt eine Passphrase.',
  },
  table: 'Die Leute des Teams',
  columns: {
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    state: 'Zustand',
    seen: 'Letzte Anmeldung',
    actions: 'Aktionen',
  },
  you: 'Sie',
  never: 'noch nie',
  states: { invited: 'Eingeladen', active: 'Aktiv', disabled: 'Gesperrt' },
  roles: {
    owner: 'Alles, auch Schlüssel, Leute, Anbindungen und Löschen.',
    editor: 'Die tägliche Arbeit: Druckvorlagen, Aufträge, Serien, Bilder und Schriften.',
    viewer: 'Sieht alles, ändert nichts.',
  },
  actions: (name) => `Was mit ${name} geschehen soll`,
  changeRole: 'Rolle ändern …',
  newLink: 'Neuer Link für die Passphrase …',
  newInvitation: 'Neuer Einladungslink …',
  disable: 'Sperren …',
  enable: 'Wieder freigeben',

  inviteDialog: {
    title: 'Jemanden einladen',
    email: 'E-Mail der Person',
    emailHint: 'Damit meldet sie sich an. Platen verschickt keine Mail: Den Link geben Sie selbst weiter.',
    role: 'Rolle',
    submit: 'Link erzeugen',
    taken: 'Mit dieser E-Mail meldet sich schon jemand an.',
  },
  link: {
    title: 'Der Link',
    invited: (email) =>
      `Geben Sie diesen Link an ${email}. Er öffnet einmal, und das innerhalb von 24 Stunden.`,
    reset: (name) =>
      `Mit diesem Link wählt ${name} eine neue Passphrase. Er öffnet einmal, und das innerhalb von 24 Stunden.`,
    label: 'Einmal-Link',
    once: 'Er wird nur dieses eine Mal gezeigt. Wer ihn hat, kommt herein: Schicken Sie ihn so, dass niemand mitliest.',
    done: 'Fertig',
  },
  roleDialog: {
    title: (name) => `Die Rolle von ${name}`,
    hint: 'Sie gilt sofort, auch wo die Person gerade angemeldet ist.',
    saved: (name, role) => `${name} ist jetzt ${role}.`,
  },
  disableDialog: {
    title: (name) => `${name} sperren?`,
    text: 'Die Person wird überall abgemeldet und kommt nicht mehr herein. Was sie getan hat, bleibt. Sie können sie wieder freigeben.',
    submit: 'Sperren',
    done: (name) => `${name} ist gesperrt.`,
  },
  enabled: (name) => `${name} kann sich wieder anmelden.`,
  lastOwner: 'Ein Team behält mindestens einen Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
}
