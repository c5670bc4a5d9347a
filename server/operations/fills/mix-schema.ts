/** Schema of the members that make an ink a process mix instead of a separation, and of the measured colour of one. */
import { Type } from '@sinclair/typebox'

const LIGHTS = Type.Array(Type.Number(), {
  maxItems: 100,
  description:
    'Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. ' +
    'Only in templates that allow RGB (`allow_rgb` of the scene).',
})

const PERCENTS = Type.Array(Type.Number(), {
  maxItems: 100,
  description:
    'Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. ' +
    'Fields print on these plates at these tints, and on no plate of the name of the ink. ' +
    'All 0 is paper: fields knock out what lies below.',
})

const LAB = Type.Array(Type.Number(), {
  maxItems: 100,
  description:
    'Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. ' +
    'Previews and swatches show it instead of `hex` and of the definition in the artwork.',
})

/** The palette checks the numbers. */
export const MIX = {
  rgb: Type.Optional(Type.Unsafe<readonly number[]>(LIGHTS)),
  cmyk: Type.Optional(Type.Unsafe<readonly number[]>(PERCENTS)),
  lab: Type.Optional(Type.Unsafe<readonly number[]>(LAB)),
  gray: Type.Optional(
    Type.Number({
      description:
        'Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.',
    }),
  ),
}
