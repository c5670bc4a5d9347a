/** The canvases that pdf.js draws on, with a fault of theirs mended. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

interface OpenCanvas {
  canvas: Canvas | null
  context: SKRSContext2D | null
}

/** What pdf.js asks for under the name of CanvasFactory. */
export class Canvases {
  create(width: number, height: number): OpenCanvas {
    if (width <= 0 || height <= 0) throw new Error(`There is no canvas of ${width} x ${height}.`)
    const canvas = createCanvas(width, height)
    return { canvas, context: withLastingStyles(canvas.getContext('2d')) }
  }

  getNoAlphaContext(canvas: Canvas): SKRSContext2D {
    return withLastingStyles(canvas.getContext('2d', { alpha: false }))
  }

  /** A canvas that is sized anew begins with nothing saved. */
  reset({ canvas, context }: OpenCanvas, width: number, height: number): void {
    if (canvas === null || width <= 0 || height <= 0) throw new Error('There is no such canvas.')
    canvas.width = width
    canvas.height = height
    if (context !== null) saved.get(context)?.splice(0)
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

type Styles = readonly [SKRSContext2D['fillStyle'], SKRSContext2D['strokeStyle']]
const saved = new WeakMap<SKRSContext2D, Styles[]>()

/**
 * After `restore` the library paints in the right colour but names the one before it, which pdf.js then carries over
 * to other canvases: what stands behind a soft mask came out black.
 */
export function withLastingStyles(context: SKRSContext2D): SKRSContext2D {
  if (saved.has(context)) return context
  const styles: Styles[] = []
  saved.set(context, styles)
  const [save, restore] = [context.save.bind(context), context.restore.bind(context)]
  context.save = () => {
    styles.push([context.fillStyle, context.strokeStyle])
    save()
  }
  context.restore = () => {
    restore()
    const former = styles.pop()
    if (former === undefined) return
    context.fillStyle = former[0]
    context.strokeStyle = former[1]
  }
  return context
}
