/** What the service says, in German, by its stable codes; in English it speaks for itself. */

/** The numbers or names that decide, where the service gives them. */
export interface SaidFacts {
  readonly found?: string | number | null | undefined
  readonly expected?: string | number | null | undefined
}

type Said = string | ((facts: SaidFacts) => string)

const given = (value: string | number | null | undefined): value is string | number =>
  value !== undefined && value !== null && value !== ''
const number = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString('de-DE', { maximumFractionDigits: 2 }) : value

/** Errors of requests (core/errors.ts). */
export const ERRORS: Readonly<Record<string, Said>> = {
  invalid_request: 'Die Anfrage ist nicht gültig.',
  invalid_json: 'Die Anfrage ist kein gültiges JSON.',
  invalid_multipart: 'Der Upload konnte nicht gelesen werden. Laden Sie die Datei noch einmal hoch.',
  missing_parameter: 'Eine nötige Angabe fehlt.',
  invalid_parameter: 'Eine Angabe ist nicht gültig.',
  unknown_parameter: 'Eine Angabe ist hier nicht bekannt.',
  missing_file: 'Die Datei fehlt.',
  invalid_pdf: 'Die Datei ist kein lesbares PDF.',
  encrypted_pdf:
    'Das PDF ist verschlüsselt. Speichern Sie es ohne Passwort, und laden Sie es noch einmal hoch.',
  too_many_pages: 'Das PDF hat zu viele Seiten.',
  too_many_fields: 'Die Vorlage hätte zu viele Felder.',
  unsupported_page_size: 'Eine Seite des PDFs hat ein Format, das sich nicht drucken lässt.',
  invalid_csv: 'Die Tabelle lässt sich nicht lesen.',
  invalid_image: 'Die Datei ist kein brauchbares Bild.',
  image_too_complex: 'Das Bild ist zu groß oder zu kompliziert, um geöffnet zu werden.',
  invalid_font: 'Die Datei ist keine brauchbare Schrift.',
  font_too_complex: 'Die Schrift ist zu groß oder zu kompliziert, um geöffnet zu werden.',
  font_embedding_denied: 'Die Lizenz der Schrift erlaubt sie in Druckdateien nicht.',
  pdf_too_complex: 'Das PDF ist zu groß oder zu kompliziert, um geöffnet zu werden.',
  invalid_scene: 'Die Felder lassen sich so nicht speichern.',
  unsafe_url: 'Diese Adresse lässt sich nicht verwenden: Sie ist keine öffentliche https-Adresse.',
  invalid_origin:
    'Eine Webadresse besteht aus https://, dem Namen und gegebenenfalls dem Port, sonst nichts.',
  invalid_event_type: 'Eine Art von Ereignis ist nicht bekannt.',
  invalid_cursor: 'Die Liste hat sich geändert. Laden Sie die Seite neu.',
  unsupported_version: 'Diese Version der Schnittstelle gibt es nicht.',
  unknown_field: 'Die Druckvorlage hat kein solches Feld.',
  ambiguous_label: 'Mehrere Felder heißen so. Nehmen Sie die Kennung des Feldes.',
  invalid_option: 'Der Wert gehört nicht zur Auswahl seines Feldes.',
  asset_not_found: 'Das Bild ist nicht im Katalog.',
  value_too_long: 'Der Wert ist länger, als sein Feld erlaubt.',
  invalid_value: 'Der Wert enthält Zeichen, die sich hier nicht verwenden lassen.',
  values_not_printable: 'Die Werte lassen sich so nicht drucken.',
  invalid_scope: 'Ein Recht ist nicht bekannt.',
  invalid_api_key: 'Der API-Schlüssel fehlt oder gilt nicht.',
  invalid_publishable_key: 'Der Schlüssel der Shopseiten fehlt oder gilt nicht.',
  invalid_signature: 'Die Signatur fehlt oder stimmt nicht.',
  invalid_client_secret: 'Das Geheimnis der Sitzung fehlt oder gilt nicht.',
  subscription_inactive: 'Das Abonnement ist nicht aktiv: Neue Arbeit wird nicht angenommen.',
  render_limit_exceeded: 'Das Druckkontingent dieses Monats ist aufgebraucht.',
  template_limit_exceeded: 'Ihr Team hat so viele Druckvorlagen, wie es haben darf. Archivieren Sie eine.',
  embed_application_limit_exceeded: 'Ihr Team hat so viele Shops, wie es haben darf. Entfernen Sie einen.',
  webhook_endpoint_limit_exceeded:
    'Ihr Team hat so viele Webhooks, wie es haben darf. Schalten Sie einen aus.',
  invalid_console_session: 'Ihre Sitzung ist abgelaufen. Melden Sie sich neu an.',
  invalid_sign_in: 'E-Mail und Passphrase passen nicht zusammen.',
  insufficient_scope: 'Dazu fehlt das Recht.',
  origin_not_allowed: 'Von dieser Webadresse aus ist das nicht erlaubt.',
  key_type_not_allowed: 'Mit einem Schlüssel dieser Art geht das nicht.',
  signed_url_invalid: 'Der Link gilt nicht.',
  signed_url_expired: 'Der Link ist abgelaufen. Laden Sie die Seite neu.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  mapping_not_found: 'Diesem Produkt ist keine Druckvorlage zugeordnet.',
  template_not_live: 'Die Druckvorlage ist nicht veröffentlicht.',
  route_not_found: 'Diesen Weg der Schnittstelle gibt es nicht.',
  method_not_allowed: 'So lässt sich dieser Weg der Schnittstelle nicht aufrufen.',
  template_archived: 'Die Druckvorlage ist archiviert. Stellen Sie sie zuerst wieder her.',
  no_saved_scene: 'Die Druckvorlage hat keinen gespeicherten Stand.',
  template_status_conflict: 'Das geht im jetzigen Zustand der Druckvorlage nicht.',
  artwork_in_use: 'Aus diesem PDF ist schon eine andere Druckvorlage Ihres Teams entstanden.',
  key_not_active: 'Der Schlüssel ist widerrufen oder abgelaufen. Machen Sie einen neuen.',
  user_exists: 'Mit dieser E-Mail meldet sich schon jemand an.',
  user_disabled: 'Das Konto ist gesperrt. Geben Sie es zuerst wieder frei.',
  last_owner: 'Ein Team behält mindestens einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
  key_in_use: 'Mit diesem Schlüssel wurde die Anfrage gestellt.',
  fill_expired: 'Der Auftrag ist abgelaufen.',
  fill_not_open: 'Der Auftrag ist nicht mehr offen.',
  fill_status_conflict: 'Das geht im jetzigen Zustand des Auftrags nicht.',
  mapping_exists: 'Dieses Produkt mit dieser Variante ist schon zugeordnet.',
  font_exists: 'Ihr Team hat eine andere Schrift dieses Namens. Archivieren Sie jene zuerst.',
  font_read_only: 'Diese Schrift gehört zu Platen und lässt sich nicht ändern.',
  hot_folder_exists: 'Für diese Druckvorlage oder für alle gibt es schon einen eingeschalteten Hotfolder.',
  scene_changed: 'Inzwischen hat jemand anderes gespeichert. Nehmen Sie zuerst den neuesten Stand.',
  delivery_already_succeeded: 'Das ist schon zugestellt.',
  delivery_in_progress: 'Ein späterer Versuch läuft gerade.',
  idempotency_key_in_progress: 'Dieselbe Anfrage läuft gerade noch.',
  secret_rotation_in_progress: 'Der letzte Wechsel des Geheimnisses ist noch nicht vorbei.',
  render_not_ready: 'Die Druckdatei ist noch nicht fertig.',
  batch_not_ready: 'Das gemeinsame PDF der Serie ist noch nicht fertig.',
  batch_completed: 'Die Serie ist fertig; es gibt nichts mehr abzubrechen.',
  hook_status_conflict: 'Das geht im jetzigen Zustand der Meldung nicht.',
  line_status_conflict: 'Das geht im jetzigen Zustand der Position nicht.',
  render_canceled: 'Die Druckdatei wurde storniert.',
  embed_session_expired: 'Die Sitzung ist abgelaufen.',
  embed_session_canceled: 'Die Sitzung wurde abgebrochen.',
  embed_session_completed: 'Die Sitzung ist abgeschlossen.',
  payload_too_large: 'Das ist zu groß.',
  unsupported_media_type: 'Daten dieser Art nimmt der Dienst hier nicht an.',
  range_not_satisfiable: 'Dieser Bereich liegt außerhalb der Datei.',
  text_not_editable: 'Aus diesem Text der Gestaltung kann kein Feld werden.',
  invalid_colors: 'Die Farben sind nicht gültig.',
  invalid_assignments: 'Die Zuordnung der Farben ist nicht gültig.',
  invalid_substrate: 'Das Papier ist nicht gültig.',
  invalid_page: 'Die Druckvorlage hat keine solche Seite.',
  invalid_width: 'Die Breite ist eine ganze Zahl von 1 bis 2560.',
  invalid_dpr: 'Das Pixelverhältnis ist eine Zahl von 0,5 bis 4.',
  invalid_format: 'Das einzige Format ist PNG.',
  fill_not_printable: 'Der Auftrag lässt sich so nicht drucken.',
  merged_pdf_too_large: 'So viele Seiten fasst kein PDF. Teilen Sie die Tabelle auf mehrere Serien auf.',
  merged_inks_differ:
    'Ein gemeinsames PDF enthält die Gestaltung nur einmal: Alle Zeilen müssen dieselben Farben haben.',
  delivery_exhausted: 'Alle Versuche dieser Zustellung sind verbraucht.',
  delivery_skipped: 'Diese Zustellung wurde ausgelassen.',
  idempotency_key_reused: 'Unter diesem Schlüssel lief schon eine andere Anfrage.',
  rate_limited: 'Zu viel auf einmal. Warten Sie einen Moment.',
  internal_error: 'Im Dienst ist etwas schiefgegangen.',
  render_failed: 'Die Druckdatei konnte nicht gemacht werden.',
  page_not_drawable: 'Die Seite enthält mehr, als gezeichnet werden kann; ein neuer Versuch hilft nicht.',
  preview_failed: 'Die Seite konnte nicht gezeichnet werden.',
  renderer_unreachable: 'Die Druckaufbereitung hat nicht geantwortet.',
  renderer_not_configured: 'Dafür ist keine Druckaufbereitung in Reichweite.',
  overloaded: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  shutting_down: 'Der Dienst wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  disk_full: 'Die Festplatte ist voll: Gespeichert wird erst wieder, wenn dort Platz ist.',
  disk_read_only:
    'Die Festplatte ist schreibgeschützt: Gespeichert wird erst wieder, wenn sie sich beschreiben lässt.',
  files_unavailable: 'Dateien können nicht geschrieben werden.',
  database_unavailable: 'Die Datenbank antwortet nicht.',
}

