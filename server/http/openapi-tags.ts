/** A sentence on each group of operations, for the documentation. */

const TAGS: Readonly<Record<string, string>> = {
  Templates: 'PDFs with fields: upload, publish and revise them.',
  Renders: 'Press-ready PDFs of a template with values.',
  Preflight: 'Preflight reports of templates and renders, as text, data and marked pages.',
  Previews: 'Previews of templates with values.',
  Fills: 'Designs of customers: open until an order finalizes them, then printed once.',
  'Product mappings': 'Assignments of storefront products to templates.',
  'Embed applications': 'Storefront pages that can open the widget.',
  'Embed sessions': 'Short-lived browser access to one fill.',
  'Embed fills': 'Operations of the widget on its fill.',
  'Webhook endpoints': 'URLs that receive events.',
  'Webhook deliveries': 'Sent payloads and their results.',
  Assets: 'Images for image fields.',
  Fonts: 'Fonts of Platen and of the team.',
  Profiles: 'Output profiles of Platen and of the team, for PDF/X-4.',
  'Brand colors': 'Process colors of the shop, for the ink picker.',
  'Selection sets': 'Shared lists of options for selection fields.',
  'Storefront orders': 'Orders from storefronts and the status of their lines.',
  'Storefront shops': 'Shops that sign their order hooks with a secret made here.',
  'Hot folders': 'Folders that presses take print files from. Each final print file is delivered once.',
  'Hot folder deliveries': 'Delivered and withdrawn print files, by attempt.',
  Events: 'Events of the last 30 days.',
  Batches: 'Many renders as one job.',
  'API keys': 'API keys of the team. Requires a secret key.',
  Console: 'Console users of the team and their sign-in.',
  Team: 'Usage and audit log of the team.',
  Files: 'Files behind signed links.',
  Interface: 'This API description.',
}

export function describeTags(names: Iterable<string>): readonly { name: string; description: string }[] {
  return [...new Set(names)].map((name) => ({ name, description: TAGS[name] ?? `Operations on ${name}.` }))
}
