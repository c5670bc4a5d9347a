/** The few words that the loader itself says, before the editor is there or where it cannot come. */

/** Made when they are asked for: a page that only holds the loader pays for none of it. */
const allWords = (): Readonly<
  Record<string, readonly [title: string, loading: string, failed: string, again: string, close: string]>
> => ({
  en: ['Personalize', 'Opening…', 'The editor could not be opened.', 'Try again', 'Close'],
  de: ['Gestalten', 'Wird geöffnet …', 'Der Editor ließ sich nicht öffnen.', 'Noch einmal', 'Schließen'],
  fr: ['Personnaliser', 'Ouverture…', 'L’éditeur n’a pas pu s’ouvrir.', 'Réessayer', 'Fermer'],
  es: ['Personalizar', 'Abriendo…', 'No se pudo abrir el editor.', 'Reintentar', 'Cerrar'],
  it: ['Personalizza', 'Apertura…', 'Impossibile aprire l’editor.', 'Riprova', 'Chiudi'],
  nl: ['Ontwerpen', 'Wordt geopend…', 'De editor kon niet worden geopend.', 'Opnieuw', 'Sluiten'],
  pl: ['Personalizuj', 'Otwieranie…', 'Nie udało się otworzyć edytora.', 'Ponów', 'Zamknij'],
  pt: ['Personalizar', 'A abrir…', 'Não foi possível abrir o editor.', 'Tentar de novo', 'Fechar'],
  ja: ['カスタマイズ', '開いています…', 'エディターを開けませんでした。', '再試行', '閉じる'],
  ar: ['تخصيص', 'جارٍ الفتح…', 'تعذّر فتح المحرّر.', 'إعادة المحاولة', 'إغلاق'],
})

export interface LoaderWords {
  readonly title: string
  readonly loading: string
  readonly failed: string
  readonly again: string
  readonly close: string
}

/** `language` is a BCP 47 tag; English where it is not among them. */
export function loaderWords(language: string): LoaderWords {
  const words = allWords()
  const [title, loading, failed, again, close] = (words[language.toLowerCase().split(/[-_]/)[0] ?? ''] ??
    words.en) as readonly [string, string, string, string, string]
  return { title, loading, failed, again, close }
}