/** Why values cannot be printed (core/engine/layout/problem.ts). */
export const PROBLEMS: Readonly<Record<string, Said>> = {
  required_value_missing: 'Hier fehlt ein Wert.',
  glyph_missing: ({ found }) =>
    given(found) ? `Der Schrift fehlen Zeichen: ${found}.` : 'Der Schrift fehlen Zeichen dieses Wertes.',
  text_does_not_fit: ({ found, expected }) =>
    given(found) && given(expected)
      ? `Der Text passt nicht: Er braucht ${number(found)}, und Platz ist für ${number(expected)}.`
      : 'Der Text passt nicht an seinen Platz.',
}

/** Why a print file is not in its folder (core/service/folder/out-tray.ts). */
export const FOLDERS: Readonly<Record<string, Said>> = {
  folder_missing:
    'Der Ordner ist nicht da. Legen Sie ihn an, oder verbinden Sie das Laufwerk; Platen legt ihn nie selbst an.',
  not_a_folder: 'Wo der Ordner sein sollte, steht eine Datei oder ein Verweis.',
  no_permission: 'Platen darf dort nicht schreiben. Geben Sie dem Konto, unter dem es läuft, das Recht dazu.',
  read_only: 'Der Ordner lässt sich nur lesen.',
  disk_full: 'Es ist kein Platz mehr, oder das Kontingent ist aufgebraucht.',
  folder_unreachable: 'Das Laufwerk antwortet nicht, wie es sollte.',
  name_refused: 'Das Laufwerk nimmt einen solchen Namen nicht.',
  print_file_unreadable: 'Die Druckdatei war in den Dateien von Platen nicht zu lesen.',
  folder_failed: 'Der Ordner ließ sich nicht verwenden.',
}

