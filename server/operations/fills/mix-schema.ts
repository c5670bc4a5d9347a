/** Schema of what makes an ink a process mix instead of a separation. */
import { Type } from '@sinclair/typebox'

const PERCENTS = Type.Array(Type.Number(), {
  maxItems: 100,
  description:
    'Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. ' +
    'Fields print on these plates at these tints, and on no plate of the name of the ink.',
})

/** Numbers are the palette's business, which says what is wrong with them. */
export const MIX = {
  cmyk: Type.Optional(Type.Unsafe<readonly number[]>(PERCENTS)),
  gray: Type.Optional(
    Type.Number({
      description:
        'Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.',
    }),
  ),
}
