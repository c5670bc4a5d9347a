/** Which columns name kept files: a backup copies these, and a check looks for them. */
import type { Row } from '../store/engine/columns.ts'

import { filesOfParts } from '../store/tables/tails.ts'

/**
 * A column that holds the hash itself, or JSON with it: of a plan, whose body it names, of artwork with its source, a
 * form of a picture, or a tail's parts.
 */
type Naming = 'hash' | 'plan' | 'source' | 'form' | 'parts'

export const FILE_COLUMNS: Readonly<Record<string, Readonly<Record<string, Naming>>>> = {
  templates: { source_sha256: 'hash', plan: 'plan' },
  template_revisions: { plan: 'plan', artwork: 'source' },
  renders: { body_sha256: 'hash' },
  render_tails: { parts: 'parts' },
  batches: { result_sha256: 'hash' },
  fonts: { file_sha256: 'hash' },
  output_profiles: { file_sha256: 'hash' },
  converted_pictures: { print: 'form' },
  own_pictures: { print: 'form', mask: 'form', gray: 'form', screen: 'form', thumbnail: 'form' },
  assets: { print: 'form', mask: 'form', gray: 'form', screen: 'form', thumbnail: 'form' },
}

/** Columns that look like it and name no kept file: of what is put together from parts, and of uploads not kept. */
export const OTHER_HASHES: readonly string[] = [
  'renders.content_sha256',
  'hot_folder_deliveries.content_sha256',
  'assets.source_sha256',
  'fonts.source_sha256',
  // Keys of a cache: other rows name these files, or no row does any more.
  'converted_pictures.print_sha256',
  'converted_pictures.profile_sha256',
  // Of files that may be gone already; a restored installation goes on to remove them.
  'file_removals.sha256',
  // Of what was last written onto a platform's order.
  'storefront_orders.written_sha256',
]

/** SHA-256 in hex of every file that the row names. */
export function filesOfRow(table: string, row: Row): readonly string[] {
  return Object.entries(FILE_COLUMNS[table] ?? {}).flatMap(([column, naming]) => {
    const cell = row[column]
    if (typeof cell !== 'string') return []
    if (naming === 'parts') return filesOfParts(cell)
    if (naming === 'source') return [(JSON.parse(cell) as { readonly sourceSha256: string }).sourceSha256]
    if (naming === 'form') return [(JSON.parse(cell) as { readonly sha256: string }).sha256]
    return [naming === 'plan' ? bodyOf(cell) : cell]
  })
}

function bodyOf(plan: string): string {
  const { bodySha256 } = JSON.parse(plan) as { readonly bodySha256: string }
  return bodySha256
}
