/** What pages say that stand without the editor, in the languages that the editor speaks. */

export interface PageWords {
  /** Nothing is at this link. */
  readonly missing: Notice
  /** The template is paused. */
  readonly paused: Notice
  /** A shop's page that the widget is not set up for. */
  readonly setUp: Notice
  readonly noScript: string
}

export interface Notice {
  readonly title: string
  readonly text: string
}

export const PAGE_WORDS = {
  en: {
    missing: {
      title: 'Page not found',
      text: 'The link may be incorrect, or the product is no longer available. Ask the shop for a new link.',
    },
    paused: {
      title: 'Paused',
      text: 'This page does not accept new orders at the moment. Please come back later.',
    },
    setUp: {
      title: 'This cannot be personalized here yet',
      text: 'The shop has not finished setting up this page. Please contact the shop.',
    },
    noScript: 'Please enable JavaScript to use this page.',
  },
  de: {
    missing: {
      title: 'Seite nicht gefunden',
      text: 'Der Link ist falsch, oder das Produkt ist nicht mehr verfügbar. Bitten Sie den Shop um einen neuen Link.',
    },
    paused: {
      title: 'Zurzeit pausiert',
      text: 'Hier werden im Moment keine neuen Bestellungen angenommen. Bitte kommen Sie später wieder.',
    },
    setUp: {
      title: 'Hier kann noch nichts gestaltet werden',
      text: 'Der Shop hat diese Seite noch nicht fertig eingerichtet. Bitte wenden Sie sich an den Shop.',
    },
    noScript: 'Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.',
  },
  fr: {
    missing: {
      title: 'Il n’y a rien ici',
      text: 'Le lien est peut-être mal saisi, ou l’offre n’existe plus. Demandez un nouveau lien à la personne qui vous l’a donné.',
    },
    paused: {
      title: 'En pause pour le moment',
      text: 'Aucune nouvelle commande n’est prise ici actuellement. Merci de revenir plus tard.',
    },
    setUp: {
      title: 'La personnalisation n’est pas encore possible ici',
      text: 'La boutique n’a pas fini de préparer cette page. Vous n’y êtes pour rien ; merci de prévenir la boutique.',
    },
    noScript: 'Veuillez autoriser JavaScript pour cette page : sans lui, rien ne peut être rempli.',
  },
  es: {
    missing: {
      title: 'Aquí no hay nada',
      text: 'Puede que el enlace esté mal escrito o que la oferta ya no exista. Pida un enlace nuevo a quien se lo dio.',
    },
    paused: {
      title: 'En pausa por ahora',
      text: 'En este momento no se aceptan pedidos nuevos aquí. Vuelva más tarde, por favor.',
    },
    setUp: {
      title: 'Aquí todavía no se puede personalizar',
      text: 'La tienda no ha terminado de preparar esta página. Usted no ha hecho nada mal; avise a la tienda, por favor.',
    },
    noScript: 'Permita JavaScript en esta página: sin él no se puede rellenar nada.',
  },
  it: {
    missing: {
      title: 'Qui non c’è nulla',
      text: 'Forse il link è scritto male, o l’offerta non c’è più. Chieda un nuovo link a chi glielo ha dato.',
    },
    paused: {
      title: 'In pausa per ora',
      text: 'Al momento qui non si accettano nuovi ordini. Torni più tardi.',
    },
    setUp: {
      title: 'Qui non si può ancora personalizzare',
      text: 'Il negozio non ha finito di preparare questa pagina. Non ha sbagliato nulla; avvisi il negozio, per favore.',
    },
    noScript: 'Consenta JavaScript per questa pagina: senza non si può compilare nulla.',
  },
  nl: {
    missing: {
      title: 'Hier is niets',
      text: 'Misschien is de link verkeerd getypt, of het aanbod bestaat niet meer. Vraag om een nieuwe link.',
    },
    paused: {
      title: 'Even gepauzeerd',
      text: 'Hier worden nu geen nieuwe bestellingen aangenomen. Kom later terug.',
    },
    setUp: {
      title: 'Hier kan nog niets worden ontworpen',
      text: 'De winkel heeft deze pagina nog niet klaar. U hebt niets verkeerd gedaan; laat het de winkel weten.',
    },
    noScript: 'Sta JavaScript toe voor deze pagina: zonder kan er niets worden ingevuld.',
  },
  pl: {
    missing: {
      title: 'Tu nic nie ma',
      text: 'Link może być błędnie wpisany albo oferta już nie istnieje. Proszę poprosić o nowy link.',
    },
    paused: {
      title: 'Chwilowo wstrzymane',
      text: 'Obecnie nie przyjmujemy tu nowych zamówień. Zapraszamy później.',
    },
    setUp: {
      title: 'Tutaj jeszcze nie można personalizować',
      text: 'Sklep nie dokończył ustawiania tej strony. To nie Państwa błąd; proszę powiadomić sklep.',
    },
    noScript: 'Proszę zezwolić na JavaScript na tej stronie: bez niego nie można nic wypełnić.',
  },
  pt: {
    missing: {
      title: 'Não há nada aqui',
      text: 'O link pode estar mal escrito, ou a oferta já não existe. Peça um novo link a quem lho deu.',
    },
    paused: {
      title: 'Em pausa por agora',
      text: 'De momento não se aceitam aqui novas encomendas. Volte mais tarde, por favor.',
    },
    setUp: {
      title: 'Ainda não é possível personalizar aqui',
      text: 'A loja não terminou de preparar esta página. Não fez nada de errado; avise a loja, por favor.',
    },
    noScript: 'Permita JavaScript nesta página: sem ele nada pode ser preenchido.',
  },
  ja: {
    missing: {
      title: 'ページが見つかりません',
      text: 'リンクが間違っているか、提供が終了した可能性があります。リンクの送り主に新しいリンクをお尋ねください。',
    },
    paused: {
      title: '現在お休みしています',
      text: 'ただいま新しいご注文を受け付けておりません。しばらくしてからお越しください。',
    },
    setUp: {
      title: 'ここではまだ作成できません',
      text: 'ショップのページの準備が済んでいません。お客様の操作に問題はありません。ショップへお知らせください。',
    },
    noScript: 'このページで JavaScript を許可してください。許可されていないと入力できません。',
  },
  ar: {
    missing: {
      title: 'لا يوجد شيء هنا',
      text: 'قد يكون الرابط مكتوبًا بشكل خاطئ، أو لم يعد العرض متاحًا. اطلب رابطًا جديدًا ممن أعطاك إياه.',
    },
    paused: {
      title: 'متوقف مؤقتًا',
      text: 'لا تُقبل طلبات جديدة هنا في الوقت الحالي. يُرجى العودة لاحقًا.',
    },
    setUp: {
      title: 'لا يمكن التخصيص هنا بعد',
      text: 'لم يُكمل المتجر إعداد هذه الصفحة. لم ترتكب أي خطأ؛ يُرجى إبلاغ المتجر.',
    },
    noScript: 'يُرجى السماح بتشغيل JavaScript في هذه الصفحة: لا يمكن تعبئة أي شيء من دونه.',
  },
} as const satisfies Readonly<Record<string, PageWords>>

export type PageLanguage = keyof typeof PAGE_WORDS
export const PAGE_LANGUAGES = Object.keys(PAGE_WORDS) as readonly PageLanguage[]

/**
 * The first of the wanted languages that is spoken, else English; where a shop offers some alone, the first of them. `wanted` are BCP 47 tags, best first: what the page
 * says, then what the browser prefers.
 */
export function chooseLanguage(wanted: readonly string[], offered: readonly string[] = []): PageLanguage {
  const spoken = PAGE_LANGUAGES.filter((one) => offered.length === 0 || offered.includes(one))
  for (const tag of wanted) {
    const [language = ''] = tag.trim().toLowerCase().split(/[-_;]/)
    const found = spoken.find((one) => one === language)
    if (found !== undefined) return found
  }
  return PAGE_LANGUAGES.find((one) => one === offered[0]) ?? 'en'
}

export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