/** Why a line of a shop's order is held, failed or is remarked on (core/service/storefront/line.ts). */
export const LINES: Readonly<Record<string, Said>> = {
  fill_id_malformed: 'Was die Position trägt, ist keine Kennung eines Auftrags.',
  fill_not_found: 'Einen solchen Auftrag gibt es nicht.',
  product_not_mapped: 'Dem Produkt der Position ist keine Druckvorlage zugeordnet.',
  template_mismatch:
    'Der Auftrag entstand mit einer anderen Druckvorlage als der, von der sein Produkt gedruckt wird.',
  cart_mismatch: 'Der Auftrag entstand in einem anderen Warenkorb als dem dieser Bestellung.',
  session_mismatch: 'Den Auftrag hat ein anderer Besucher gemacht als der, der bestellt hat.',
  not_bound: 'Weder ein Warenkorb noch ein Besuch zeigt, dass den Auftrag gemacht hat, wer ihn bestellt.',
  fill_of_other_order: 'Der Auftrag wurde für eine andere Bestellung gedruckt.',
  fill_on_other_line: 'Der Auftrag steht auch auf einer anderen Position.',
  line_has_other_fill: 'Die Position trug vorher einen anderen Auftrag.',
  order_reopened: 'Die Bestellung war storniert und wurde wieder aufgenommen.',
  service_unreachable: 'Der Dienst hat eine Woche lang nicht geantwortet.',
  quantity_changed: 'Die Menge wurde geändert, nachdem die Position in den Druck gegangen war.',
  withdrawn_after_print:
    'Die Position wurde zurückgezogen, nachdem sie in den Druck gegangen war. Sorgen Sie dafür, dass sie angehalten wird.',
}

