/** A balanced page tree (ISO 32000-1 7.7.3) for pages that are written before it is known how many there will be. */

/** Kids of a node: a reader reaches any of a million pages over four nodes. */
export const FAN_OUT = 64

/** Where the nodes of the tree are written. */
export interface TreeObjects {
  allocate(): number
  write(object: number, body: string): void
}

export interface PageTree {
  readonly pageCount: number
  /** Takes in the next page and answers the number of its parent. */
  add(page: number): number
  /** Writes all nodes, the root last and under its given number; yields whenever some are written. */
  finish(root: number): Generator<void>
}

interface Node {
  readonly object: number
  readonly kids: readonly number[] | Uint32Array
  /** Pages below it. */
  readonly count: number
}

export function createPageTree(objects: TreeObjects): PageTree {
  /** The object numbers of the pages, leaf by leaf; nothing else of a page is kept. */
  const leaves: { readonly object: number; readonly pages: Uint32Array }[] = []
  let pageCount = 0

  const write = ({ object, kids, count }: Node, parent: number | null) => {
    const above = parent === null ? '' : ` /Parent ${parent} 0 R`
    const list = Array.from(kids, (kid) => `${kid} 0 R`).join(' ')
    objects.write(object, `<</Type /Pages${above} /Count ${count} /Kids [${list}]>>`)
  }

  function* close(nodes: readonly Node[], root: number): Generator<void> {
    const above: Node[] = []
    for (let at = 0; at < nodes.length; at += FAN_OUT) {
      const kids = nodes.slice(at, at + FAN_OUT)
      const object = nodes.length <= FAN_OUT ? root : objects.allocate()
      for (const kid of kids) write(kid, object)
      const count = kids.reduce((sum, kid) => sum + kid.count, 0)
      above.push({ object, kids: kids.map((kid) => kid.object), count })
      yield
    }
    const [top] = above
    if (above.length > 1) yield* close(above, root)
    else if (top !== undefined) write(top, null)
  }

  return {
    get pageCount() {
      return pageCount
    },
    add(page) {
      const at = pageCount % FAN_OUT
      if (at === 0) leaves.push({ object: objects.allocate(), pages: new Uint32Array(FAN_OUT) })
      const leaf = leaves[leaves.length - 1]
      if (leaf === undefined) throw new Error('The page has no place in the tree.')
      leaf.pages[at] = page
      pageCount += 1
      return leaf.object
    },
    finish(root) {
      const nodes = leaves.map(({ object, pages }, index) => {
        const count = Math.min(FAN_OUT, pageCount - index * FAN_OUT)
        return { object, kids: pages.subarray(0, count), count }
      })
      return close(nodes, root)
    },
  }
}
