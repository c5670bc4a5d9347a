/** Inks of the artwork: separations by name and process colours, and the operators that paint with them. */
import { number, operators, type Path } from './path.ts'

/** Cyan, magenta, yellow and black, each from 0 to 1. */
export type Cmyk = readonly [number, number, number, number]

/** A spot ink: one plate of its own. */
export interface Separation {
  /** The plate's name, byte for byte. */
  readonly plate: string
  /** Name of the colour space in every /Resources of the file. */
  readonly resource: string
  /** How the solid ink looks where there is no such plate: the DeviceCMYK alternate. */
  readonly looksLike: Cmyk
}

export interface Process {
  readonly process: Cmyk
}

export type Ink = Separation | Process

export interface StrokeStyle {
  readonly width: number
  readonly roundCaps?: boolean
  /** Lengths of dashes and gaps in points. */
  readonly dashes?: readonly number[]
}

/** Operators that make an ink at full strength the fill colour; upper case, the stroke colour. */
export const fillColour = (ink: Ink): string =>
  'plate' in ink ? `/${ink.resource} cs 1 scn` : `${ink.process.map(number).join(' ')} k`

export const strokeColour = (ink: Ink): string =>
  'plate' in ink ? `/${ink.resource} CS 1 SCN` : `${ink.process.map(number).join(' ')} K`

export const fill = (ink: Ink, path: Path): string => `${fillColour(ink)}\n${operators(path)}\nf`

/** Fills by the even-odd rule, so that inner outlines stay free of ink. */
export const fillEvenOdd = (ink: Ink, path: Path): string => `${fillColour(ink)}\n${operators(path)}\nf*`

export function stroke(ink: Ink, path: Path, style: StrokeStyle): string {
  const caps = style.roundCaps ? '1 J 1 j ' : ''
  const dashes = style.dashes ? `[${style.dashes.map(number).join(' ')}] 0 d ` : ''
  return `q ${strokeColour(ink)} ${number(style.width)} w ${caps}${dashes}\n${operators(path)}\nS Q`
}

/** Paints over what lies below without knocking it out, through the graphics state that every file carries. */
export const overprinting = (content: string): string => `q /Overprint gs\n${content}\nQ`

/** Paints content and its reflection in the vertical line at `x`. */
export const withReflection = (content: string, x: number): string =>
  `${content}\nq -1 0 0 1 ${number(2 * x)} 0 cm\n${content}\nQ`
