/** The name of a font in its own face, and in the console's face until the outlines have loaded. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { observeSight } from '../../../browser-apis.ts'
import type { FontWire } from '../editor-api.ts'
import { useSpecimen } from './use-fonts.ts'

export interface FaceNameProps {
  readonly text: string
  readonly font: FontWire | null
}

/** Px of an em, and what is shown above and below the baseline of it whatever the font says of itself. */
const EM_PX = 17
const [ABOVE, BELOW] = [1020, 340]
/** Ink may reach beyond the width of the text. */
const BESIDE = 60
const WIDEST_PX = 210

export function FaceName({ text, font }: FaceNameProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watched = box.current
    if (watched === null || seen) return
    return observeSight(watched, () => setSeen(true))
  }, [seen])
  const specimen = useSpecimen(seen ? font : null, text)
  const drawn = specimen !== null && specimen.path !== ''
  const width = drawn ? Math.min(specimen.width + 2 * BESIDE, (WIDEST_PX * 1000) / EM_PX) : 0
  return (
    <span class="face-name" ref={box}>
      <span class={drawn ? 'spoken' : undefined}>
        <bdi>{text}</bdi>
      </span>
      {drawn ? (
        <svg
          aria-hidden="true"
          width={(width * EM_PX) / 1000}
          height={((ABOVE + BELOW) * EM_PX) / 1000}
          viewBox={`${-BESIDE} ${-ABOVE} ${width} ${ABOVE + BELOW}`}
        >
          <path d={specimen.path} transform="scale(1 -1)" fill="currentcolor" />
        </svg>
      ) : null}
    </span>
  )
}