/** Why a webhook had no answer (core/service/webhook/outside.ts). */
export const SENDING: Readonly<Record<string, Said>> = {
  timeout: 'keine Antwort in der Zeit',
  host_not_found: 'Name der Adresse unbekannt',
  connection_failed: 'keine Verbindung',
  tls_failed: 'keine sichere Verbindung',
  invalid_response: 'unlesbare Antwort',
}

const TEXTS: Readonly<Record<string, Said>> = { ...SENDING, ...LINES, ...FOLDERS, ...PROBLEMS, ...ERRORS }

/** Codes that leave open what exactly is meant: what the service says of it stands behind. */
const OPEN: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_json', 'missing_parameter', 'invalid_parameter', 'unknown_parameter'],
  ...['invalid_csv', 'invalid_font', 'invalid_scene', 'invalid_value', 'unknown_field', 'too_many_fields'],
  ...[
    'invalid_colors',
    'invalid_assignments',
    'invalid_substrate',
    'values_not_printable',
    'fill_not_printable',
  ],
])

/** Null for a code that has no German words. */
export function germanText(code: string, message: string, facts: SaidFacts = {}): string | null {
  if (!Object.hasOwn(TEXTS, code)) return null
  const said = TEXTS[code] ?? ''
  const text = typeof said === 'string' ? said : said(facts)
  return OPEN.has(code) && message !== '' ? `${text} Im Wortlaut: ${message}` : text
}
