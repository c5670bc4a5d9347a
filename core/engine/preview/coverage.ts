/** Coverage masks: how much of each pixel a mark covers, painted from the press's own outlines. */
import { type Canvas, createCanvas, DOMMatrix, type Image, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { createBoundedCache } from '../pdf/bounded-cache.ts'
import type { DeviceMatrix, Drawing, DrawnImage, DrawnProblem, DrawnShapes, DrawnStroke } from './drawing.ts'
import { openPicture, type ReadInks } from './open-picture.ts'
import type { ProofColors } from './proof.ts'

/** Pixels of a rectangle of the picture, row after row. */
export interface Mask {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** RGBA with colours not multiplied by alpha, as canvases give them; shapes have black alone. */
  readonly pixels: Uint8ClampedArray
}

/** The line of an outline in px. */
export type ShapeLine = Pick<DrawnStroke, 'widthPx' | 'join' | 'miterLimit'>

/** The painted part of shapes: by default the enclosed area, else the outline, or the area inside the outline. */
export interface ShapePaint {
  readonly part: 'outline' | 'inside'
  readonly line: ShapeLine
}

export interface Painter {
  /** Calls `visit` for one rectangle after another, which together hold all of the mark; masks last until it returns. */
  shapes(
    drawing: Pick<Drawing, 'outlines'>,
    mark: Pick<DrawnShapes, 'bounds' | 'shapes'>,
    visit: (mask: Mask) => void,
    paint?: ShapePaint,
  ): void
  image(mark: DrawnImage, image: Image | Canvas, visit: (mask: Mask) => void): void
  /** The frame of a place, `width` px thick. */
  frame(
    corners: DrawnProblem['corners'],
    bounds: DrawnShapes['bounds'],
    width: number,
    visit: (mask: Mask) => void,
  ): void
  area(corners: DrawnProblem['corners'], bounds: DrawnShapes['bounds'], visit: (mask: Mask) => void): void
  /**
   * Opens a picture, with a proof in the colours that the press gives it; of the same hash it is opened once while it is
   * remembered.
   */
  open(picture: Drawing['images'][number], proof?: ProofColors | null): Promise<Image | Canvas>
}

/** A rectangle is painted in parts of at most so many pixels: a poster's words may be as large as the poster. */
const MOST_PIXELS = 1 << 20
const PATHS = 8192
const IMAGES = 8

/** Keeps the outlines it has met, and a canvas as large as it ever needed. */
export function createPainter(readInks: ReadInks | null = null): Painter {
  const paths = createBoundedCache<Path2D>(PATHS)
  const images = createBoundedCache<Image | Canvas>(IMAGES)
  let canvas: Canvas | null = null

  const context = (width: number, height: number): SKRSContext2D => {
    if (canvas === null || canvas.width < width || canvas.height < height)
      canvas = createCanvas(Math.max(width, canvas?.width ?? 0), Math.max(height, canvas?.height ?? 0))
    const context = canvas.getContext('2d')
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    return context
  }
  const pathOf = (outline: string): Path2D => {
    const known = paths.get(outline)
    if (known !== undefined) return known
    const path = new Path2D(svgPath(outline))
    paths.set(outline, path)
    return path
  }
  const inParts = (
    [left, top, right, bottom]: DrawnShapes['bounds'],
    paint: (context: SKRSContext2D, left: number, top: number) => void,
    visit: (mask: Mask) => void,
  ): void => {
    const width = right - left
    if (width <= 0) return
    const rows = Math.max(1, Math.floor(MOST_PIXELS / width))
    for (let y = top; y < bottom; y += rows) {
      const height = Math.min(rows, bottom - y)
      const surface = context(width, height)
      surface.save()
      paint(surface, left, y)
      surface.restore()
      visit({ left, top: y, width, height, pixels: surface.getImageData(0, 0, width, height).data })
    }
  }
  return {
    shapes({ outlines }, { bounds, shapes }, visit, painted) {
      inParts(
        bounds,
        (surface, left, top) => {
          surface.fillStyle = '#000'
          if (painted?.part !== 'outline')
            for (const { outline, matrix } of shapes) {
              place(surface, matrix, left, top)
              surface.fill(pathOf(outlines[outline] ?? ''))
            }
          if (painted === undefined) return
          if (painted.part === 'inside') surface.globalCompositeOperation = 'destination-out'
          surface.setTransform(1, 0, 0, 1, -left, -top)
          drawLineAs(surface, painted.line)
          for (const { outline, matrix } of shapes) {
            const path = new Path2D()
            path.addPath(pathOf(outlines[outline] ?? ''), domMatrix(matrix))
            surface.stroke(path)
          }
        },
        visit,
      )
    },
    image({ bounds, matrix, crop }, image, visit) {
      inParts(
        bounds,
        (surface, left, top) => {
          place(surface, matrix, left, top)
          if (crop !== null) {
            surface.beginPath()
            surface.rect(crop[0], crop[1], crop[2] - crop[0], crop[3] - crop[1])
            surface.clip()
          }
          surface.imageSmoothingEnabled = true
          surface.imageSmoothingQuality = 'high'
          // Samples run from the top, the unit square from the bottom (ISO 32000-1 8.9.5.1).
          surface.transform(1, 0, 0, -1, 0, 1)
          surface.drawImage(image, 0, 0, 1, 1)
        },
        visit,
      )
    },
    frame(corners, bounds, width, visit) {
      inParts(
        bounds,
        (surface, left, top) => {
          trace(surface, corners, left, top)
          surface.lineWidth = width
          surface.lineJoin = 'round'
          surface.setLineDash([width * 3, width * 2])
          surface.strokeStyle = '#000'
          surface.stroke()
        },
        visit,
      )
    },
    area(corners, bounds, visit) {
      inParts(
        bounds,
        (surface, left, top) => {
          trace(surface, corners, left, top)
          surface.fillStyle = '#000'
          surface.fill()
        },
        visit,
      )
    },
    async open(file, proof = null) {
      const { sha256 } = file
      const key = proof === null ? sha256 : `${sha256} ${proof.sha256}`
      const known = images.get(key)
      if (known !== undefined) return known
      const image = await openPicture(file, proof, readInks)
      images.set(key, image)
      return image
    },
  }
}

function drawLineAs(surface: SKRSContext2D, { widthPx, join, miterLimit }: ShapeLine): void {
  surface.strokeStyle = '#000'
  surface.lineWidth = widthPx
  surface.lineJoin = join
  surface.miterLimit = miterLimit
}

function domMatrix([a, b, c, d, e, f]: DeviceMatrix): DOMMatrix {
  return new DOMMatrix([a, b, c, d, e, f])
}

function place(surface: SKRSContext2D, [a, b, c, d, e, f]: DeviceMatrix, left: number, top: number): void {
  surface.setTransform(a, b, c, d, e - left, f - top)
}

function trace(surface: SKRSContext2D, corners: DrawnProblem['corners'], left: number, top: number): void {
  surface.beginPath()
  for (const [index, [x, y]] of corners.entries()) {
    if (index === 0) surface.moveTo(x - left, y - top)
    else surface.lineTo(x - left, y - top)
  }
  surface.closePath()
}

/** PDF writes an operator after its operands, SVG a command before them. */
export function svgPath(outline: string): string {
  let path = ''
  let operands = ''
  for (const word of outline.split(' ')) {
    if (word === 'm') path += `M${operands}`
    else if (word === 'l') path += `L${operands}`
    else if (word === 'c') path += `C${operands}`
    else if (word === 'h') path += 'Z'
    else {
      operands += `${word} `
      continue
    }
    operands = ''
  }
  return path
}
