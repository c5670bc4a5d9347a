/** The shared words in German. */
import type { WordsLike } from '../words.ts'
import type { Words } from './en.ts'

export const de: WordsLike<Words> = {
  brand: 'Platen',
  skip: 'Zum Inhalt springen',
  navigation: 'Bereiche',
  menu: 'Menü',
  loading: 'Einen Moment …',
  again: 'Noch einmal versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  more: 'Mehr anzeigen',
  find: 'Suchen',
  all: 'Alle zeigen',
  selectAll: 'Alle angezeigten auswählen',
  selectRow: (name) => `${name} auswählen`,
  drawing: (what) => `${what}: Das Bild wird gerade gezeichnet`,
  requestId: (id) => `Beim Dienst ist es vermerkt als ${id}.`,

  sections: {
    home: 'Start',
    templates: 'Druckvorlagen',
    library: 'Bibliothek',
    orders: 'Aufträge',
    batches: 'Serien',
    storefronts: 'Shops',
    developers: 'Entwicklung',
    team: 'Team',
  },

  notFound: {
    title: 'Hier ist nichts',
    text: 'Vielleicht ist die Adresse vertippt, oder was hier war, gibt es nicht mehr.',
    home: 'Zur Startseite',
  },
  failed: {
    title: 'Dieser Teil konnte nicht geladen werden',
    text: 'Vielleicht fehlt die Verbindung, oder Platen wurde inzwischen aktualisiert. Von Ihrer Arbeit ist nichts verloren.',
    reload: 'Seite neu laden',
  },
  leaving: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    stay: 'Hier bleiben',
    leave: 'Ohne Speichern verlassen',
  },

  user: {
    menu: (name) => `${name}: Ihr Konto`,
    account: 'Ihr Konto',
    light: 'Hell',
    dark: 'Dunkel',
    auto: 'Hell oder dunkel wie Ihr Gerät',
    docs: 'Dokumentation der Schnittstelle',
    signOut: 'Abmelden',
  },
  roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Betrachter' },

  signIn: {
    title: 'Anmelden',
    lead: 'Die Konsole Ihrer Druckerei.',
    email: 'E-Mail',
    passphrase: 'Passphrase',
    show: 'Passphrase zeigen',
    submit: 'Anmelden',
    wrong: 'E-Mail und Passphrase passen nicht zusammen. Prüfen Sie beides und versuchen Sie es noch einmal.',
    tooOften: (minutes) =>
      minutes <= 1
        ? 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.'
        : `Zu viele Versuche. Warten Sie ${minutes} Minuten und versuchen Sie es dann noch einmal.`,
    forgotten: 'Passphrase vergessen? Bitten Sie einen Inhaber Ihres Teams um einen neuen Link.',
    again: 'Neu anmelden',
    againText:
      'Ihre Sitzung ist abgelaufen. Was Sie eingegeben haben, ist noch da; melden Sie sich an, um weiterzuarbeiten.',
    address: (address) =>
      `Diese Seite wurde unter einer anderen Adresse geöffnet als der des Dienstes. Öffnen Sie die Konsole unter ${address}`,
  },

  join: {
    title: 'Ihre erste Anmeldung',
    inviteTitle: (team) => `${team} beitreten`,
    resetTitle: 'Eine neue Passphrase',
    lead: 'Sie sind hier der Erste und werden Inhaber: Die anderen aus Ihrer Druckerei können Sie später einladen.',
    inviteLead: (role) => `Sie wurden eingeladen. Ihre Rolle: ${role}.`,
    resetLead: (name) =>
      `${name}, wählen Sie eine neue Passphrase. Überall sonst werden Sie damit abgemeldet.`,
    name: 'Ihr Name',
    email: 'E-Mail',
    emailHint: 'Damit melden Sie sich an. Es wird nichts dorthin geschickt.',
    passphrase: 'Passphrase',
    passphraseHint:
      'Mindestens 12 Zeichen. Ein paar eigene Wörter sind leicht zu merken und schwer zu erraten.',
    submit: 'Zur Konsole',
    tooShort: 'Eine Passphrase hat mindestens 12 Zeichen.',
    tooLong: 'Eine Passphrase hat höchstens 200 Zeichen.',
    obvious:
      'Diese Passphrase gehört zu den ersten, die geraten werden. Wählen Sie Wörter, mit denen niemand rechnet.',
    nameMissing: 'Bitte geben Sie Ihren Namen an.',
    emailInvalid: 'Das ist keine E-Mail-Adresse.',
    emailTaken: 'Mit dieser E-Mail meldet sich schon jemand anderes an.',
    goneTitle: 'Dieser Link öffnet nichts mehr',
    goneText:
      'Ein Link öffnet einmal, und das innerhalb von 24 Stunden. Bitten Sie einen Inhaber Ihres Teams um einen neuen, oder erzeugen Sie einen dort, wo der Dienst läuft: platen users link',
    signIn: 'Anmelden',
  },

  trouble: {
    no_network:
      'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal; auf dieser Seite ist nichts verloren.',
    rate_limited: 'Zu viel auf einmal. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    insufficient_scope: 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Inhaber Ihres Teams.',
    key_type_not_allowed: 'Das dürfen nur Inhaber des Teams.',
    invalid_console_session: 'Ihre Sitzung ist abgelaufen. Melden Sie sich neu an.',
    origin_not_allowed:
      'Die Seite wurde unter einer anderen Adresse geöffnet als der des Dienstes. Öffnen Sie die Konsole unter dessen Adresse und versuchen Sie es noch einmal.',
    not_found: 'Das gibt es nicht mehr. Vielleicht hat es jemand entfernt.',
    internal_error:
      'Im Dienst ist etwas schiefgegangen. Geändert wurde nichts; versuchen Sie es gleich noch einmal.',
    overloaded: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
    shutting_down: 'Der Dienst wird neu gestartet. Versuchen Sie es gleich noch einmal.',
    database_unavailable: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.',
    disk_full:
      'Die Festplatte des Dienstes ist voll: Gespeichert wird erst wieder, wenn dort Platz ist. Sagen Sie es dem, der den Dienst betreibt.',
    disk_read_only:
      'Die Festplatte des Dienstes ist schreibgeschützt: Gespeichert wird erst wieder, wenn sie sich beschreiben lässt. Sagen Sie es dem, der den Dienst betreibt.',
    files_unavailable:
      'Zurzeit können keine Dateien geschrieben werden. Wer den Dienst betreibt, sollte nach der Festplatte sehen.',
    payload_too_large: 'Die Datei ist zu groß.',
    subscription_inactive: 'Das Abonnement ist nicht aktiv: Neue Arbeit wird nicht angenommen.',
    render_limit_exceeded: 'Das Druckkontingent dieses Monats ist aufgebraucht.',
  },
}
