/** The canvases for pdf.js, with a fix for one of their faults, and fallback faces for missing letters. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

interface OpenCanvas {
  canvas: Canvas | null
  context: SKRSContext2D | null
}

/** The CanvasFactory of pdf.js. */
export class Canvases {
  create(width: number, height: number): OpenCanvas {
    if (width <= 0 || height <= 0) throw new Error(`There is no canvas of ${width} x ${height}.`)
    const canvas = createCanvas(width, height)
    return { canvas, context: withLastingStyles(canvas.getContext('2d')) }
  }

  getNoAlphaContext(canvas: Canvas): SKRSContext2D {
    return withLastingStyles(canvas.getContext('2d', { alpha: false }))
  }

  /** A resized canvas starts with an empty stack. */
  reset({ canvas, context }: OpenCanvas, width: number, height: number): void {
    if (canvas === null || width <= 0 || height <= 0) throw new Error('There is no such canvas.')
    canvas.width = width
    canvas.height = height
    if (context !== null) for (const style of mended.get(context) ?? []) style.forget()
  }

  /** Gives the memory of the pixels back now, not when it is collected. */
  destroy(open: OpenCanvas): void {
    if (open.canvas !== null) {
      open.canvas.width = 0
      open.canvas.height = 0
    }
    open.canvas = null
    open.context = null
  }
}

type Style = SKRSContext2D['fillStyle']

const mended = new WeakMap<SKRSContext2D, readonly LastingStyle[]>()

/**
 * After `restore` the library paints in the right colour but names the one before it, which pdf.js then carries over
 * to other canvases: what stands behind a soft mask came out black. So the names are kept here, and the library is
 * asked for one only after it was set: each question leaves the engine, and pages save and restore by the thousand.
 */
export function withLastingStyles(context: SKRSContext2D): SKRSContext2D {
  if (mended.has(context)) return context
  const fill = lastingStyle(context, 'fillStyle')
  const stroke = lastingStyle(context, 'strokeStyle')
  mended.set(context, [fill, stroke])
  nameMoreFaces(context)
  const [save, restore] = [context.save.bind(context), context.restore.bind(context)]
  context.save = () => {
    fill.save()
    stroke.save()
    save()
  }
  context.restore = () => {
    restore()
    fill.restore()
    stroke.restore()
  }
  return context
}

let families = ''

/** Families in which canvases made from now on look for what the font that is set has no letters for. */
export function lookForLettersIn(names: readonly string[]): void {
  families = names.map((name) => `, "${name}"`).join('')
}

/** The library looks for a letter in the families that a font names and nowhere else. */
function nameMoreFaces(context: SKRSContext2D): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), 'font')
  const more = families
  const get = (): string => own?.get?.call(context) as string
  // pdf.js carries names over from one canvas to another.
  const set = (font: string): void => own?.set?.call(context, font.endsWith(more) ? font : font + more)
  Object.defineProperty(context, 'font', { get, set, enumerable: true, configurable: true })
}

interface LastingStyle {
  save(): void
  restore(): void
  forget(): void
}

function lastingStyle(context: SKRSContext2D, name: 'fillStyle' | 'strokeStyle'): LastingStyle {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), name)
  const saved: Style[] = []
  let known: Style | undefined
  const get = (): Style => {
    known ??= own?.get?.call(context) as Style
    return known
  }
  const set = (style: Style): void => {
    own?.set?.call(context, style)
    // It may have been no style, or is named otherwise from now on.
    known = undefined
  }
  Object.defineProperty(context, name, { get, set, enumerable: true, configurable: true })
  return {
    save: () => void saved.push(get()),
    restore() {
      if (saved.length > 0) known = saved.pop()
    },
    forget() {
      saved.splice(0)
      known = undefined
    },
  }
}
