/**
 * Asks for the ink of artwork text whose colour is not in the palette: that colour, which joins the palette, or an
 * ink.
 */
import { Select } from '../../parts/select.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import type { RunWire } from '../editor-api.ts'
import type { InkWire } from '../scene-wire.ts'

export interface ForeignColor {
  /** As people read it, such as `CMYK 100/75/0/10`. */
  readonly name: string
  /** A field can print in it; it then joins the palette. */
  readonly kept: boolean
}

/** The colour of a run that the palette does not have; null where it has it. */
export function foreignColor(
  { ink, mix = null, lost_color = null }: RunWire,
  inks: readonly InkWire[],
): ForeignColor | null {
  if (lost_color !== null) return { name: lost_color, kept: false }
  if (ink === null) return null
  const known = inks.some((one) => (mix === null ? one.name === ink : partsOf(one) === partsOf(mix)))
  return known ? null : { name: ink, kept: true }
}

/** The parts of a mix as text; a grey is the same as its black alone. */
function partsOf({ cmyk, gray, rgb }: NonNullable<RunWire['mix']>): string | null {
  if (rgb !== undefined) return `rgb ${rgb.join()}`
  const parts = cmyk ?? (gray === undefined ? null : [0, 0, 0, gray])
  return parts === null ? null : `cmyk ${parts.join()}`
}

/** Its own colour. */
export const AS_IT_IS = '+'
export const UNANSWERED = ''

export interface InkQuestionProps {
  readonly color: ForeignColor
  /** The name of an ink, or one of the two above. */
  readonly answer: string
  onAnswer(answer: string): void
}

export function InkQuestion({ color, answer, onAnswer }: InkQuestionProps) {
  const { state, words } = useEditor()
  const { name, kept } = color
  return (
    <fieldset class="ink-question" aria-label={words.pick.question}>
      <p>{phrase(kept ? words.pick.notInPalette : words.pick.notKept, { color: name })}</p>
      <Select
        label={words.pick.printIn}
        value={answer}
        options={[
          ...(kept
            ? [{ value: AS_IT_IS, label: phrase(words.pick.join, { color: name }) }]
            : [{ value: UNANSWERED, label: words.pick.chooseInk }]),
          ...state.scene.inks.map((ink) => ({ value: ink.name, label: ink.name })),
        ]}
        onChange={onAnswer}
      />
    </fieldset>
  )
}
