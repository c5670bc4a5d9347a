/** The shop's branding around the editor, as the page passes it. */

export interface ShopFace {
  readonly name: string | null
  readonly logo_url: string | null
  readonly contact: string | null
  /** What happens after approval, in the shop's words. */
  readonly closing: string | null
  readonly terms_url: string | null
  readonly privacy_url: string | null
}

export interface Face {
  /** The shop; null where it has not said who it is. */
  readonly shop: ShopFace | null
  /** Of the template, on a page of its own. */
  readonly title: string | null
  readonly intro: string | null
}

export const NO_FACE: Face = { shop: null, title: null, intro: null }

/** As the page's `data-face` says it; no face where it says none. */
export function readFace(text: string | undefined): Face {
  if (!text) return NO_FACE
  try {
    return { ...NO_FACE, ...(JSON.parse(text) as Partial<Face>) }
  } catch {
    return NO_FACE
  }
}
