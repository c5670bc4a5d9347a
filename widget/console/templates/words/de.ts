/** The words of the templates' pages in German. */
import type { WordsLike } from '../../words.ts'
import type { Words } from './en.ts'

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

export const de: WordsLike<Words> = {
  title: 'Druckvorlagen',
  lead: 'Druck-PDFs, die Kunden ausfüllen. Eines hochladen, festlegen, was veränderlich ist, veröffentlichen.',
  loading: 'Druckvorlagen werden geholt …',
  untitled: 'Druckvorlage',

  filter: {
    label: 'Welche Vorlagen',
    all: 'Alle außer archivierten',
    live: 'Veröffentlicht',
    draft: 'Entwürfe',
    paused: 'Angehalten',
    archived: 'Archiviert',
  },
  column: {
    template: 'Vorlage',
    status: 'Stand',
    preflight: 'Datenprüfung',
    pages: 'Seiten',
    fields: 'Felder',
    changed: 'Geändert',
  },
  thumbnail: (title) => `Erste Seite von ${title}`,
  status: { draft: 'Entwurf', live: 'Veröffentlicht', paused: 'Angehalten', archived: 'Archiviert' },
  unpublished: 'Änderungen nicht veröffentlicht',
  preflight: {
    pass: 'Druckbar',
    warn: 'Bitte ansehen',
    fail: 'Zu korrigieren',
    pending: 'Noch nicht geprüft',
  },
  empty: {
    title: 'Noch keine Druckvorlagen',
    text: 'Laden Sie das Druck-PDF eines Produkts hoch: eine Visitenkarte, ein Etikett, einen Umschlag. Platen liest Seiten, Druckfarben und Formularfelder; was noch keine Felder hat, bekommt sie im Editor.',
    readOnly: 'Wer die Rolle Bearbeiter hat, kann das Druck-PDF eines Produkts hochladen.',
  },
  emptyFilter: {
    title: 'Hier ist keine Vorlage',
    text: 'Keine Ihrer Vorlagen hat diesen Stand.',
    all: 'Alle Vorlagen anzeigen',
  },

  upload: {
    title: 'Druckvorlage hochladen',
    drop: 'Druck-PDF hier ablegen',
    choose: 'PDF auswählen',
    hint: 'PDF, höchstens 50 MB. Sonderfarben, Endformat und Beschnitt werden so übernommen, wie sie in der Datei stehen.',
    borders: 'Rahmen der Formularfelder drucken',
    bordersHint: 'Rahmen und Hintergründe, die das Formular zeichnet, bleiben Teil der Druckdaten.',
    sending: (name) => `${name} wird übertragen`,
    sent: (sent, total) => `${sent} von ${total}`,
    reading: (name) => `${name} wird gelesen`,
    asking: (name) => `Die Verbindung ist abgerissen; es wird gefragt, was aus ${name} geworden ist`,
    steps: 'Schritte',
    step: {
      waiting: 'Auf einen Platz warten',
      opening: 'PDF öffnen',
      reading: 'Seiten, Felder und Farben lesen',
      checking: 'Druckdaten prüfen',
      writing: 'Druckform schreiben',
      saving: 'Ablegen',
    },
    stepDone: 'erledigt',
    stepNow: 'läuft',
    stepNext: 'folgt',
    cancel: 'Abbrechen',
    canceled: (name) => `${name} wurde nicht hochgeladen.`,
    again: 'Noch einmal senden',
    other: 'Andere Datei auswählen',
    dismiss: 'Schließen',
    done: (title) => `„${title}“ ist jetzt eine Druckvorlage.`,
    known: (title) => `Diese Datei ist schon die Vorlage „${title}“; es wurde nichts geändert.`,
    restored: (title) => `Diese Datei war die archivierte Vorlage „${title}“; sie ist wieder ein Entwurf.`,
    refreshed: (title) => `Diese Datei ist schon die Vorlage „${title}“; sie wurde neu gelesen.`,
    found: (pages, fields, inks) =>
      [
        count(pages, 'Seite', 'Seiten'),
        fields === 0 ? 'noch keine Felder' : count(fields, 'Feld', 'Felder'),
        inks.length === 0 ? 'keine Sonderfarben' : `Farben: ${inks.join(', ')}`,
      ].join(' · '),
    noFields:
      'Das PDF hat keine Formularfelder. Im Editor zeichnen Sie welche oder machen Text der Gestaltung zu Feldern.',
    toEditor: 'Editor öffnen',
    toTemplate: 'Ansehen',
    failedTitle: (name) => `Aus ${name} konnte keine Vorlage werden`,
    lostTitle: (name) => `Die Verbindung ist abgerissen, während ${name} übertragen wurde`,
    lost: (sent, total) =>
      `${sent} von ${total} waren unterwegs, als die Verbindung abriss. Davon wurde nichts behalten; senden Sie die Datei noch einmal, sobald die Verbindung wieder steht.`,
    lostReading:
      'Die Datei war übertragen, aber der Dienst antwortet nicht. Senden Sie sie noch einmal; eine zweite Vorlage entsteht dadurch nicht.',
  },
  fault: {
    invalid_pdf:
      'Die Datei ist kein lesbares PDF. Exportieren Sie sie aus dem Layoutprogramm noch einmal als PDF/X-4.',
    encrypted_pdf:
      'Das PDF ist mit einem Passwort gesperrt. Speichern Sie es ohne Passwort und laden Sie es dann hoch.',
    missing_file: 'Die Datei ist leer.',
    too_many_pages:
      'Das PDF hat zu viele Seiten für eine Vorlage. Laden Sie nur die Seiten des Produkts hoch.',
    unsupported_page_size:
      'Eine Seite hat ein Format, das keine Maschine druckt. Prüfen Sie die Seitenrahmen.',
    payload_too_large:
      'Die Datei ist größer als 50 MB. Speichern Sie Bilder mit 300 ppi und exportieren Sie noch einmal; mehr braucht eine Vorlage nicht.',
    template_limit_exceeded:
      'Ihr Team hat so viele Vorlagen, wie es haben darf. Archivieren Sie eine, die nicht mehr gebraucht wird.',
    artwork_in_use:
      'Dieses PDF ist schon eine andere Ihrer Vorlagen. Öffnen Sie jene, oder laden Sie eine andere Datei hoch.',
    renderer_not_configured:
      'Dieser Dienst bearbeitet gerade keine Druckdaten. Wer ihn betreibt, muss die Druckaufbereitung starten.',
    template_archived: 'Die Vorlage ist archiviert. Stellen Sie sie zuerst wieder her.',
    invalid_scene:
      'Gezeichnete Felder finden auf diesem PDF keinen Platz. Entfernen oder verschieben Sie sie im Editor, und laden Sie die Datei dann noch einmal hoch.',
    scene_changed:
      'Inzwischen hat jemand einen anderen Stand gespeichert. Es wurde nichts überschrieben; sehen Sie sich zuerst den neuesten an.',
    template_status_conflict:
      'Inzwischen hat jemand den Stand der Vorlage geändert. Laden Sie die Seite neu.',
  },
  tooComplex: {
    timeout:
      'Das Lesen hat zu lange gedauert. Vereinfachen Sie sehr große Grafiken und speichern Sie als PDF/X-4.',
    memory:
      'Das Lesen hat zu viel Speicher gebraucht. Vereinfachen Sie sehr große Grafiken und speichern Sie als PDF/X-4.',
    crash:
      'An diesem PDF ist das Leseprogramm gescheitert. Speichern Sie es noch einmal als PDF/X-4 und laden Sie es dann hoch.',
  },

  page: {
    back: 'Druckvorlagen',
    tabs: 'Teile der Vorlage',
    overview: 'Seite und Datenprüfung',
    history: 'Verlauf',
    settings: 'Einstellungen',
    edit: 'Editor öffnen',
    look: 'Im Editor ansehen',
    missingTitle: 'Diese Vorlage gibt es nicht',
  },
  facts: {
    title: 'Daten',
    size: 'Endformat',
    pageSize: 'Seitenformat',
    sizes: 'Seitenformate',
    pages: 'Seiten',
    bleed: 'Beschnitt',
    withBleed: 'in der Datei',
    withoutBleed: 'nicht in der Datei',
    someBleed: 'auf manchen Seiten',
    fields: 'Felder',
    inks: 'Druckfarben',
    file: 'Datei',
    revision: 'Stand',
    revisions: (live, latest) =>
      live === null
        ? `${latest}, nicht veröffentlicht`
        : live === latest
          ? `${latest}, veröffentlicht`
          : `${latest}; veröffentlicht ist ${live}`,
    uploaded: 'Hochgeladen',
    published: 'Veröffentlicht',
    archived: 'Archiviert',
    hosted: 'Bestellseite',
    shown: (revision) => `Hier steht Stand ${revision}.`,
    technical: 'technischer Auszug',
  },

  view: {
    label: (title, page) => `${title}, Seite ${page}`,
    pages: 'Seite',
    page: (page) => `Seite ${page}`,
    front: 'Vorderseite',
    backside: 'Rückseite',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Ganze Seite',
    area: 'Die Seite; vergrößert lässt sie sich verschieben',
    revision: 'Stand',
    published: 'Veröffentlicht',
    latest: 'Neuester',
  },
  report: {
    title: 'Datenprüfung',
    profile: (profile) => `beurteilt für ${profile}`,
    none: 'Es wurde nichts gefunden. Die Druckdaten sind in Ordnung.',
    counts: (fail, warn, info) =>
      [
        fail > 0 ? `${fail} zu korrigieren` : '',
        warn > 0 ? `${warn} anzusehen` : '',
        info > 0 ? `${info} zur Kenntnis` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    severity: { fail: 'Zu korrigieren', warn: 'Bitte ansehen', info: 'Zur Kenntnis' },
    onPage: ', auf der Seite zeigen',
    show: (number, title) => `${number}, ${title}, auf der Seite zeigen`,
    page: (page) => `Seite ${page}`,
    document: 'das ganze Dokument',
    place: (width, height, left, top) =>
      `${width} × ${height} mm, ${left} mm von links und ${top} mm von oben im Endformat`,
    times: (many) => `${many} Stellen`,
    found: (found, expected) => `gefunden ${found}, erwartet ${expected}`,
    ink: (ink) => `Farbe ${ink}`,
    plain: 'Im Wortlaut des Dienstes:',
    measure: 'Auszüge zeichnen und Farbauftrag messen',
    measured: 'Die Auszüge wurden gezeichnet und gemessen.',
    measuring: 'Auszüge werden gezeichnet …',
    copy: 'Als Text kopieren',
    copied: 'Der Bericht wurde kopiert.',
  },

  moves: {
    publish: 'Veröffentlichen',
    publishNewest: (revision) => `Stand ${revision} veröffentlichen`,
    pause: 'Anhalten',
    archive: 'Archivieren',
    restore: 'Wiederherstellen',
    more: 'Mehr zu dieser Vorlage',
    artwork: 'Neuere Druckdaten hochladen',
    publishTitle: (title) => `„${title}“ veröffentlichen?`,
    publishFirst:
      'Die Vorlage ist dann veröffentlicht: Shops können sie verkaufen, und ihre Bestellseite öffnet.',
    publishAgain: (revision, live) =>
      `Von jetzt an wird mit Stand ${revision} ausgefüllt. Was mit Stand ${live} begonnen wurde, wird so gedruckt, wie es begonnen wurde.`,
    publishPaused: 'Die Vorlage nimmt wieder Bestellungen an, und ihre Bestellseite öffnet.',
    publishFaults: (many) =>
      many === 1
        ? 'Die Datenprüfung meldet einen Punkt zu korrigieren. Veröffentlichen geht trotzdem; gedruckt wird es, wie es ist.'
        : `Die Datenprüfung meldet ${many} Punkte zu korrigieren. Veröffentlichen geht trotzdem; gedruckt werden sie, wie sie sind.`,
    noFields: 'Die Vorlage hat noch keine Felder: Alle bekämen denselben Druck.',
    pauseTitle: (title) => `„${title}“ anhalten?`,
    pauseText:
      'Sie nimmt nichts Neues an, und ihre Bestellseite sagt, dass sie zurzeit geschlossen ist. Was begonnen wurde, kann fertig ausgefüllt werden, und Aufträge werden gedruckt.',
    archiveTitle: (title) => `„${title}“ archivieren?`,
    archiveText:
      'Sie nimmt nichts Neues an und verschwindet aus der Liste. Erteilte Aufträge werden gedruckt, und Gedrucktes bleibt. Sie kann jederzeit wiederhergestellt werden.',
    restoreTitle: (title) => `„${title}“ wiederherstellen?`,
    restoreText:
      'Sie kommt als Entwurf zurück. Bis sie wieder veröffentlicht ist, kann niemand sie ausfüllen.',
    published: (title) => `„${title}“ ist veröffentlicht.`,
    paused: (title) => `„${title}“ ist angehalten.`,
    archived: (title) => `„${title}“ ist archiviert.`,
    restored: (title) => `„${title}“ ist wieder ein Entwurf.`,
  },

  artwork: {
    title: 'Neuere Druckdaten hochladen',
    text: 'Das neue PDF wird ein neuer Stand dieser Vorlage. Felder behalten Platz und Einstellungen, soweit die neuen Seiten Platz dafür haben, ebenso Farben und Papiere. Was veröffentlicht ist, läuft mit den alten Druckdaten weiter, bis Sie veröffentlichen.',
    drop: 'Neueres PDF hier ablegen',
    done: (revision) => `Die neueren Druckdaten sind Stand ${revision}.`,
    same: 'Das ist genau die Datei, die die Vorlage schon hat; es wurde nichts geändert.',
    leftOut: 'Weggelassen, weil das neue PDF keinen Platz dafür hat:',
    added: 'Aus dem neuen PDF gelesen:',
    close: 'Fertig',
  },

  history: {
    title: 'Stände',
    text: 'Jeder gespeicherte Stand bleibt. Ein früherer kann zurückgeholt werden; daraus wird ein neuer Stand, und keiner geht verloren.',
    loading: 'Der Verlauf wird geholt …',
    revision: (revision) => `Stand ${revision}`,
    live: 'Veröffentlicht',
    latest: 'Neuester',
    cause: {
      uploaded: 'Hochgeladen',
      saved: 'Im Editor gespeichert',
      text_picked: 'Text der Gestaltung zum Feld gemacht',
      artwork_replaced: 'Neuere Druckdaten',
      restored: 'Früherer Stand zurückgeholt',
      font_arrived: 'In eine hochgeladene Schrift gesetzt',
      read_again: 'Von einer neueren Version des Dienstes neu gelesen',
    },
    restoredFrom: (revision) => `Stand ${revision} zurückgeholt`,
    unknown: 'Gespeichert',
    quoted: (label) => `„${label}“`,
    others: (count) => ` und ${count} weitere`,
    by: (who) => `von ${who}`,
    someone: 'einem Programm mit API-Schlüssel',
    system: 'dem Dienst',
    added: (labels) => `neu: ${labels}`,
    removed: (labels) => `entfallen: ${labels}`,
    changed: (labels) => `geändert: ${labels}`,
    inks: 'Farben geändert',
    papers: 'Papiere geändert',
    textOutput: 'Text oder Pfade geändert',
    same: 'kein Unterschied bei den Feldern',
    compare: 'Vergleichen',
    compareWith: (revision) => `Stand ${revision} mit dem davor vergleichen`,
    restore: 'Zurückholen',
    restoreOne: (revision) => `Stand ${revision} zurückholen`,
    restoreTitle: (revision) => `Stand ${revision} zurückholen?`,
    restoreText: (next) =>
      `Es entsteht ein neuer Stand ${next}, der ihm gleicht. Was danach kam, geht nicht verloren, und Veröffentlichtes bleibt, wie es ist, bis Sie veröffentlichen.`,
    restored: (revision) => `Er ist wieder da, als Stand ${revision}.`,
  },
  difference: {
    title: 'Unterschied zweier Stände',
    older: 'Früherer',
    newer: 'Späterer',
    show: 'Anzeigen',
    both: 'Unterschied',
    picture: (from, to, page) => `Unterschied der Stände ${from} und ${to}, Seite ${page}`,
    one: (revision, page) => `Stand ${revision}, Seite ${page}`,
    legend: (from, to) => `Orange: nur in Stand ${from}. Blau: nur in Stand ${to}. Blass: in beiden gleich.`,
    none: 'Die beiden Stände sehen auf dieser Seite gleich aus.',
    some: 'Die beiden Stände unterscheiden sich auf dieser Seite.',
  },

  settings: {
    name: 'Titel',
    nameHint: 'Für Sie und auf der Bestellseite.',
    nameMissing: 'Eine Vorlage braucht einen Titel.',
    profile: 'Druckdaten werden geprüft für',
    profileHint:
      'Was das Druckverfahren an Auflösung, kleiner Schrift, feinen Linien, Farbauftrag und Beschnitt verlangt.',
    profiles: {
      sheetfed: 'Bogenoffset',
      packaging: 'Verpackung',
      flexo: 'Flexo-Etiketten',
      digital: 'Digitaldruck',
      large_format: 'Großformat',
    },
    hosted: 'Bestellseite',
    hostedText:
      'Eine eigene Seite, auf der alle mit dem Link die Vorlage ausfüllen, solange sie veröffentlicht ist.',
    address: 'Link der Bestellseite',
    closed: 'Die Seite öffnet, wenn die Vorlage veröffentlicht ist.',
    slug: 'Ende des Links',
    slugHint: 'Kleinbuchstaben, Ziffern und Bindestriche. Links mit dem alten Ende führen weiterhin hierher.',
    slugWrong: 'Das Ende des Links darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche haben.',
    slugTaken: 'Eine andere Vorlage hat diesen Link schon. Wählen Sie ein anderes Ende.',
    description: 'Worte unter dem Titel',
    descriptionHint: 'Höchstens 300 Zeichen; auch dort zu sehen, wo der Link geteilt wird.',
    askName: 'Nach dem Namen fragen',
    askEmail: 'Nach der E-Mail fragen',
    asked: { no: 'Nein', optional: 'Freiwillig', required: 'Muss angegeben werden' },
    noindex: 'Suchmaschinen bitten, die Seite auszulassen',
    accent: 'Farbe von Knöpfen und Links',
    accentOwn: 'Eigene Farbe verwenden',
    metadata: 'Notizen für Programme',
    metadataText: 'Eigene Namen und Werte, etwa eine Artikelnummer; Webhooks geben sie mit.',
    metadataName: 'Name',
    metadataValue: 'Wert',
    metadataAdd: 'Notiz hinzufügen',
    metadataRemove: (name) => `${name === '' ? 'Diese Notiz' : name} entfernen`,
    metadataTwice: 'Zwei Notizen haben diesen Namen.',
    metadataEmpty: 'Eine Notiz braucht einen Namen.',
    save: 'Einstellungen speichern',
    saved: 'Die Einstellungen sind gespeichert.',
    unsaved: 'Noch nicht gespeichert',
    readOnly: 'Mit Ihrer Rolle können Sie die Einstellungen ansehen, aber nicht ändern.',
  },
}
