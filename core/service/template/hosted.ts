/** The hosted page of a template: its texts, and its questions to customers. */

/** How far a page asks for something. */
export const ASKED = ['no', 'optional', 'required'] as const
export type Asked = (typeof ASKED)[number]

export interface HostedSettings {
  /** Below the title, and in links that are shared; plain text. */
  readonly description: string | null
  readonly askName: Asked
  readonly askEmail: Asked
  /** Keeps search engines away. */
  readonly noindex: boolean
  /** `#rrggbb`; null for the page's own. */
  readonly accentColor: string | null
}

export const PLAIN_HOSTED: HostedSettings = {
  description: null,
  askName: 'no',
  askEmail: 'no',
  noindex: false,
  accentColor: null,
}
