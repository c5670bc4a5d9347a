/** A colour swatch, with the colour's name if it has one. */

export interface SwatchProps {
  /** `#rrggbb` */
  readonly hex: string
  readonly label?: string | undefined
}

export function Swatch({ hex, label }: SwatchProps) {
  return (
    <span class="swatch-line">
      <span class="swatch" style={{ background: hex }} aria-hidden="true" />
      {label === undefined ? null : <bdi>{label}</bdi>}
    </span>
  )
}
