/** What each group of operations is about, in a sentence for the documentation. */

const TAGS: Readonly<Record<string, string>> = {
  Templates: 'Print PDFs made fillable: uploaded, published, revised.',
  Renders: 'Press-ready PDFs of a template with values, and the record of each.',
  Preflight: 'What a printer objects to in a template or a render: as text, as data, and marked on the page.',
  Previews: 'Pictures of a template with values, for the screen.',
  Fills: "What a shopper chose: open until the shop's order finalizes it, then printed once.",
  'Product mappings': 'Which template personalizes which product of a storefront.',
  'Embed applications': 'The pages of a storefront on which the widget may open.',
  'Embed sessions': "A browser's short-lived right to one fill.",
  'Embed fills': 'The fill as the browser of the shopper edits it.',
  'Webhook endpoints': 'Where events are sent.',
  'Webhook deliveries': 'What was sent, byte for byte, and what became of it.',
  Assets: 'The pictures that image fields are filled with.',
  Fonts: 'What texts are set in: the fonts that come with the service, and those of the team.',
  'Selection sets': 'Lists of options that fields of many templates share.',
  'Storefront orders': 'The orders that storefronts sent, and what became of each line that carries a fill.',
  'Hot folders': 'The folders that presses are fed from: each final print file goes to one of them, once.',
  'Hot folder deliveries': 'What was put into a hot folder or taken back, attempt by attempt.',
  Events: 'What happened, for 30 days.',
  Batches: 'Many renders or previews made as one piece of work.',
  'API keys': 'The keys of the team, for full secret keys alone.',
  Console: 'The people of the team who work in the console, and how they sign in.',
  Team: 'What the team has used, and who changed what.',
  Files: 'Files behind the signed links that records carry.',
  Interface: 'This description itself.',
}

export function describeTags(names: Iterable<string>): readonly { name: string; description: string }[] {
  return [...new Set(names)].map((name) => ({ name, description: TAGS[name] ?? `Operations on ${name}.` }))
}
