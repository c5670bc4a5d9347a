/** How a team shows itself to customers: the record. */

export interface Branding {
  /** Null: customers see no name. */
  readonly displayName: string | null
  /** An image of the library. */
  readonly logoAssetId: string | null
  /** An e-mail address, a telephone number or a sentence. */
  readonly contact: string | null
  /** `#rrggbb`; of pages that have no colour of their own. */
  readonly accentColor: string | null
  /** What happens after approval. */
  readonly closing: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

export const NO_BRANDING: Branding = {
  displayName: null,
  logoAssetId: null,
  contact: null,
  accentColor: null,
  closing: null,
  termsUrl: null,
  privacyUrl: null,
}
