/** The tree of form fields (ISO 32000-1 12.7.3): who is whose parent, what is inherited, how fields are named. */
import { PDFDict, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib'
import { arrayEntry, dictEntry, entry, nameEntry, textEntry } from '../../pdf/read-object.ts'

export interface FieldTree {
  /** The catalog's AcroForm dictionary. */
  readonly form: PDFDict | null
  /** Parents by the /Kids that name a child: some children do not name their parent. */
  readonly parents: ReadonlyMap<PDFDict, PDFDict>
  /** Fields without fields below them, in the order of the tree. */
  readonly terminals: readonly PDFDict[]
}

/** A widget or field followed by its ancestors, nearest first. */
export type Ancestry = readonly PDFDict[]

/** A loop or a part that is named twice is walked once. */
export function readFieldTree(doc: PDFDocument): FieldTree {
  const catalog = doc.context.lookup(doc.context.trailerInfo.Root)
  const form = catalog instanceof PDFDict ? dictEntry(catalog, 'AcroForm') : null
  const parents = new Map<PDFDict, PDFDict>()
  const terminals: PDFDict[] = []
  const visited = new Set<PDFDict>()
  const open: { dict: PDFDict; root: boolean }[] = []
  const push = (dicts: readonly PDFDict[], root: boolean) => {
    for (const dict of dicts.toReversed()) open.push({ dict, root })
  }
  push(form === null ? [] : childrenOf(form, 'Fields'), true)
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (visited.has(node.dict)) continue
    visited.add(node.dict)
    const kids = childrenOf(node.dict, 'Kids').filter((kid) => !visited.has(kid))
    for (const kid of kids) if (!parents.has(kid)) parents.set(kid, node.dict)
    if ((node.root || isNamed(node.dict)) && !kids.some(isNamed)) terminals.push(node.dict)
    push(kids, false)
  }
  return { form, parents, terminals }
}

export function childrenOf(dict: PDFDict, key: 'Fields' | 'Kids'): PDFDict[] {
  return (arrayEntry(dict, key) ?? []).filter((kid) => kid instanceof PDFDict)
}

/** What has no partial name is a widget of its parent and no field (ISO 32000-2 12.7.4.2). */
function isNamed(dict: PDFDict): boolean {
  return textEntry(dict, 'T') !== null
}

/** Decision: no form made by people is nested deeper; what lies above is passed over. */
const MAX_ANCESTRY = 100

/** A chain that runs in a circle ends where it began; a page is nobody's parent here. */
export function ancestryOf(dict: PDFDict, tree: FieldTree): Ancestry {
  const chain = new Set<PDFDict>()
  let node: PDFDict | null = dict
  while (node !== null && !chain.has(node) && chain.size < MAX_ANCESTRY) {
    chain.add(node)
    const parent: PDFDict | null = dictEntry(node, 'Parent') ?? tree.parents.get(node) ?? null
    const type: string | null = parent === null ? null : nameEntry(parent, 'Type')
    node = type === 'Page' || type === 'Pages' ? null : parent
  }
  return [...chain]
}

/** The nearest statement of an inheritable attribute, or null. */
export function inherited(chain: Ancestry, key: string): PDFObject | null {
  for (const dict of chain) {
    const found = entry(dict, key)
    if (found !== null) return found
  }
  return null
}

/** The part of an ancestry that begins with the field itself, where it began with one of its widgets. */
export function fromField(chain: Ancestry): Ancestry {
  const named = chain.findIndex(isNamed)
  return chain.slice(named < 0 ? chain.length - 1 : named)
}

/** Partial names from the root down, joined by full stops (ISO 32000-1 12.7.3.2); empty for a nameless field. */
export function qualifiedName(chain: Ancestry): string {
  const names = chain.map((dict) => textEntry(dict, 'T')).filter((name) => name !== null && name !== '')
  return names
    .toReversed()
    .join('.')
    .replace(/\p{Cc}/gu, '')
}
