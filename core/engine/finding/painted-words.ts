/** What is said of painted objects: severity, rule and words of each code. */
import type { Words } from './tally.ts'

const page = (index: number) => `Page ${index + 1}`
const several = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

export const PAINTED_WORDS = {
  overprint_white: {
    severity: 'fail',
    ref: 'GWG2022 R0007, R0008',
    message: (index, count, found) =>
      `${page(index)} has ${several(count, 'a white object', 'white objects')} (${found}) set to overprint: it will not show on the sheet.`,
  },
  k_text_knockout: {
    severity: 'warn',
    ref: 'GWG2022 R0009',
    message: (index, count) =>
      `${page(index)} has ${several(count, 'a piece of small black text', 'pieces of small black text')} over other colours that does not overprint: the paper may flash around the letters.`,
  },
  gray_text: {
    severity: 'info',
    ref: 'GWG2022 R0011-R0013',
    message: (index, _count, found) =>
      `${page(index)} sets ${found.replace(', ', ' and ')} in DeviceGray, which never overprints; black of CMYK does.`,
  },
  rich_black_text: {
    severity: 'warn',
    ref: 'GWG2022 R0015',
    message: (index, count, found) =>
      `${page(index)} sets ${several(count, 'a piece of text', 'pieces of text')} in a rich black (${found} of ink): letters blur where plates are off register.`,
  },
  spot_all_used: {
    severity: 'warn',
    ref: 'GWG2022 R0024',
    message: (index) =>
      `${page(index)} paints registration colour (/All) inside the trim: it prints on every plate and is meant for marks outside.`,
  },
  oc_hidden: {
    severity: 'warn',
    ref: 'GWG2022 R0036',
    message: (index, count) =>
      `${page(index)} has hidden layers with ${several(count, 'an object', 'objects')}: they are not printed.`,
  },
  transparency_blend_space: {
    severity: 'warn',
    ref: 'GWG2022 R0030',
    message: (index, _count, found) =>
      `${page(index)} blends transparency in ${found}: colours may shift when it becomes CMYK.`,
  },
  transparency_spot_in_rgb_group: {
    severity: 'warn',
    message: (index, _count, found) =>
      `${page(index)} paints a spot ink inside a group that blends in another space (${found}): its plate stays, but blends with process colours may shift.`,
  },
  transfer_function: {
    severity: 'warn',
    message: (index, _count, found) =>
      `${page(index)} changes tones by a transfer function (${found}), which presses apply or ignore as they are set.`,
  },
  halftone_named: {
    severity: 'warn',
    message: (index, _count, found) =>
      `${page(index)} asks for a screen of its own (${found}); the press screens as it is set.`,
  },
  opi: {
    severity: 'warn',
    message: (index) =>
      `${page(index)} stands for images that are not in the file (OPI); what is in it is printed.`,
  },
  postscript_xobject: {
    severity: 'warn',
    message: (index) => `${page(index)} holds raw PostScript, which most presses ignore.`,
  },
  image_jpx: {
    severity: 'info',
    message: (index, count) =>
      `${page(index)} has ${several(count, 'an image', 'images')} in JPEG 2000, which PDF/X allows from X-4 on.`,
  },
  image_jbig2: {
    severity: 'info',
    message: (index, count) =>
      `${page(index)} has ${several(count, 'an image', 'images')} in JBIG2, which PDF/X allows from X-4 on.`,
  },
  image_not_drawable: {
    severity: 'warn',
    message: (index, count, found) =>
      `${page(index)} has ${several(count, 'an image', 'images')} of ${found} px: the page prints, but previews of it cannot be drawn. Export it with images of a lower resolution.`,
  },
  filter_lzw: {
    severity: 'warn',
    message: (index) =>
      `${page(index)} has data in LZW, which PDF/X forbids; old presses read it, new ones may not.`,
  },
} as const satisfies Readonly<Record<string, Words>>

export type PaintedCode = keyof typeof PAINTED_WORDS
