/** Drawings for empty states, in one ink and one tint of it. */

const DRAWINGS = {
  /** A sheet leaves a press. */
  press: [
    'M22 34h52v28H22z',
    'M32 62h32v20H32z',
    'M30 34V20h36v14M30 26h36M22 48h52M30 42h6M60 42h6M38 69h20M38 75h14',
  ],
  /** A sheet with fields. */
  sheet: ['M26 14h32l14 14v54H26z', 'M36 44h26v10H36z', 'M58 14v14h14M36 36h18M36 62h26M36 70h16'],
  folder: ['M16 30h22l6 7h36v39H16z', 'M28 22h40v8', 'M16 44h64M40 58h16M48 50v16'],
  /** Sheets under a glass. */
  search: [
    'M22 18h38v50H22z',
    'M66 62a13 13 0 1 1-26 0 13 13 0 0 1 26 0z',
    'M63 71l13 13M30 30h22M30 38h22M30 46h10',
  ],
  /** A plug and its socket. */
  plug: ['M18 40h22v18H18z', 'M56 36h22v26H56z', 'M40 45h8M40 53h8M10 49h8M78 49h8M56 45h-5M56 53h-5'],
  /** A tick on a stamp: nothing left to do. */
  done: ['M48 18a30 30 0 1 0 0 60 30 30 0 0 0 0-60z', '', 'M35 49l9 9 18-19'],
} as const

export type DrawingName = keyof typeof DRAWINGS

export function Drawing({ name }: { readonly name: DrawingName }) {
  const [paper, more, lines] = DRAWINGS[name]
  return (
    <svg class="drawing" viewBox="0 0 96 96" aria-hidden="true">
      <path class="paper" d={paper} />
      <path class="paper" d={more} />
      <path d={lines} />
    </svg>
  )
}
