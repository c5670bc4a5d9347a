/** The switch that marks what the press cannot print, and what it amounts to on the page. */
import { useFormat } from '../format.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { phrase, useWords } from '../words.ts'

/** Per cent. */
export interface GamutFigures {
  readonly outside: number
  readonly coverage: number
  readonly limit: number
}

export function gamutFigures(headers: Headers): GamutFigures {
  const figure = (name: string) => Number(headers.get(`X-Service-${name}`) ?? 0)
  return {
    outside: figure('Out-Of-Gamut'),
    coverage: figure('Ink-Coverage'),
    limit: figure('Ink-Limit'),
  }
}

interface GamutSwitchProps {
  readonly checked: boolean
  onChange(checked: boolean): void
  /** Null until they are known. */
  readonly figures: GamutFigures | null
}

export function GamutSwitch({ checked, onChange, figures }: GamutSwitchProps) {
  const words = useWords('templates').gamut
  const format = useFormat()
  return (
    <div class="gamut-switch">
      <Checkbox label={words.show} hint={words.hint} checked={checked} onChange={onChange} />
      <p role="status">
        {figures === null
          ? ''
          : `${
              figures.outside === 0
                ? words.none
                : phrase(words.share, { share: format.number(figures.outside, 1) })
            } ${phrase(words.coverage, {
              coverage: format.number(figures.coverage),
              limit: format.number(figures.limit),
            })}`}
      </p>
    </div>
  )
}
