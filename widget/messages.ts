/** The messages between the loader in a shop's page and its frame, each sent to the other's exact origin. */

export interface SavedFill {
  readonly id: string
  /** A picture of the fill for carts and orders; null while none can be drawn. */
  readonly preview_url: string | null
  /** By name and screen colour, for the line of a cart; what orders say is asked of the service. */
  readonly inks: readonly NamedColor[]
  readonly paper: NamedColor | null
  /** The first text of the design, by which customers tell two lines of one product apart; null without any. */
  readonly text: NamedText | null
}

export interface NamedText {
  readonly label: string
  readonly value: string
}

export interface NamedColor {
  readonly name: string
  readonly hex: string
}

/** From the frame to the page around it. The page may listen to them itself. */
export type FromFrame =
  /** The frame's script runs and waits for what to open. */
  | { readonly type: 'service:ready' }
  /** The editor can be used. */
  | { readonly type: 'service:opened' }
  | {
      readonly type: 'service:changed'
      readonly embed_session: string
      readonly fill: { readonly id: string }
    }
  | {
      readonly type: 'service:saved'
      /** Id of the session; its secret never leaves the frame. */
      readonly embed_session: string
      readonly fill: SavedFill
      /** The requested fill, if it could not be continued: the new one replaces it. */
      readonly replaces: string | null
    }
  | { readonly type: 'service:error'; readonly code: string; readonly message: string }
  | { readonly type: 'service:expired' }
  | { readonly type: 'service:resize'; readonly height: number }
  /** The review is open, or is so no more: the way back leads from it to the form. */
  | { readonly type: 'service:review'; readonly open: boolean }
  | { readonly type: 'service:closed' }

/** The product or design to personalize. */
export interface Wish {
  readonly product: string
  readonly variant: string | null
  readonly cart: string | null
  /** A fill that is in the cart already. */
  readonly fill: string | null
  /** A session that the shop's server has opened; without it the frame opens one for a guest. */
  readonly session: { readonly id: string; readonly client_secret: string } | null
  readonly language: string
}

/** From the loader to the frame. */
export type ToFrame =
  | { readonly type: 'service:open'; readonly wish: Wish }
  /** From the review to the form. */
  | { readonly type: 'service:back' }
  /** The focus has reached the frame's edge from outside. */
  | { readonly type: 'service:focus'; readonly edge: 'start' | 'end' }

const FROM_FRAME: readonly string[] = [
  'ready',
  'opened',
  'changed',
  'saved',
  'error',
  'expired',
  'resize',
  'review',
  'closed',
].map((name) => `service:${name}`)

/** Null for anything else; what is unknown is left alone, as pages have other conversations too. */
export function readFromFrame(data: unknown): FromFrame | null {
  const type = (data as { type?: unknown } | null)?.type
  return typeof type === 'string' && FROM_FRAME.includes(type) ? (data as FromFrame) : null
}
