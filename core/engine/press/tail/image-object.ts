/** The dictionaries of catalogue pictures in a print file: their kept samples are the streams, byte for byte. */

import type { ImageMark } from '../../layout/mark.ts'
import { real } from '../../pdf/syntax.ts'
import { type ColorKind, hasColors, type PlaceablePicture, type PrintForm } from '../../scene/picture.ts'
import type { FilePart } from './tail-part.ts'

const SPACES: Readonly<Record<ColorKind, { readonly space: string; readonly components: number }>> = {
  one_bit: { space: '/DeviceGray', components: 1 },
  gray: { space: '/DeviceGray', components: 1 },
  rgb: { space: '/DeviceRGB', components: 3 },
  cmyk: { space: '/DeviceCMYK', components: 4 },
}

/** The one ink that a picture prints in: `space` is its colour space, a black pixel prints with `tint`. */
export interface PictureInk {
  readonly space: string
  readonly tint: number
  /** The space's value of full tint; 1 if absent. */
  readonly solid?: number
}

/**
 * What stands in the dictionary of the picture's image XObject (ISO 32000-1 8.9.5, table 89) beside /Length;
 * `maskObject` is the number of the object that `maskEntries` gives, which a picture with `alpha` has. Samples count
 * light and a separation counts ink, so that on an ink they are decoded from dark to light.
 */
export function imageEntries(
  picture: PlaceablePicture,
  maskObject: number | null,
  ink: PictureInk | null = null,
): string {
  const { space, components } = SPACES[picture.colorKind]
  const kind = picture.mask?.bitsPerComponent === 1 ? 'Mask' : 'SMask'
  const masked = maskObject === null ? '' : ` /${kind} ${maskObject} 0 R`
  if (ink !== null) {
    const looks = `/ColorSpace ${ink.space} /Decode [${real(ink.tint * (ink.solid ?? 1))} 0]`
    return `${entries(picture, lightnessOf(picture), 1)} ${looks}${masked}`
  }
  const decode = picture.print.inverted ? ` /Decode [${new Array(components).fill('1 0').join(' ')}]` : ''
  return `${entries(picture, picture.print, components)} /ColorSpace ${space}${decode}${masked}`
}

/**
 * As imageEntries, of the opacity. Decision: where each pixel is either there or not, it is a mask of one bit
 * (8.9.6.3), which needs no transparency of the press; else a soft mask.
 */
export function maskEntries(picture: PlaceablePicture, mask: PrintForm): string {
  const looks = mask.bitsPerComponent === 1 ? '/ImageMask true /Decode [1 0]' : '/ColorSpace /DeviceGray'
  return `${entries(picture, mask, 1)} ${looks}`
}

/** Line art as a stencil for the current colour (8.9.6.2): dark pixels are painted, light ones leave what is there. */
function stencilEntries(picture: PlaceablePicture): string {
  return `${entries(picture, picture.print, 1)} /ImageMask true /Decode [0 1]`
}

function entries(
  { widthPx, heightPx }: PlaceablePicture,
  { filter, bitsPerComponent }: PrintForm,
  components: number,
): string {
  const parameters =
    filter === 'flate_png'
      ? ` /DecodeParms <</Predictor 15 /Colors ${components} /BitsPerComponent ${bitsPerComponent} /Columns ${widthPx}>>`
      : ''
  return (
    `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /BitsPerComponent ${bitsPerComponent} ` +
    `/Filter ${filter === 'dct' ? '/DCTDecode' : '/FlateDecode'}${parameters}`
  )
}

/** The picture as samples of one component. Throws a plain Error for one that was kept without them. */
function lightnessOf(picture: PlaceablePicture): PrintForm {
  if (!hasColors(picture)) return picture.print
  if (picture.gray == null) throw new Error(`${picture.assetId} cannot be printed in one ink.`)
  return picture.gray
}

/**
 * Decision: line art without opacity of its own is a stencil: its white is no paper laid over the artwork, as layout
 * programs have it. A picture that says itself where it is see-through keeps its white.
 */
export function isStencil({ picture, oneColor }: ImageMark): boolean {
  return oneColor && picture.colorKind === 'one_bit' && picture.mask === null
}

/** A colour space of one component, and its value of full tint. */
export interface PictureSpace {
  readonly object: number
  readonly solid: number
}

export interface ImageObjects {
  /** The object of the mark's picture, written when it is first asked for; `space` is that of its plate or mix. */
  objectOf(mark: ImageMark, space: PictureSpace | null): number
}

/** `add` writes an object whose stream is a kept file, and answers its number. */
export function createImageObjects(add: (body: string, stream: FilePart) => number): ImageObjects {
  const written = new Map<string, number>()
  const once = (form: PrintForm, body: string): number => {
    const { sha256, sizeBytes } = form
    const key = `${sha256} ${body}`
    const object = written.get(key) ?? add(body, { sha256, sizeBytes })
    written.set(key, object)
    return object
  }
  return {
    objectOf(mark, space) {
      const { picture } = mark
      if (isStencil(mark)) return once(picture.print, stencilEntries(picture))
      const mask = picture.mask === null ? null : once(picture.mask, maskEntries(picture, picture.mask))
      if (space === null) return once(picture.print, imageEntries(picture, mask))
      const ink = { space: `${space.object} 0 R`, tint: mark.tint, solid: space.solid }
      return once(lightnessOf(picture), imageEntries(picture, mask, ink))
    },
  }
}
