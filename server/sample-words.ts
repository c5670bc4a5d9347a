/** The labels of the samples' fields in the languages of the editor, and a sentence where one helps. */
import type { FieldTranslation } from '../core/engine/scene/field-words.ts'
import type { Scene, SceneField } from '../core/engine/scene/scene.ts'

const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'ar'] as const
/** In the order of the languages. */
type Row = readonly string[]

const LABELS: Readonly<Record<string, Row>> = {
  'First name': [
    ...['Erster Name', 'Premier prénom', 'Primer nombre', 'Primo nome', 'Eerste naam', 'Pierwsze imię'],
    ...['Primeiro nome', '一人目のお名前', 'الاسم الأول'],
  ],
  'Second name': [
    ...['Zweiter Name', 'Second prénom', 'Segundo nombre', 'Secondo nome', 'Tweede naam', 'Drugie imię'],
    ...['Segundo nome', '二人目のお名前', 'الاسم الثاني'],
  ],
  Date: ['Datum', 'Date', 'Fecha', 'Data', 'Datum', 'Data', 'Data', '日付', 'التاريخ'],
  Place: ['Ort', 'Lieu', 'Lugar', 'Luogo', 'Plaats', 'Miejsce', 'Local', '場所', 'المكان'],
  Portrait: ['Porträt', 'Portrait', 'Retrato', 'Ritratto', 'Portret', 'Portret', 'Retrato', '写真', 'الصورة'],
  Name: ['Name', 'Nom', 'Nombre', 'Nome', 'Naam', 'Imię i nazwisko', 'Nome', 'お名前', 'الاسم'],
  Role: ['Funktion', 'Fonction', 'Cargo', 'Ruolo', 'Functie', 'Stanowisko', 'Função', '役職', 'المنصب'],
  Phone: [
    ...[
      'Telefon',
      'Téléphone',
      'Teléfono',
      'Telefono',
      'Telefoon',
      'Telefon',
      'Telefone',
      '電話番号',
      'الهاتف',
    ],
  ],
  'E-mail': [
    ...['E-Mail', 'E-mail', 'Correo electrónico', 'E-mail', 'E-mail', 'E-mail', 'E-mail'],
    ...['メールアドレス', 'البريد الإلكتروني'],
  ],
  Website: [
    ...['Website', 'Site web', 'Sitio web', 'Sito web', 'Website', 'Strona WWW', 'Site', 'ウェブサイト'],
    'الموقع الإلكتروني',
  ],
  Company: ['Firma', 'Société', 'Empresa', 'Azienda', 'Bedrijf', 'Firma', 'Empresa', '会社名', 'الشركة'],
  Slogan: ['Leitspruch', 'Devise', 'Lema', 'Motto', 'Slogan', 'Hasło', 'Lema', 'スローガン', 'الشعار'],
  Product: [
    'Produkt',
    'Produit',
    'Producto',
    'Prodotto',
    'Product',
    'Produkt',
    'Produto',
    '商品名',
    'المنتج',
  ],
  Batch: ['Charge', 'Lot', 'Lote', 'Lotto', 'Partij', 'Partia', 'Lote', 'ロット番号', 'رقم الدفعة'],
  'Best before': [
    ...['Mindestens haltbar bis', 'À consommer de préférence avant', 'Consumir preferentemente antes de'],
    ...['Da consumarsi preferibilmente entro', 'Ten minste houdbaar tot', 'Najlepiej spożyć przed'],
    ...['Consumir de preferência antes de', '賞味期限', 'يفضل استهلاكه قبل'],
  ],
  'Net weight': [
    ...['Nettogewicht', 'Poids net', 'Peso neto', 'Peso netto', 'Nettogewicht', 'Masa netto', 'Peso líquido'],
    ...['内容量', 'الوزن الصافي'],
  ],
  Organic: ['Bio', 'Bio', 'Ecológico', 'Biologico', 'Biologisch', 'Ekologiczny', 'Biológico', '有機', 'عضوي'],
  'Side text': [
    ...['Text am Rand', 'Texte latéral', 'Texto lateral', 'Testo laterale', 'Tekst aan de zijkant'],
    ...['Tekst z boku', 'Texto lateral', '側面の文字', 'النص الجانبي'],
  ],
}

const HELP: Readonly<Record<string, readonly [english: string, others: Row]>> = {
  Date: [
    'Written out, as guests read it.',
    [
      ...['Ausgeschrieben, wie die Gäste es lesen.', 'En toutes lettres, comme vos invités la liront.'],
      ...[
        'Con todas las letras, como la leerán sus invitados.',
        'Per esteso, come la leggeranno gli ospiti.',
      ],
      ...['Voluit, zoals uw gasten het lezen.', 'Słownie, tak jak przeczytają ją goście.'],
      ...['Por extenso, como os convidados a vão ler.', '招待状に載せるとおりにご記入ください。'],
      'كما سيقرؤه الضيوف على البطاقة.',
    ],
  ],
}

/** A field that has no words here stays as it is. */
export function inLanguages(scene: Scene): Scene {
  return { ...scene, fields: scene.fields.map(spoken) }
}

function spoken(field: SceneField): SceneField {
  const labels = LABELS[field.label]
  if (labels === undefined) return field
  const [help, helps] = HELP[field.label] ?? [null, []]
  const translations: Record<string, FieldTranslation> = {}
  for (const [at, language] of LANGUAGES.entries()) {
    const said = helps[at]
    translations[language] = { label: labels[at] ?? null, ...(said === undefined ? {} : { help: said }) }
  }
  return { ...field, ...(help === null ? {} : { help }), translations }
}
