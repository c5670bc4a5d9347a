/** The severity and the rule of each code that is counted over painted objects. */
import type { CountedCode } from './tally.ts'

export const PAINTED_CODES = {
  overprint_white: { severity: 'fail', ref: 'GWG2022 R0007, R0008' },
  k_text_knockout: { severity: 'warn', ref: 'GWG2022 R0009' },
  gray_text: { severity: 'info', ref: 'GWG2022 R0011-R0013' },
  rich_black_text: { severity: 'warn', ref: 'GWG2022 R0015' },
  spot_all_used: { severity: 'warn', ref: 'GWG2022 R0024' },
  oc_hidden: { severity: 'warn', ref: 'GWG2022 R0036' },
  transparency_blend_space: { severity: 'warn', ref: 'GWG2022 R0030' },
  transparency_spot_in_rgb_group: { severity: 'warn' },
  transfer_function: { severity: 'warn' },
  halftone_named: { severity: 'warn' },
  opi: { severity: 'warn' },
  postscript_xobject: { severity: 'warn' },
  image_jpx: { severity: 'info' },
  image_jbig2: { severity: 'info' },
  image_not_drawable: { severity: 'warn' },
  filter_lzw: { severity: 'warn' },
} as const satisfies Readonly<Record<string, CountedCode>>

export type PaintedCode = keyof typeof PAINTED_CODES
