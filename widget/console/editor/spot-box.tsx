/** A field on the page; drawn again only when it has changed itself. */
import { Component } from 'preact'
import type { Placed } from './placed.ts'

export interface SpotBoxProps {
  readonly spotKey: string
  readonly placed: Placed
  readonly label: string
  /** Position and kind, for screen readers. */
  readonly spoken: string
  readonly type: 'text' | 'selection' | 'image'
  /** Px for each point. */
  readonly scale: number
  readonly selected: boolean
  /** It stays where it is. */
  readonly locked: boolean
  /** The one that Tab leads to. */
  readonly tabbed: boolean
  readonly wrong: boolean
}

export class SpotBox extends Component<SpotBoxProps> {
  override shouldComponentUpdate(next: SpotBoxProps): boolean {
    const names = Object.keys(next) as (keyof SpotBoxProps)[]
    return (
      names.some((name) => name !== 'placed' && next[name] !== this.props[name]) || !same(next, this.props)
    )
  }

  override render() {
    const { spotKey, placed, label, spoken, type, scale, selected, locked, tabbed, wrong } = this.props
    return (
      <div
        class="spot"
        data-key={spotKey}
        data-type={type}
        data-selected={selected || undefined}
        data-wrong={wrong || undefined}
        data-locked={locked || undefined}
        style={{ ...boxStyle(placed, scale) }}
      >
        <button
          type="button"
          class="spot-button"
          tabIndex={tabbed ? 0 : -1}
          aria-pressed={selected}
          aria-label={spoken}
          title={label}
        />
      </div>
    )
  }
}

function same({ placed: one }: SpotBoxProps, { placed: other }: SpotBoxProps): boolean {
  return (
    one.width === other.width &&
    one.height === other.height &&
    one.matrix.every((value, at) => value === other.matrix[at])
  )
}

export interface BoxStyle {
  readonly left: string
  readonly top: string
  readonly width: string
  readonly height: string
  readonly transform: string
}

/**
 * Scales of the matrix go into width and height, so that borders and handles keep their size. What stands upright has
 * no transform: a page of many transforms is expensive to composite in each frame of a drag.
 */
export function boxStyle({ matrix: [a, b, c, d, e, f], width, height }: Placed, scale: number): BoxStyle {
  const [across, down] = [Math.hypot(a, b), Math.hypot(c, d)]
  const size = { width: `${px(width * across * scale)}px`, height: `${px(height * down * scale)}px` }
  const turn = [a / across, b / across, c / down, d / down].map((value) => Math.round(value * 1e6) / 1e6)
  if (turn.every((value, at) => value === UPRIGHT[at]))
    return { left: `${px(e * scale)}px`, top: `${px(f * scale)}px`, ...size, transform: 'none' }
  const matrix: readonly number[] = [...turn, px(e * scale), px(f * scale)]
  return { left: '0px', top: '0px', ...size, transform: `matrix(${matrix.join(',')})` }
}

const UPRIGHT = [1, 0, 0, 1] as const

function px(value: number): number {
  return Math.round(value * 100) / 100
}
