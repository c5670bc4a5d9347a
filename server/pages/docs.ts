/** The documentation by path: the reference, the errors, and their style sheet. */

import { errorsPage } from './docs-errors.ts'
import { docsStyle } from './docs-frame.ts'
import { type Document, referencePage } from './docs-reference.ts'
import type { Page } from './html.ts'

/** Each page is written when it is first asked for. `describe` gives the OpenAPI document. */
export function createPages(
  describe: () => Readonly<Record<string, unknown>>,
): Readonly<Record<string, () => Page>> {
  return {
    '/docs': once(() => referencePage(describe() as unknown as Document)),
    '/docs/errors': once(errorsPage),
    '/docs/style.css': once(docsStyle),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
