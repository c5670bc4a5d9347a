/** The words of the start page and of the first-run tour in German. */
import type { WordsLike } from '../../words.ts'
import type { Words } from './en.ts'

export const de: WordsLike<Words> = {
  title: (name) => `Guten Tag, ${name}`,
  page: 'Start',

  invite: {
    title: 'In fünf Minuten von der Druckvorlage zum Druck-PDF',
    text: 'Eine Hochzeitskarte liegt als Muster bereit. Setzen Sie zwei Namen darauf, sehen Sie sie so, wie sie gedruckt wird, und nehmen Sie das Druck-PDF mit.',
    go: 'Rundgang beginnen',
    hide: 'Jetzt nicht',
    again: 'Rundgang noch einmal machen',
  },
  upload: {
    title: 'Beginnen Sie mit einem Druck-PDF',
    text: 'Laden Sie ein eigenes PDF hoch: Es wird zur Druckvorlage, die Ihre Kunden ausfüllen. Formularfelder werden erkannt; jeder andere Text lässt sich zum Feld machen.',
    go: 'PDF hochladen',
    wait: 'Noch gibt es keine Druckvorlage. Jemand mit Bearbeitungsrecht muss zuerst ein PDF hochladen.',
  },
  orders: {
    title: 'Neueste Aufträge',
    all: 'Alle Aufträge',
    empty:
      'Noch keine Aufträge. Sie kommen aus Ihrem Shop, von der Seite einer Druckvorlage oder über die Schnittstelle.',
    reference: 'Auftrag',
    template: 'Druckvorlage',
    state: 'Zustand',
    time: 'Geändert',
    none: 'noch ohne Auftragsnummer',
  },
  templates: { title: 'Druckvorlagen', all: 'Alle Druckvorlagen', empty: 'Noch keine Druckvorlagen.' },
  usage: {
    title: 'Dieser Monat',
    printed: (count) => `${count} Druck-PDFs`,
    of: (count, limit) => `${count} von ${limit} Druck-PDFs`,
    until: (day) => `Neu gezählt wird am ${day}.`,
  },

  tour: {
    title: 'Der Rundgang',
    back: 'Start',
    steps: { look: 'Die Druckvorlage', fill: 'Ausfüllen', print: 'Das Druck-PDF' },
    step: (now, all) => `Schritt ${now} von ${all}`,
    picture: (title) => `${title}, wie gedruckt`,
    look: {
      title: (title) => `Das ist „${title}“`,
      text: 'Ein fertiges Druck-PDF, ausfüllbar gemacht. Die Gestaltung bleibt genau, wie sie hochgeladen wurde; nur die Felder werden neu gesetzt, in der Farbe, zu der sie gehören.',
      fields: 'Was sich ausfüllen lässt',
      inks: 'Farben der Felder',
      size: 'Format',
      next: 'Ausfüllen',
    },
    fill: {
      title: 'Füllen Sie sie aus wie ein Kunde',
      text: 'Das Bild entsteht aus demselben Satz wie das Druck-PDF: Was hier passt, passt auch im Druck.',
      next: 'Drucken',
      tooLong: (most) => `Höchstens ${most} Zeichen.`,
      problems:
        'Etwas passt noch nicht. Ändern Sie die Wörter, bis das Bild so ist, wie Sie es haben möchten.',
    },
    print: {
      title: 'Ihr Druck-PDF ist fertig',
      text: 'Die Gestaltung ist unberührt, und was Sie eingegeben haben, steht auf den Auszügen seiner Farben. Es ist ein Auftrag wie jeder andere: Sie finden ihn unter den Aufträgen.',
      download: 'Druck-PDF herunterladen',
      downloaded: 'Heruntergeladen. Öffnen Sie es in Ihrer Druckvorstufe: Jede Farbe ist ein eigener Auszug.',
      file: 'Datei',
      pages: 'Seiten',
      inks: 'Auszüge der Felder',
      preflight: 'Datenprüfung',
      preflights: {
        pass: 'Nichts zu beanstanden',
        warn: 'Geprüft, mit Hinweisen',
        fail: 'Nicht druckbar',
        pending: 'Wird noch geprüft',
      },
      order: 'Auftrag',
      next: 'Wie es weitergeht',
      own: 'Ein eigenes PDF hochladen',
      team: 'Kolleginnen und Kollegen einladen',
      shop: 'Den Shop anbinden',
      see: 'Den Auftrag ansehen',
    },
    none: {
      title: 'Es gibt keine Druckvorlage zum Zeigen',
      text: 'Der Rundgang braucht eine veröffentlichte Druckvorlage. Laden Sie ein PDF hoch, veröffentlichen Sie es und kommen Sie wieder.',
      go: 'Zu den Druckvorlagen',
    },
    readers: 'Ihre Rolle sieht nur zu: Der Rundgang druckt etwas und braucht jemanden mit Bearbeitungsrecht.',
  },
}
