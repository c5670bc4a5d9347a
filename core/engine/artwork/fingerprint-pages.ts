/** Takes fingerprints of pages before anything of them is changed. */
import { createHash } from 'node:crypto'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { contentsOf, MAX_CONTENT_BYTES } from '../pdf/page-contents.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { decodeStream } from '../pdf/read-stream.ts'
import { createValueKeys } from '../pdf/value-keys.ts'
import { MOST_LINE_HASHES, type PageFingerprint } from '../scene/page-likeness.ts'

/** Longer content is compared by its digest alone. */
const SAMPLED_BYTES = 1 << 16
/** Some writers put all operators in one line: those that paint something end one as well. */
const LINE_END = /[\r\n]+|(?<= (?:f|S|B|Tj|TJ|ET|Do)) /
const COMPARED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

export function fingerprintPages(doc: PDFDocument, pages: readonly WalkedPage[]): PageFingerprint[] {
  const keyOf = createValueKeys(doc.catalog)
  const hashes = pages.map(hashLines)
  const counts = new Map<number, number>()
  for (const hash of hashes.flatMap((own) => [...own])) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return pages.map((page, at) => {
    const digest = createHash('sha256')
    for (const { stream } of contentsOf(page).parts) digest.update(keyOf(stream))
    for (const key of COMPARED) {
      const stated = page.attributes.get(key)
      digest.update(`/${key} ${stated === undefined ? '' : keyOf(stated)}`)
    }
    // Lines that several pages have, such as a running head, say nothing of the page.
    const own = [...(hashes[at] ?? [])].filter((hash) => counts.get(hash) === 1)
    const lines = own.sort((a, b) => a - b).slice(0, MOST_LINE_HASHES)
    return { digest: digest.digest('hex').slice(0, 16), lines }
  })
}

function hashLines(page: WalkedPage): ReadonlySet<number> {
  const hashes = new Set<number>()
  let room = SAMPLED_BYTES
  for (const { stream } of contentsOf(page).parts) {
    if (room <= 0) break
    const content = decodeStream(stream, MAX_CONTENT_BYTES)?.subarray(0, room)
    if (content === undefined) continue
    room -= content.length
    for (const line of Buffer.from(content).toString('latin1').split(LINE_END))
      hashes.add(hashOf(line.trim()))
  }
  return hashes
}

/** FNV-1a with a last mix, so that the least hashes are a fair sample. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
